/**
 * The results of a build benchmark, as in `bench/results/build-<items>.json`, their table, and the targets they must
 * meet.
 *
 * Times are compared within one run; growth is relative to the recorded run with a tenth of the items.
 */
import { type Environment, readResultsFiles } from '../harness/results/results-files.js';
import {
  atLeast,
  atMost,
  megabytes,
  type Table,
  terminalTable,
  unknown,
  type Verdict,
} from '../harness/results/tables.js';
import { firstAnswerVerdict } from '../resident/targets.js';
import type { Asked } from './ask.js';
import type { TimedEdit } from './edits.js';
import type { Seconds } from './run-contestant.js';

export interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly peakBytes: number;
  /** Bytes of the result on the disk. */
  readonly byteLength: number;
  /** Seconds of steps and structures, as in Outcome. */
  readonly steps?: readonly Seconds[] | undefined;
  readonly work?: readonly Seconds[] | undefined;
}

export interface BuildResults {
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 1;
  readonly items: number;
  readonly seed: number;
  readonly memoryBytes: number;
  readonly environment: Environment;
  readonly exportBytes: number;
  /** Stele with one thread unless it was left out, stele with several, and SQLite where it takes part. */
  readonly builds: readonly Measured[];
  /** Result of opening and querying the last build, if it was opened. */
  readonly asked?: Asked;
  /** Times from an edit to the snapshot with it, if they were measured. */
  readonly edits?: readonly TimedEdit[];
  /** Seconds of two builds with one thread at the same time, until both had ended. */
  readonly pairSeconds?: number;
}

/** @returns the results in the folder, the fewest items first. @throws Error if a file is not what a run writes */
export const readBuildResults = (folder: string): BuildResults[] => readResultsFiles(folder, 'build', 1);

const wholeMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

export function buildTable(results: BuildResults): string {
  const { builds, exportBytes, asked, items } = results;
  const table: Table = {
    columns: [
      { title: '' },
      { title: 'seconds', right: true },
      { title: 'peak memory', right: true },
      { title: 'on the disk', right: true },
    ],
    rows: [
      ['the export', '', '', wholeMegabytes(exportBytes)],
      ...builds.map(({ name, seconds, peakBytes, byteLength }) => [
        name,
        seconds.toFixed(1),
        wholeMegabytes(peakBytes),
        wholeMegabytes(byteLength),
      ]),
    ],
  };
  const profiles = builds.flatMap(({ name, steps = [], work = [] }) =>
    steps.length === 0 ? [] : `${name}, by step: ${inSeconds(steps)}; at work, all threads: ${inSeconds(work)}\n`,
  );
  const tables = `${terminalTable(table)}${profiles.join('')}${pairText(results)}${editsText(results)}`;
  if (asked === undefined) return tables;
  const { firstAnswerMs, p50Ms, p99Ms, residentBytes } = asked;
  const memory = residentBytes === undefined ? 'unknown' : wholeMegabytes(residentBytes);
  const times = `answers p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return `${tables}${count(items)} articles, asked: first answer ${firstAnswerMs.toFixed(0)} ms after the start, ${times}, ${memory}\n`;
}

/** Two builds share nothing but the machine, so one build with two threads cannot gain more. */
function pairText({ builds, pairSeconds }: BuildResults): string {
  const single = builds.find(({ name }) => name === 'stele, 1 thread');
  if (pairSeconds === undefined) return '';
  const gain = single === undefined ? '' : `, ${((2 * single.seconds) / pairSeconds).toFixed(2)} times the work of one`;
  return `two builds with one thread at the same time: ${pairSeconds.toFixed(1)} s${gain}\n`;
}

const editsText = ({ edits = [] }: BuildResults): string =>
  edits
    .map(({ name, seconds, medianSeconds }) => {
      const all = seconds.map((each) => each.toFixed(2)).join(', ');
      return `after ${name} was edited: median ${medianSeconds.toFixed(2)} s of ${all}\n`;
    })
    .join('');

const inSeconds = (parts: readonly Seconds[]): string =>
  parts
    .filter(([, seconds]) => seconds >= 0.05)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');

/** @returns the seconds of one build divided by those of another; undefined if one is missing */
export function ratio({ builds }: BuildResults, of: string, to: string): number | undefined {
  const [first, second] = [of, to].map((name) => builds.find((build) => build.name.startsWith(name)));
  return first === undefined || second === undefined ? undefined : first.seconds / second.seconds;
}

const LIMITS = {
  toSqlite: 0.4,
  postgresToSqlite: 1.5,
  twoThreads: 1.7,
  growth: 12,
  peakBytes: 1.5e9,
  /** Number of items → seconds from an edit to the snapshot with it. */
  editSeconds: new Map([
    [100_000, 4],
    [1_000_000, 20],
  ]),
} as const;

/** The size and the memory that the limits were set for. */
const sqliteItems = 1_000_000;
const largestItems = 10_000_000;
const memoryBytes = 2 ** 30;

const count = (items: number): string => items.toLocaleString('en-US');

/** @param smaller the recorded results of a tenth of the items, if there are some */
export function buildVerdicts(results: BuildResults, smaller: BuildResults | undefined): Verdict[] {
  const own: Verdict[] = results.builds.some(({ name }) => name.startsWith('stele'))
    ? [toSqlite(results), twoThreads(results), growth(results, smaller), peak(results)]
    : [];
  const { asked, items } = results;
  if (asked !== undefined) own.push(firstAnswerVerdict(asked.firstAnswerMs, items));
  return [...own, ...postgres(results), ...edits(results)];
}

/** @returns a verdict on each kind of edit; none if the run had no edits */
function edits({ edits = [], items }: BuildResults): Verdict[] {
  const limit = LIMITS.editSeconds.get(items);
  if (limit === undefined) return [];
  return edits.map(({ name, medianSeconds }) =>
    atMost(`seconds after ${name} of ${count(items)} items was edited`, limit, medianSeconds, twoDigits),
  );
}

/** @returns the build with the most threads */
const fastest = ({ builds }: BuildResults): Measured | undefined =>
  builds.filter(({ name }) => name.startsWith('stele')).at(-1);

const twoDigits = (value: number): string => value.toFixed(2);

/** At the size that it was promised for. */
const toSqliteOf = (results: BuildResults, name: string): number | undefined =>
  results.items < sqliteItems ? undefined : ratio(results, name, 'SQLite');

function toSqlite(results: BuildResults): Verdict {
  const value = toSqliteOf(results, fastest(results)?.name ?? 'stele');
  return atMost(`seconds ÷ SQLite's, ${count(sqliteItems)} items`, LIMITS.toSqlite, value, twoDigits);
}

