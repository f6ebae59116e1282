/**
 * A plot in the terms of ECharts.
 */
import type { Option } from './library.js';
import type { Axis, BarPlot, LinePlot, Plot, SpanPlot } from './plot.js';
import { spanSeries } from './spans.js';
import type { Colours } from './theme.js';
import { label } from './units.js';

export function optionOf(plot: Plot, colours: Colours): Option {
  const common = around(plot, colours);
  switch (plot.kind) {
    case 'lines':
      return { ...common, ...linesOf(plot, colours) };
    case 'bars':
      return { ...common, ...barsOf(plot, colours) };
    case 'spans':
      return { ...common, ...rowsOf(plot, colours), series: spanSeries(plot, colours) };
  }
}

const namesOf = (plot: Plot): readonly string[] => {
  switch (plot.kind) {
    case 'lines':
      return plot.lines.map(({ name }) => name);
    case 'bars':
      return plot.series.map(({ name }) => name);
    case 'spans':
      return plot.series;
  }
};

function around(plot: Plot, { ink, quiet, series }: Colours): Option {
  const names = namesOf(plot);
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
      // Without a browser nobody knows how wide letters are: names of rows may be wider than reckoned.
      left: plot.kind === 'lines' ? 12 : 28,
      right: 28,
      top: names.length > 1 ? 64 : 44,
      bottom: 44,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
  };
}

const axisOf = ({ title, unit, scale }: Axis, { quiet, grid }: Colours): object => ({
  type: scale === 'log' ? 'log' : 'value',
  name: title,
  nameLocation: 'middle',
  nameTextStyle: { color: quiet },
  nameGap: 28,
  axisLabel: { color: quiet, hideOverlap: true, formatter: (value: number) => label(value, unit) },
  axisLine: { show: true, lineStyle: { color: quiet } },
  splitLine: { lineStyle: { color: grid } },
});

function linesOf({ x, y, lines }: LinePlot, colours: Colours): Option {
  return {
    xAxis: axisOf(x, colours),
    yAxis: { ...axisOf(y, colours), nameLocation: 'middle', nameGap: 52 },
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

/** Axes of plots that have a row for each name, the first at the top. */
function rowsOf({ value, rows }: BarPlot | SpanPlot, colours: Colours): Option {
  return {
    xAxis: axisOf(value, colours),
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

function barsOf(plot: BarPlot, colours: Colours): Option {
  return {
    ...rowsOf(plot, colours),
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
