/**
 * Colours of a plot, for a light page and for a dark page. People with red-green colour blindness can tell the colours
 * of the series apart; each has a contrast of at least 3 : 1 to the page.
 */
export interface Colours {
  readonly ink: string;
  readonly quiet: string;
  readonly grid: string;
  readonly series: readonly string[];
}

export type Theme = 'light' | 'dark';
export const THEMES: readonly Theme[] = ['light', 'dark'];

export const COLOURS: Readonly<Record<Theme, Colours>> = {
  light: {
    ink: '#1f2328',
    quiet: '#59636e',
    grid: '#d8dee4',
    series: ['#0b62c4', '#b8480b', '#1a7f5a', '#7a3fc1', '#8a6100', '#b3205f', '#5b6670', '#067c96'],
  },
  dark: {
    ink: '#e6edf3',
    quiet: '#9da7b1',
    grid: '#3a424b',
    series: ['#58a6ff', '#f0883e', '#45c497', '#b78cf5', '#d4a72c', '#f778ba', '#98a3ad', '#3fc1dc'],
  },
};
