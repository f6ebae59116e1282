/**
 * Buttons that copy code blocks: a request as a command for a terminal, other code unchanged.
 */
import { findServer, writeCommand } from './run-examples.js';

/** Time that the button shows its success, in milliseconds. */
const shownMs = 1500;

async function copyCode(button: HTMLButtonElement, code: string): Promise<void> {
  const label = button.textContent;
  if (label === 'Copied' || label === 'Not copied') return;
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => {
    button.textContent = label;
  }, shownMs);
}

/** Adds a button to the caption of each code block. A page without HTTPS has no clipboard, so it gets none. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  const server = findServer();
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const caption = figure.querySelector('figcaption');
    const code = figure.querySelector('pre');
    if (caption === null || code === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    const { request } = figure.dataset;
    button.textContent = request === undefined ? 'Copy' : 'Copy as curl';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener(
      'click',
      () => void copyCode(button, request === undefined ? (code.textContent ?? '') : writeCommand(request, server)),
    );
    caption.append(button);
  }
}
