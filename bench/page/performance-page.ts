/**
 * `docs/performance.md`, made from the recorded results of all benchmarks and nothing else.
 */
import { writeFileSync } from 'node:fs';
import { type Results, readResults } from '../engine/results.js';
import { engineSections } from '../engine/section.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../harness/root.js';
import { type HttpResults, readHttpResults } from '../http/results.js';
import { httpSections } from '../http/section.js';
import { type RelevanceResults, readRelevance } from '../search/relevance/results.js';
import { readSearchResults, type SearchResults } from '../search/results.js';
import { searchSections } from '../search/section.js';

const INTRODUCTION = `# Performance

\`npm run bench:engine -- --report\` makes this page from \`bench/results\`, and a test fails if it says anything else.
[bench/README.md](../bench/README.md) describes what is measured and how.
`;

/** The recorded runs of all benchmarks, the fewest items first. */
export interface Recorded {
  readonly engine: readonly Results[];
  readonly http: readonly HttpResults[];
  readonly search: readonly SearchResults[];
  readonly relevance: RelevanceResults | undefined;
}

export const performancePage = ({ engine, http, search, relevance }: Recorded): string =>
  [INTRODUCTION, ...engineSections(engine), ...httpSections(http), ...searchSections(search, relevance)].join('\n');

/** @throws Error when a file of the folder is not what a run writes */
export const readRecorded = (folder: string): Recorded => ({
  engine: readResults(folder),
  http: readHttpResults(folder),
  search: readSearchResults(folder),
  relevance: readRelevance(folder),
});

/** Writes the page from the recorded results. @returns its path */
export function writePerformancePage(): string {
  writeFileSync(REPORT_FILE, performancePage(readRecorded(RESULTS_FOLDER)));
  return REPORT_FILE;
}
