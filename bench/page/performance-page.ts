/**
 * `docs/performance.md`, made from the recorded results of all benchmarks and nothing else.
 */
import { writeFileSync } from 'node:fs';
import { type Results, readResults } from '../engine/results.js';
import { engineSections } from '../engine/section.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../harness/root.js';
import { type HttpResults, readHttpResults } from '../http/results.js';
import { httpSections } from '../http/section.js';

const INTRODUCTION = `# Performance

This page is made from \`bench/results\` by \`npm run bench:engine -- --report\`; a test fails when it says anything else.
What is measured and how: [bench/README.md](../bench/README.md).
`;

/** @param engine of the index engine, the fewest items first; @param http of the server, likewise */
export const performancePage = (engine: readonly Results[], http: readonly HttpResults[]): string =>
  [INTRODUCTION, ...engineSections(engine), ...httpSections(http)].join('\n');

/** Writes the page from the recorded results. @returns its path */
export function writePerformancePage(): string {
  writeFileSync(REPORT_FILE, performancePage(readResults(RESULTS_FOLDER), readHttpResults(RESULTS_FOLDER)));
  return REPORT_FILE;
}
