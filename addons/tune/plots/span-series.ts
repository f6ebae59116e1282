/**
 * The series of a span plot. ECharts has no such chart, so a custom series draws a line and a dot for each span.
 */
import type { CustomSeries } from './library.js';
import type { SpanPlot } from './plot.js';
import type { Colours } from './theme.js';

const DOT_RADIUS = 4;
const LINE_WIDTH = 2;
/** Distance between the series of a row, as a share of the row's height. */
const SERIES_DISTANCE = 0.28;

/** Positions of the figures in an entry of the series' data. */
const DOT = 0;
const ROW = 1;
const START = 2;
const END = 3;

/** @returns a series for each name; the first also draws the marked value */
export function buildSpanSeries(plot: SpanPlot, colours: Colours): CustomSeries[] {
  const { series, rows, mark } = plot;
  return series.map((name, seriesIndex): CustomSeries => {
    const colour = colours.series[seriesIndex % colours.series.length] ?? colours.quiet;
    const data: number[][] = [];
    for (const [rowIndex, { spans }] of rows.entries()) {
      const span = spans[seriesIndex];
      if (span !== undefined) data.push([span.at, rowIndex, span.from, span.to]);
    }
    return {
      type: 'custom',
      name,
      itemStyle: { color: colour },
      silent: true,
      // The x axis must include the dot and both ends of the line.
      encode: { x: [DOT, START, END], y: ROW },
      data,
      renderItem: (_, api) => {
        const row = Number(api.value(ROW));
        const [dotX = 0, middleY = 0] = api.coord([api.value(DOT), row]);
        const [startX = 0] = api.coord([api.value(START), row]);
        const [endX = 0] = api.coord([api.value(END), row]);
        const rowSize = api.size?.([0, 1]);
        const rowHeight = Array.isArray(rowSize) ? (rowSize[1] ?? 0) : 0;
        const middleSeries = (series.length - 1) / 2;
        const y = middleY + (seriesIndex - middleSeries) * rowHeight * SERIES_DISTANCE;
        const line = { x1: startX, y1: y, x2: endX, y2: y };
        return {
          type: 'group',
          children: [
            { type: 'line', shape: line, style: { stroke: colour, lineWidth: LINE_WIDTH } },
            { type: 'circle', shape: { cx: dotX, cy: y, r: DOT_RADIUS }, style: { fill: colour } },
          ],
        };
      },
      ...(mark !== undefined && seriesIndex === 0 && { markLine: buildMarkLine(mark, colours.quiet) }),
    };
  });
}

/** A dashed vertical line at the value. */
const buildMarkLine = (value: number, colour: string): NonNullable<CustomSeries['markLine']> => ({
  symbol: 'none',
  silent: true,
  data: [{ xAxis: value }],
  label: { show: false },
  lineStyle: { color: colour, type: 'dashed' },
});
