/**
 * Buttons that copy code blocks.
 */

/** Time that the button shows its success, in milliseconds. */
const shownMs = 1500;

async function copyCode(button: HTMLButtonElement, code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, shownMs);
}

/** Adds a button to the caption of each code block. A page without HTTPS has no clipboard, so it gets none. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const figure of document.querySelectorAll('figure.code')) {
    const caption = figure.querySelector('figcaption');
    const code = figure.querySelector('pre');
    if (caption === null || code === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copyCode(button, code.textContent ?? ''));
    caption.append(button);
  }
}
