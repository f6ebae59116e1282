/**
 * The reader's preferences, stored in the browser: the theme, and whether single-key shortcuts are on.
 */
import { effect, signal } from '@preact/signals';
import { readStored, writeStored } from './browser-storage.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

const storedTheme = readStored('theme');
export const theme = signal<Theme>(isTheme(storedTheme) ? storedTheme : 'system');
export const hasKeys = signal(readStored('keys') !== 'off');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  if (theme.value !== readStored('theme')) writeStored('theme', theme.value);
});
effect(() => {
  writeStored('keys', hasKeys.value ? 'on' : 'off');
});
