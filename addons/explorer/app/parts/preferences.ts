/**
 * The reader's preferences, stored in the browser: the theme, and whether single-key shortcuts are on.
 */
import { effect, signal } from '@preact/signals';
import { store, stored } from './stored.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

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
