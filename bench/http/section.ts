/**
 * The part of `docs/performance.md` on serving over HTTP, and its page of tables, made from its results and nothing else.
 */
import { environmentLine } from '../harness/results/environment.js';
import { count, markdownTable } from '../harness/results/tables.js';
import { verdictSection } from '../harness/results/verdicts.js';
import { generatorLines, keysLines, overloadLines, stallLines, strainTable, workloadTable } from './report.js';
import type { HttpResults } from './results.js';
import { httpVerdicts } from './targets.js';

const INTRODUCTION = `Five servers are compared, each in a process of its own: bare \`node:http\`, which sends the same number of prepared bytes
and shows the limit; Koa with @koa/router, which does the same and shows what of it is left to a handler; stele; bare
\`node:http\` that has stele's answers in a map and shows what is left to any server that sends these headers; and Koa over
SQLite. Another process on the same machine loads them in turns. Every answer was checked. *CPU* and *generator* are shares of one core.
`;

const NOTHING = 'No results over HTTP have been recorded yet. `npm run bench:http` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function httpSections(all: readonly HttpResults[]): string[] {
  const largest = all.at(-1);
  if (largest === undefined) return ['## Over HTTP\n', NOTHING];
  return [
    `## Over HTTP

Measured at ${count(largest.items)} items: [every server under every load](results/http.md).

${verdictSection(httpVerdicts(largest))}`,
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const httpTables = (all: readonly HttpResults[]): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
];

function sizeSection(results: HttpResults): string {
  const { environment, items, seed, seconds, connections } = results;
  const lines = [
    ...stallLines(results),
    ...overloadLines(results),
    ...keysLines(results),
    ...generatorLines(results),
  ].map((line) => `\n${line}\n`);
  return `## HTTP, ${count(items)} items

${environmentLine(environment, 'loopback')}; seed ${seed}, ${connections} connections, ${seconds} s a workload and contestant.

${markdownTable(workloadTable(results.workloads))}
${markdownTable(strainTable(results))}${lines.join('')}`;
}
