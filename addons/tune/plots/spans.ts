/**
 * Spans, which ECharts has no chart of: a line from end to end and a dot on it, drawn by a series of its own.
 */
import type { CustomSeries } from './library.js';
import type { SpanPlot } from './plot.js';
import type { Colours } from './theme.js';

const radius = 4;
/** Of a row's height: how far apart its series are. */
const apart = 0.28;

export function spanSeries({ series, rows, mark }: SpanPlot, { series: colours, quiet }: Colours): CustomSeries[] {
  return series.map((name, place): CustomSeries => {
    const colour = colours[place % colours.length] ?? quiet;
    const data = rows.flatMap((row, at) => {
      const span = row.spans[place];
      return span === undefined ? [] : [[span.at, at, span.from, span.to]];
    });
    return {
      type: 'custom',
      name,
      itemStyle: { color: colour },
      silent: true,
      // The axis has to reach all three.
      encode: { x: [0, 2, 3], y: 1 },
      data,
      renderItem: (_, api) => {
        const row = Number(api.value(1));
        const [x = 0, middle = 0] = api.coord([api.value(0), row]);
        const [from = 0] = api.coord([api.value(2), row]);
        const [to = 0] = api.coord([api.value(3), row]);
        const size = api.size?.([0, 1]);
        const height = Array.isArray(size) ? (size[1] ?? 0) : 0;
        const y = middle + (place - (series.length - 1) / 2) * height * apart;
        return {
          type: 'group',
          children: [
            { type: 'line', shape: { x1: from, y1: y, x2: to, y2: y }, style: { stroke: colour, lineWidth: 2 } },
            { type: 'circle', shape: { cx: x, cy: y, r: radius }, style: { fill: colour } },
          ],
        };
      },
      ...(mark === undefined || place > 0
        ? {}
        : {
            markLine: {
              symbol: 'none',
              silent: true,
              data: [{ xAxis: mark }],
              label: { show: false },
              lineStyle: { color: quiet, type: 'dashed' },
            },
          }),
    };
  });
}
