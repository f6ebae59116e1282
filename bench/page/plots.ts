/**
 * Draws the plots of `docs/performance.md` from the recorded results.
 */
import type { Plot, Span } from '../../addons/tune/plots/index.js';
import { type BuildResults, readBuildResults } from '../build/results.js';
import { type ClassResult, type Results, ratioOf, readResults } from '../engine/results.js';
import type { Timing } from '../harness/timing/statistics.js';
import { type HttpResults, readHttpResults } from '../http/results.js';
import { type KnownResults, readKnown } from '../search/relevance/known-results.js';
import { type RelevanceResults, readRelevance } from '../search/relevance/results.js';
import { readSearchResults, type SearchResults } from '../search/results.js';

/** The recorded runs of all benchmarks, the fewest items first. */
export interface Recorded {
  readonly engine: readonly Results[];
  readonly http: readonly HttpResults[];
  readonly search: readonly SearchResults[];
  readonly relevance: RelevanceResults | undefined;
  readonly known: KnownResults | undefined;
  readonly build: readonly BuildResults[];
}

/** @throws Error if a file of the folder is not what a run writes */
export const readRecorded = (folder: string): Recorded => ({
  engine: readResults(folder),
  http: readHttpResults(folder),
  search: readSearchResults(folder),
  relevance: readRelevance(folder),
  known: readKnown(folder),
  build: readBuildResults(folder),
});

export interface Picture {
  /** Name of its files, `<name>-light.svg` and `<name>-dark.svg`. */
  readonly name: string;
  /** A sentence below the picture that says how to read it. */
  readonly caption: string;
  readonly plot: Plot;
}

/** Pictures of what has been recorded; of the largest run, if there are several. */
export function picturesOf(recorded: Recorded): Picture[] {
  const largest = recorded.engine.at(-1);
  return [
    largest && classes(largest),
    largest && distribution(largest),
    growth(recorded.engine),
    building(recorded),
    connections(recorded),
    largest && steps(largest),
    largest && bytes(largest),
  ].filter((picture) => picture !== undefined);
}

const tail = ({ p50Us, p99Us }: Timing): Span => ({ from: p50Us, at: p50Us, to: p99Us });

const classes = ({ classes: all, items }: Results): Picture => ({
  name: 'classes',
  caption: 'Dots are medians; lines end at the 99th percentile.',
  plot: {
    kind: 'spans',
    title: `Latency at ${items.toLocaleString('en')} items, from the median to the 99th percentile`,
    value: { title: 'latency', unit: 'us', scale: 'log' },
    series: ['stele', 'SQLite'],
    rows: all.map(({ name, stele, sqlite }) => ({
      name,
      spans: [tail(stele), sqlite === undefined ? undefined : tail(sqlite)],
    })),
  },
});

const contestantNames = { stele: 'stele', sqlite: 'SQLite', scan: 'plain scan' } as const;

function distribution({ classes: all, items }: Results): Picture | undefined {
  const tails = all.find((one) => one.tails !== undefined)?.tails ?? [];
  if (tails.length === 0) return undefined;
  return {
    name: 'distribution',
    caption: 'One mix of all classes, requested in turns.',
    plot: {
      kind: 'lines',
      title: `How the latencies of a mix of all classes are spread, ${items.toLocaleString('en')} items`,
      x: { title: 'percentile', unit: 'percentile', scale: 'log' },
      y: { title: 'latency', unit: 'us', scale: 'log' },
      lines: tails.map(({ name, quantiles }) => ({
        name: contestantNames[name],
        points: quantiles.map(({ share, us }): [number, number] => [1 / (1 - share), us]),
      })),
    },
  };
}

const mean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

