/**
 * The engine's part of `docs/performance.md`, and its page of tables, made from its results and nothing else.
 */
import { environmentLine } from '../harness/results/environment.js';
import { count, markdownTable } from '../harness/results/tables.js';
import { verdictSection } from '../harness/results/verdicts.js';
import { classTable, footprintTable, growthTable, partTable, summary } from './report.js';
import type { Results } from './results.js';
import { verdicts } from './targets.js';

const INTRODUCTION = `Each class asks at least 200 different questions. Stele and SQLite start from the checked query and end with the bytes
of the document: 20 items and the exact total. Before anything was timed, the answers counted under "compared"
were found to be the same on both, byte for byte. *Ratio* is SQLite's median divided by stele's.
`;

const NOTHING = 'No results have been recorded yet. `npm run bench:engine -- --items 10000` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function engineSections(all: readonly Results[]): string[] {
  const largest = all.at(-1);
  if (largest === undefined) return ['## The engine\n', NOTHING];
  return [
    `## The engine

The targets are for 1,000,000 items. They were measured at ${count(largest.items)}: [every class, at each size](results/engine.md).

${verdictSection(verdicts(largest, all))}`,
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const engineTables = (all: readonly Results[]): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
  ...(all.length < 2 ? [] : [`## How time grows\n\n${markdownTable(growthTable(all))}`]),
];

function sizeSection(results: Results): string {
  const { environment, items, seed, budgetMs, sqliteVersion } = results;
  const more = `SQLite ${sqliteVersion ?? 'not installed'}`;
  return `## ${count(items)} items

${environmentLine(environment, more)}; seed ${seed}, ${budgetMs} ms a class and contestant.
${summary(results.classes)}

${markdownTable(classTable(results.classes))}
${markdownTable(partTable(results))}
${markdownTable(footprintTable(results))}`;
}
