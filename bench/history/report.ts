/**
 * A run as a table, and the series as a plot.
 */
import type { Plot } from '../../src/plots/index.js';
import { right, type Table } from '../harness/results/tables.js';
import type { Ratio } from './ratio.js';
import type { Entry, Measure, Series } from './series.js';

const ratio = ({ ratio: value, low, high }: Ratio): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

const figureOf = (value: number, unit: Measure['unit']): string =>
  unit === 'bytes' ? value.toLocaleString('en') : `${value.toFixed(2)} ${unit === 'us' ? 'µs' : 's'}`;

/** @param slower the measures of the entry that are regressions */
export const tableOf = ({ measures }: Entry, slower: readonly Measure[]): Table => ({
  columns: [
    { title: 'measure' },
    ...['before', 'now', 'now ÷ before (95 %)', 'before ÷ itself (95 %)'].map(right),
    { title: '' },
  ],
  rows: measures.map((measure) => [
    measure.name,
    figureOf(measure.before, measure.unit),
    figureOf(measure.now, measure.unit),
    ratio(measure.change),
    ratio(measure.noise),
    [...(slower.includes(measure) ? ['slower'] : []), ...(measure.same ? [] : ['other answers'])].join(', '),
  ]),
});

/**
 * What the commits came to together, each measure beginning at 1. Ratios are multiplied, as times of different runs say
 * as much of the machine as of the program.
 */
export function seriesPlot({ entries }: Series): Plot {
  const names = [...new Set(entries.flatMap(({ measures }) => measures.map(({ name }) => name)))];
  return {
    kind: 'lines',
    title: 'Each recorded commit beside the one before, multiplied: below 1 is faster or smaller than at the beginning',
    x: { title: 'recorded commits', unit: 'count', scale: 'linear' },
    y: { title: 'of the beginning', unit: 'ratio', scale: 'linear' },
    lines: names.map((name) => {
      let product = 1;
      const points = entries.map(({ measures }, place): [number, number] => {
        product *= measures.find((measure) => measure.name === name)?.change.ratio ?? 1;
        return [place + 1, product];
      });
      return { name, points: [[0, 1], ...points] };
    }),
  };
}
