/** The entry of the plots room: plots as data, and drawing them as SVG. */
export { drawPlot, THEMES, type Theme } from './draw.js';
export type { Axis, BarPlot, Line, LinePlot, Plot, Span, SpanPlot, SpanRow, Unit } from './plot.js';