/** @returns the verdict on a load into PostgreSQL; none if the run had no load */
function postgres(results: BuildResults): Verdict[] {
  if (!results.builds.some(({ name }) => name === 'PostgreSQL')) return [];
  const promise = `seconds of a load into PostgreSQL ÷ SQLite's, ${count(sqliteItems)} items`;
  return [atMost(promise, LIMITS.postgresToSqlite, toSqliteOf(results, 'PostgreSQL'), twoDigits)];
}

const twoThreads = (results: BuildResults): Verdict =>
  atLeast('one thread ÷ two', LIMITS.twoThreads, ratio(results, 'stele, 1 thread', 'stele, 2 threads'), twoDigits);

function growth(results: BuildResults, smaller: BuildResults | undefined): Verdict {
  const promise = `growth ${count(largestItems / 10)} → ${count(largestItems)}, the same memory`;
  const limit = `≤ ${LIMITS.growth} ×`;
  const [after, before] = [fastest(results), smaller && fastest(smaller)];
  const isSame = smaller?.memoryBytes === results.memoryBytes && after?.name === before?.name;
  if (after === undefined || before === undefined || !isSame) return unknown(promise, limit);
  const value = after.seconds / before.seconds;
  const measured = `${value.toFixed(1)} ×`;
  if (results.items < largestItems) return unknown(promise, limit, `${measured} to ${count(results.items)} items`);
  return atMost(promise, LIMITS.growth, value, () => measured, limit);
}

function peak({ builds, items, memoryBytes: given }: BuildResults): Verdict {
  const promise = `peak memory with --memory 1g, ${count(largestItems)} items`;
  const peaks = builds.filter(({ name }) => name.startsWith('stele')).map(({ peakBytes }) => peakBytes);
  const most = items < largestItems || given > memoryBytes ? undefined : Math.max(...peaks);
  return atMost(promise, LIMITS.peakBytes, most, megabytes, `≤ ${megabytes(LIMITS.peakBytes)}`);
}
