/**
 * What is said where there is nothing to show, and what can be done.
 *
 * What stands there until there is an answer; an answer that comes soon is not announced.
 */
import type { ComponentChildren } from 'preact';

export const Note = ({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="nothing">
    <p class="note">{text}</p>
    {children}
  </div>
);

export const Skeleton = () => (
  <div class="skeleton" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
      <p key={row}>
        <i />
        <i />
        <i />
      </p>
    ))}
  </div>
);
