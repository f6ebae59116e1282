/**
 * Translates a plot into an option, which is what ECharts calls the description of a chart.
 *
 * Elsewhere: the series of span plots (spans), labels of axes (units).
 */
import type { Option } from './library.js';
import type { Axis, BarPlot, LinePlot, Plot, SpanPlot } from './plot.js';
import { buildSpanSeries } from './span-series.js';
import type { Colours } from './theme.js';
import { formatAxisLabel } from './units.js';

export function buildOption(plot: Plot, colours: Colours): Option {
  const common = buildFrame(plot, colours);
  switch (plot.kind) {
    case 'lines':
      return { ...common, ...buildLines(plot, colours) };
    case 'bars':
      return { ...common, ...buildBars(plot, colours) };
    case 'spans':
      return { ...common, ...buildRows(plot, colours), series: buildSpanSeries(plot, colours) };
  }
}

/** @returns the names for the legend */
const legendNames = (plot: Plot): readonly string[] => {
  switch (plot.kind) {
    case 'lines':
      return plot.lines.map(({ name }) => name);
    case 'bars':
      return plot.series.map(({ name }) => name);
    case 'spans':
      return plot.series;
  }
};

/** The parts that all plots share: colours, title, legend and margins. */
function buildFrame(plot: Plot, { ink, quiet, series }: Colours): Option {
  const names = legendNames(plot);
  return {
    animation: false,
    backgroundColor: 'transparent',
    color: [...series],
    textStyle: { fontFamily: 'system-ui, sans-serif', color: ink },
    title: { text: plot.title, left: 8, top: 6, textStyle: { fontSize: 15, fontWeight: 600, color: ink } },
    legend: {
      show: names.length > 1,
      data: [...names],
      left: 8,
      top: 30,
      itemHeight: 10,
      itemWidth: 18,
      textStyle: { color: quiet },
    },
    grid: {
      // Without a browser ECharts only estimates the width of letters, so the names of rows get some more space.
      left: plot.kind === 'lines' ? 12 : 28,
      right: 28,
      top: names.length > 1 ? 64 : 44,
      bottom: 44,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
  };
}

const buildAxis = ({ title, unit, scale }: Axis, { quiet, grid }: Colours): object => ({
  type: scale === 'log' ? 'log' : 'value',
  name: title,
  nameLocation: 'middle',
  nameTextStyle: { color: quiet },
  nameGap: 28,
  axisLabel: { color: quiet, hideOverlap: true, formatter: (value: number) => formatAxisLabel(value, unit) },
  axisLine: { show: true, lineStyle: { color: quiet } },
  splitLine: { lineStyle: { color: grid } },
});

function buildLines({ x, y, lines }: LinePlot, colours: Colours): Option {
  return {
    xAxis: buildAxis(x, colours),
    yAxis: { ...buildAxis(y, colours), nameLocation: 'middle', nameGap: 52 },
    series: lines.map(({ name, points }) => ({
      type: 'line',
      name,
      data: points.map(([at, value]) => [at, value]),
      symbol: 'circle',
      symbolSize: 7,
      silent: true,
      lineStyle: { width: 2 },
    })),
  };
}

/** The axes of a plot with a row for each name, the first row at the top. */
function buildRows({ value, rows }: BarPlot | SpanPlot, colours: Colours): Option {
  return {
    xAxis: buildAxis(value, colours),
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((row) => (typeof row === 'string' ? row : row.name)),
      axisLabel: { color: colours.ink, interval: 0, width: 270, overflow: 'truncate' },
      axisLine: { show: true, lineStyle: { color: colours.quiet } },
      axisTick: { show: false },
    },
  };
}

function buildBars(plot: BarPlot, colours: Colours): Option {
  return {
    ...buildRows(plot, colours),
    series: plot.series.map(({ name, values }) => ({
      type: 'bar',
      name,
      data: values.map((value) => value ?? null),
      silent: true,
      barMaxWidth: 14,
      ...(plot.stacked ? { stack: 'all' } : {}),
    })),
  };
}
