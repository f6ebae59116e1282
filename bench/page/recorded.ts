/**
 * What `bench/results` holds of all benchmarks that have a part of the page.
 */
import { type BuildResults, isBuildResults } from '../build/results.js';
import { type Results, readResults } from '../engine/results.js';
import { readResultsFiles } from '../harness/results/results-files.js';
import { type HttpResults, readHttpResults } from '../http/results.js';
import { type RelevanceResults, readRelevance } from '../search/relevance/results.js';
import { readSearchResults, type SearchResults } from '../search/results.js';

/** The recorded runs of all benchmarks, the fewest items first. */
export interface Recorded {
  readonly engine: readonly Results[];
  readonly http: readonly HttpResults[];
  readonly search: readonly SearchResults[];
  readonly relevance: RelevanceResults | undefined;
  readonly build: readonly BuildResults[];
}

/** @throws Error when a file of the folder is not what a run writes */
export const readRecorded = (folder: string): Recorded => ({
  engine: readResults(folder),
  http: readHttpResults(folder),
  search: readSearchResults(folder),
  relevance: readRelevance(folder),
  build: readResultsFiles(folder, 'build', isBuildResults),
});
