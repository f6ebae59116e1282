/**
 * The reader of Markdown, once it is there.
 */
import { signal } from '@preact/signals';

type Reader = typeof import('./markdown-reader.js');

export const reader = signal<Reader | undefined>(undefined);

let isLoading = false;

/** Fetches it, once; texts are shown as they are written until then, and where it cannot be fetched. */
export function loadReader(): void {
  if (isLoading) return;
  isLoading = true;
  import('./markdown-reader.js').then(
    (found) => {
      reader.value = found;
    },
    () => {
      isLoading = false;
    },
  );
}
