/**
 * What a reader chose, kept in the browser: light or dark, and whether single keys do something.
 */
import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

/** A browser may forbid it. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(`stele.${key}`);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`stele.${key}`, value);
  } catch {
    // It holds until the page is left.
  }
}

const storedTheme = stored('theme');
export const theme = signal<Theme>(isTheme(storedTheme) ? storedTheme : 'system');
export const hasKeys = signal(stored('keys') !== 'off');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  if (theme.value !== stored('theme')) store('theme', theme.value);
});
effect(() => {
  store('keys', hasKeys.value ? 'on' : 'off');
});
