export { drawPlot, THEMES, type Theme } from './draw.js';
export type { Axis, BarPlot, Line, LinePlot, Plot, Span, SpanPlot, SpanRow, Unit } from './plot.js';
