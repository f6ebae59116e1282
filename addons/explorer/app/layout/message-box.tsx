/**
 * A centred box that replaces the page: for the form of the access key, and for failures at the start. Also the logo.
 */
import type { ComponentChildren } from 'preact';

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <path class="slab" d="M7 30V13a9 9 0 0 1 18 0v17z" />
      <path class="lines" d="M12 13h8M12 18h8M12 23h5" />
    </svg>
  );
}

export const MessageBox = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <main class="plate">
    <p class="wordmark">
      <Logo />
      <span>stele</span>
    </p>
    <h1>{title}</h1>
    {children}
  </main>
);