function growth(engine: readonly Results[]): Picture | undefined {
  if (engine.length < 2) return undefined;
  // The same classes at each size; otherwise the mean would change with its members.
  const known = engine.map(({ classes: all }) => new Set(all.filter(hasRatio).map(({ name }) => name)));
  const point = (results: Results, of: (result: ClassResult) => number | undefined): [number, number] => [
    results.items,
    mean(
      results.classes
        .filter(({ name }) => known.every((names) => names.has(name)))
        .flatMap((result) => of(result) ?? []),
    ),
  ];
  return {
    name: 'growth',
    caption: 'The geometric mean of the medians of all classes except adversarial ones.',
    plot: {
      kind: 'lines',
      title: 'How the time of a query grows with the content',
      x: { title: 'items', unit: 'count', scale: 'log' },
      y: { title: 'median', unit: 'us', scale: 'log' },
      lines: [
        { name: 'stele', points: engine.map((results) => point(results, ({ stele }) => stele.p50Us)) },
        { name: 'SQLite', points: engine.map((results) => point(results, ({ sqlite }) => sqlite?.p50Us)) },
      ],
    },
  };
}

const hasRatio = (result: ClassResult): boolean => !result.adversarial && ratioOf(result) !== undefined;

function building({ build: runs }: Recorded): Picture | undefined {
  const names = [...new Set(runs.flatMap(({ builds }) => builds.map(({ name }) => name)))];
  if (runs.length < 2) return undefined;
  return {
    name: 'building',
    caption: 'A build from the export to the published snapshot, or to the database with its indexes.',
    plot: {
      kind: 'lines',
      title: 'How the time of a build grows with the content',
      x: { title: 'items', unit: 'count', scale: 'log' },
      y: { title: 'time', unit: 'seconds', scale: 'log' },
      lines: names.map((name) => ({
        name,
        points: runs.flatMap(({ items, builds }): [number, number][] => {
          const seconds = builds.find((one) => one.name === name)?.seconds;
          return seconds === undefined ? [] : [[items, seconds]];
        }),
      })),
    },
  };
}

function connections({ http }: Recorded): Picture | undefined {
  const overload = http.at(-1)?.overload;
  if (overload === undefined) return undefined;
  const points = overload.ladder.map(({ connections: at, perSecond }): [number, number] => [at, perSecond]);
  return {
    name: 'connections',
    caption: 'From one thread; load generator and server share two cores.',
    plot: {
      kind: 'lines',
      title: 'Cold answers a second, by connections',
      x: { title: 'connections', unit: 'count', scale: 'log' },
      y: { title: 'answers a second', unit: 'count', scale: 'linear' },
      lines: [{ name: 'stele', points }],
    },
  };
}

const steps = ({ parts, items }: Results): Picture => ({
  name: 'steps',
  caption: 'Each step is timed on its own, for the requests of the mix.',
  plot: {
    kind: 'bars',
    title: `Where the time of an answer goes, ${items.toLocaleString('en')} items: median of each step`,
    value: { title: 'median', unit: 'us', scale: 'linear' },
    stacked: false,
    rows: parts.map(({ name }) => name),
    series: [{ name: 'median', values: parts.map(({ timing }) => timing.p50Us) }],
  },
});

/** Structures below this share are drawn together. */
const shareMinimum = 0.005;

function bytes({ footprint, items }: Results): Picture | undefined {
  const { structures } = footprint;
  if (structures === undefined) return undefined;
  const all = structures.reduce((sum, one) => sum + one.bytes, 0);
  const shown = structures.filter((one) => one.bytes / all >= shareMinimum);
  const rest = all - shown.reduce((sum, one) => sum + one.bytes, 0);
  const rows = [...shown, ...(rest > 0 ? [{ name: 'all others', bytes: rest }] : [])];
  return {
    name: 'bytes',
    caption: 'The structures of all types and fields, as `stele inspect` names them.',
    plot: {
      kind: 'bars',
      title: `Where the bytes of a snapshot of ${items.toLocaleString('en')} items go`,
      value: { title: 'bytes', unit: 'bytes', scale: 'linear' },
      stacked: false,
      rows: rows.map(({ name }) => name),
      series: [{ name: 'bytes', values: rows.map((one) => one.bytes) }],
    },
  };
}
