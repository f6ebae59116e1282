/**
 * A plot as SVG: the same bytes for the same plot, so that a picture can be held against the figures it shows.
 */

import { escapeUTF8 } from 'entities';
import { renderSvg } from './library.js';
import { optionOf } from './option.js';
import type { Plot } from './plot.js';
import { COLOURS, type Theme } from './theme.js';

export { THEMES, type Theme } from './theme.js';

const width = 820;
const heightOfLines = 360;
/** Title, legend and axis. */
const heightAround = 116;
const heightOfRow = 22;

const heightOf = (plot: Plot): number =>
  plot.kind === 'lines' ? heightOfLines : heightAround + heightOfRow * Math.max(2, plot.rows.length);

/**
 * @param name letters, digits and hyphens; another for each plot of a page, as ids within the SVG begin with it
 * @returns an SVG element that says what it shows to those who do not see it
 */
export function drawPlot(plot: Plot, theme: Theme, name: string): string {
  const svg = renderSvg(optionOf(plot, COLOURS[theme]), width, heightOf(plot));
  return (
    svg
      // ECharts counts its charts and their classes, which only pointers need, and notes data for scripts.
      .replace(/<style >.*?<\/style>\s*/s, '')
      .replaceAll(/ class="[^"]*"/g, '')
      .replaceAll(/\bzr\d+-/g, `${name}-`)
      .replaceAll(/ ecmeta_[a-z_]+="[^"]*"/g, '')
      .replaceAll(' pointer-events="visible"', '')
      .replace('<svg ', `<svg role="img" aria-label="${escapeUTF8(plot.title)}" `)
  );
}
