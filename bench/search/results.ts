/**
 * The results of one run, as `bench/results/search-<items>.json` keeps them.
 */
import type { Environment } from '../harness/results/environment.js';
import { hasMembers, readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { EngineName } from './contestants/contestant.js';

export interface ClassTiming {
  readonly name: string;
  readonly extra: boolean;
  readonly questions: number;
  /** Of how many the hits were compared with the plain scan's; 0 where the engine's rule is another. */
  readonly checked: number;
  /** Of the first ids. */
  readonly timing: Timing;
  /** Of whole answers, from what a client sends, where the engine gives them. */
  readonly wholeTiming?: Timing;
}

export interface EngineResult {
  readonly engine: EngineName;
  readonly version: string;
  readonly buildMs: number;
  readonly buildPeakBytes: number;
  /** What searching needs on the disk. */
  readonly indexBytes: number;
  /** All of what was built. */
  readonly folderBytes: number;
  /** Medians of fresh processes: until opened, and until the first question was answered. */
  readonly openMs: number;
  readonly answeredMs: number;
  /** After opening and one question: of the whole process, and of JavaScript's heap and buffers. */
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Of how many titles, typed whole, the document was on the first page. */
  readonly knownItems: { readonly asked: number; readonly found: number };
  readonly classes: readonly ClassTiming[];
}

export interface CorpusResult {
  readonly name: string;
  readonly items: number;
  readonly textBytes: number;
  readonly engines: readonly EngineResult[];
}

export interface SearchResults {
  /** Of this file's form; others are not read. */
  readonly format: 1;
  readonly items: number;
  readonly seed: number;
  readonly budgetMs: number;
  readonly environment: Environment;
  readonly corpora: readonly CorpusResult[];
}

const members = ['items', 'seed', 'budgetMs', 'environment', 'corpora'];
const isResults = (value: unknown): value is SearchResults => hasMembers(value, 1, members);

export const writeSearchResults = (folder: string, results: SearchResults): string =>
  writeResultsFile(folder, 'search', results);

/** @returns the results in the folder, the fewest items first. @throws Error when a file is not what a run writes */
export const readSearchResults = (folder: string): SearchResults[] => readResultsFiles(folder, 'search', isResults);
