/**
 * Tables of the search benchmark's results.
 */

import { count, duration, megabytes, right, type Table } from '../harness/results/tables.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { ClassTiming, CorpusResult, EngineResult } from './results.js';

const NAMES: Readonly<Record<EngineResult['engine'], string>> = {
  stele: 'stele',
  minisearch: 'MiniSearch',
  orama: 'Orama',
  flexsearch: 'FlexSearch',
  sqlite: 'SQLite FTS5',
  xapian: 'Xapian',
};

export const engineTitle = (name: EngineResult['engine']): string => NAMES[name];

/** A class a row, p50 and p99 of each engine. */
export function timeTable({ engines }: CorpusResult): Table {
  const classes = engines[0]?.classes ?? [];
  const responding = engines.filter(({ classes: all }) => all.some(({ wholeTiming }) => wholeTiming !== undefined));
  return {
    columns: [
      { title: 'p50 / p99' },
      ...engines.map(({ engine }) => right(engineTitle(engine))),
      ...responding.map(({ engine }) => right(`${engineTitle(engine)}, URL → document`)),
      right('questions'),
      right('checked'),
    ],
    rows: classes.map(({ name, extra, questions }) => [
      extra ? `${name} (extra)` : name,
      ...engines.map((result) => timingText(classOf(result, name)?.timing)),
      ...responding.map((result) => timingText(classOf(result, name)?.wholeTiming)),
      count(questions),
      checkedText(engines, name),
    ]),
  };
}

const classOf = ({ classes }: EngineResult, name: string): ClassTiming | undefined =>
  classes.find((one) => one.name === name);

const timingText = (timing: Timing | undefined): string =>
  timing === undefined ? '–' : `${duration(timing.p50Us)} / ${duration(timing.p99Us)}`;

/** @returns how many questions were checked, by engine in the order of the columns */
const checkedText = (engines: readonly EngineResult[], name: string): string =>
  engines.map((result) => classOf(result, name)?.checked ?? 0).join(' ');

/** An engine a row: what it takes to build, keep and open. */
export const costTable = ({ engines }: CorpusResult): Table => ({
  columns: [
    { title: 'engine' },
    ...['build', 'peak', 'bytes', 'on the disk', 'open', 'first answer', 'memory', 'heap'].map(right),
  ],
  rows: engines.map((result) => [
    `${engineTitle(result.engine)} ${result.version}`,
    duration(result.buildMs * 1000),
    megabytes(result.buildPeakBytes),
    megabytes(result.indexBytes),
    megabytes(result.folderBytes),
    duration(result.openMs * 1000),
    duration(result.answeredMs * 1000),
    megabytes(result.residentBytes),
    megabytes(result.heapBytes),
  ]),
});

export const corpusLine = ({ name, items, textBytes }: CorpusResult): string =>
  `${name}: ${count(items)} documents, ${megabytes(textBytes)} of text`;
