/**
 * Draws a plot as SVG. The same plot always gives the same bytes, so a committed picture can be checked against its
 * figures.
 *
 * Elsewhere: translating a plot for ECharts (option), calling ECharts (library).
 */

import { escapeUTF8 } from 'entities';
import { renderSvg } from './library.js';
import { buildOption } from './option.js';
import type { Plot } from './plot.js';
import { COLOURS, type Theme } from './theme.js';

export { THEMES, type Theme } from './theme.js';

const width = 820;
const lineChartHeight = 360;
/** Pixels of the title, the legend and the axis together. */
const frameHeight = 116;
const rowHeight = 22;

const computeHeight = (plot: Plot): number =>
  plot.kind === 'lines' ? lineChartHeight : frameHeight + rowHeight * Math.max(2, plot.rows.length);

/**
 * @param name letters, digits and hyphens; unique in its page, because the ids in the SVG begin with it
 * @returns an SVG element with the title as its accessible name
 */
export function drawPlot(plot: Plot, theme: Theme, name: string): string {
  const svg = renderSvg(buildOption(plot, COLOURS[theme]), width, computeHeight(plot));
  return (
    svg
      // Remove the class names and ids that ECharts numbers by chart, and its data for scripts.
      .replace(/<style >.*?<\/style>\s*/s, '')
      .replaceAll(/ class="[^"]*"/g, '')
      .replaceAll(/\bzr\d+-/g, `${name}-`)
      .replaceAll(/ ecmeta_[a-z_]+="[^"]*"/g, '')
      .replaceAll(' pointer-events="visible"', '')
      .replace('<svg ', `<svg role="img" aria-label="${escapeUTF8(plot.title)}" `)
  );
}
