/**
 * Placeholders of a view: a note if there is nothing to show, and a skeleton until the answer arrives.
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
