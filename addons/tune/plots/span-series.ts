/**
 * The series of a span plot. ECharts has no such chart, so a custom series draws a line and a dot for each span.
 */
import type { CustomSeries } from './library.js';
import type { SpanPlot } from './plot.js';
import type { Colours } from './theme.js';

const radius = 4;
/** Distance between the series of a row, as a share of the row's height. */
const seriesDistance = 0.28;

/** @returns a series for each name; the first also draws the marked value */
export function buildSpanSeries({ series, rows, mark }: SpanPlot, colours: Colours): CustomSeries[] {
  return series.map((name, seriesIndex): CustomSeries => {
    const colour = colours.series[seriesIndex % colours.series.length] ?? colours.quiet;
    // Each entry is [value of the dot, index of the row, start of the line, end of the line].
    const data = rows.flatMap((row, rowIndex) => {
      const span = row.spans[seriesIndex];
      return span === undefined ? [] : [[span.at, rowIndex, span.from, span.to]];
    });
    return {
      type: 'custom',
      name,
      itemStyle: { color: colour },
      silent: true,
      // The x axis must include the dot and both ends of the line.
      encode: { x: [0, 2, 3], y: 1 },
      data,
      renderItem: (_, api) => {
        const row = Number(api.value(1));
        const [x = 0, middle = 0] = api.coord([api.value(0), row]);
        const [from = 0] = api.coord([api.value(2), row]);
        const [to = 0] = api.coord([api.value(3), row]);
        const size = api.size?.([0, 1]);
        const height = Array.isArray(size) ? (size[1] ?? 0) : 0;
        const y = middle + (seriesIndex - (series.length - 1) / 2) * height * seriesDistance;
        return {
          type: 'group',
          children: [
            { type: 'line', shape: { x1: from, y1: y, x2: to, y2: y }, style: { stroke: colour, lineWidth: 2 } },
            { type: 'circle', shape: { cx: x, cy: y, r: radius }, style: { fill: colour } },
          ],
        };
      },
      ...(mark === undefined || seriesIndex > 0
        ? {}
        : {
            markLine: {
              symbol: 'none',
              silent: true,
              data: [{ xAxis: mark }],
              label: { show: false },
              lineStyle: { color: colours.quiet, type: 'dashed' },
            },
          }),
    };
  });
}
