import { describe, expect, it } from 'vitest';
import { ratioOf } from '../../../bench/history/ratio.js';
import { seriesPlot, tableOf } from '../../../bench/history/report.js';
import { addEntry, type Entry, type Measure, readSeries, regressions } from '../../../bench/history/series.js';
import { SeededRandom } from '../../../src/traffic/index.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

const ratio = (value: number, reach: number) => ({ ratio: value, low: value - reach, high: value + reach });
const measure = (name: string, more: Partial<Measure> = {}): Measure => ({
  name,
  unit: 'us',
  before: 10,
  now: 10,
  change: ratio(1, 0.01),
  noise: ratio(1, 0.01),
  same: true,
  ...more,
});
const entry = (commit: string, measures: readonly Measure[]): Entry => ({
  commit,
  before: 'before',
  date: '2026-01-02',
  node: 'v20.19.0',
  items: 10_000,
  measures,
});

describe('the ratio of times taken in turns', () => {
  const random = new SeededRandom(1);
  const times = (factor: number): number[] => Array.from({ length: 150 }, () => factor * (10 + random.exponential(1)));

  it('› of no change › holds 1', () => {
    const { low, high } = ratioOf(times(1), times(1));
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(1);
  });

  it('› of a tenth more › holds 1.1, and not 1', () => {
    const { low, high } = ratioOf(times(1), times(1.1));
    expect(low).toBeGreaterThan(1);
    expect(low).toBeLessThan(1.1);
    expect(high).toBeGreaterThan(1.1);
  });

  it('› of five pairs › reaches from the least to the greatest', () => {
    expect(ratioOf([1, 1, 1, 1, 1], [3, 1, 2, 5, 4])).toEqual({ ratio: 3, low: 1, high: 5 });
  });
});

describe('a regression', () => {
  const names = (measures: readonly Measure[]): string[] => regressions(entry('a', measures)).map(({ name }) => name);

  it('› is a change whose least is above the most that no change came to', () => {
    expect(
      names([
        measure('slower', { change: ratio(1.1, 0.02) }),
        measure('within its own interval', { change: ratio(1.1, 0.2) }),
        measure('within the noise', { change: ratio(1.1, 0.02), noise: ratio(1.05, 0.1) }),
        measure('faster', { change: ratio(0.9, 0.02) }),
      ]),
    ).toEqual(['slower']);
  });

  it('› is slower than it was, even where no change at all came out faster', () => {
    expect(names([measure('a', { change: ratio(0.99, 0.005), noise: ratio(0.9, 0.01) })])).toEqual([]);
  });

  it('› is none of bytes', () => {
    expect(names([measure('snapshot', { unit: 'bytes', change: ratio(2, 0) })])).toEqual([]);
  });

  it('› stands in the table, as do answers that differ', () => {
    const measures = [measure('slower', { change: ratio(1.1, 0.02) }), measure('other', { same: false })];
    const of = entry('a', measures);
    expect(tableOf(of, regressions(of)).rows.map((row) => row.at(-1))).toEqual(['slower', 'other answers']);
  });
});

describe('the series', () => {
  it('› keeps entries in the order in which they came, one a commit', () => {
    const folder = newFolder();
    expect(readSeries(folder).entries).toEqual([]);
    for (const commit of ['a', 'b', 'a']) addEntry(folder, entry(commit, [measure('item')]));
    expect(readSeries(folder).entries.map(({ commit }) => commit)).toEqual(['b', 'a']);
  });

  it('› is drawn as the product of its changes', () => {
    const halves = [
      entry('a', [measure('item', { change: ratio(0.5, 0) })]),
      entry('b', [measure('item', { change: ratio(0.5, 0) })]),
    ];
    const plot = seriesPlot({ format: 1, entries: halves });
    expect(plot.kind === 'lines' && plot.lines).toEqual([
      {
        name: 'item',
        points: [
          [0, 1],
          [1, 0.5],
          [2, 0.25],
        ],
      },
    ]);
  });
});
