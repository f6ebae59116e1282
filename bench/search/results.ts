/**
 * The results of a search run, as in `bench/results/search-<items>.json`, and its targets.
 *
 * Targets for each corpus: faster than every other engine at p50 and p99, opened ten times as fast, and at most 1.2
 * times the bytes of the smallest index.
 */
import { type Environment, readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import { atMost, megabytes, times, unknown, type Verdict } from '../harness/results/tables.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { EngineName } from './contestants/contestant.js';

export interface ClassTiming {
  readonly name: string;
  readonly extra: boolean;
  readonly questions: number;
  /** Number of queries whose hits were compared with the plain scan's; 0 if the engine's rule is another. */
  readonly checked: number;
  /** Time to the first ids. */
  readonly timing: Timing;
  /** Time of whole answers, beginning with the URL, if the engine gives them. */
  readonly wholeTiming?: Timing;
}

export interface EngineResult {
  readonly engine: EngineName;
  readonly version: string;
  readonly buildMs: number;
  readonly buildPeakBytes: number;
  /** Bytes on the disk that searches need. */
  readonly indexBytes: number;
  /** All of what was built. */
  readonly folderBytes: number;
  /** Medians of fresh processes: until opened, and until the first question was answered. */
  readonly openMs: number;
  readonly answeredMs: number;
  /** After opening and one question: of the whole process, and of JavaScript's heap and buffers. */
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly classes: readonly ClassTiming[];
}

export interface CorpusResult {
  readonly name: string;
  readonly items: number;
  readonly textBytes: number;
  readonly engines: readonly EngineResult[];
}

export interface SearchResults {
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 1;
  readonly items: number;
  readonly seed: number;
  readonly budgetMs: number;
  readonly environment: Environment;
  readonly corpora: readonly CorpusResult[];
}

export const writeSearchResults = (folder: string, results: SearchResults): string =>
  writeResultsFile(folder, 'search', results);

/** @returns the results in the folder, the fewest items first. @throws Error if a file is not what a run writes */
export const readSearchResults = (folder: string): SearchResults[] => readResultsFiles(folder, 'search', 1);

const openRatioMinimum = 10;
const bytesRatioMaximum = 1.2;

export function searchVerdicts(corpus: CorpusResult): Verdict[] {
  const stele = corpus.engines.find(({ engine }) => engine === 'stele');
  const otherEngines = corpus.engines.filter(({ engine }) => engine !== 'stele');
  if (stele === undefined || otherEngines.length === 0) {
    return [
      unknown(
        `${corpus.name}: query time, opening, bytes`,
        'ahead of every other',
        'stele or the others did not take part',
      ),
    ];
  }
  return [
    ...(['p50Us', 'p99Us'] as const).map((share) => timeVerdict(corpus.name, stele, otherEngines, share)),
    openVerdict(corpus.name, stele, otherEngines),
    bytesVerdict(corpus.name, stele, otherEngines),
  ];
}

/** Number of classes in which stele is the fastest; each other class is named with the faster engines, and their time ÷ stele's. */
function timeVerdict(
  corpus: string,
  stele: EngineResult,
  others: readonly EngineResult[],
  share: 'p50Us' | 'p99Us',
): Verdict {
  const classes = stele.classes.filter(({ extra }) => !extra);
  const failing = classes.flatMap(({ name, timing }) => {
    const faster = others.flatMap(({ engine, classes: theirs }) => {
      const other = theirs.find((one) => one.name === name);
      if (other === undefined || timing[share] < other.timing[share]) return [];
      return [`${engine} ${times(other.timing[share] / timing[share])}`];
    });
    return faster.length === 0 ? [] : [`${name} (${faster.join(', ')})`];
  });
  return {
    promise: `${corpus}: ${share === 'p50Us' ? 'p50' : 'p99'} of every class`,
    limit: '< every other',
    measured: `ahead in ${classes.length - failing.length} of ${classes.length}`,
    kept: failing.length === 0,
    failing,
  };
}

function openVerdict(corpus: string, stele: EngineResult, others: readonly EngineResult[]): Verdict {
  const ratios = others.map(({ engine, answeredMs }) => ({ engine, ratio: answeredMs / stele.answeredMs }));
  const failing = ratios.filter(({ ratio }) => ratio < openRatioMinimum);
  return {
    promise: `${corpus}: opening until the first answer, others ÷ stele`,
    limit: `≥ ${openRatioMinimum}`,
    measured: times(Math.min(...ratios.map(({ ratio }) => ratio))),
    kept: failing.length === 0,
    failing: failing.map(({ engine, ratio }) => `${engine} ${times(ratio)}`),
  };
}

function bytesVerdict(corpus: string, stele: EngineResult, others: readonly EngineResult[]): Verdict {
  const smallest = Math.min(...others.map(({ indexBytes }) => indexBytes));
  const ratio = stele.indexBytes / smallest;
  const shown = (value: number): string => `${times(value)} (${megabytes(stele.indexBytes)})`;
  return atMost(`${corpus}: bytes ÷ the smallest`, bytesRatioMaximum, ratio, shown);
}
