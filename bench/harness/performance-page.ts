/**
 * `docs/performance.md`, made from the results and nothing else.
 */
import { classTable, footprintTable, growthTable, partTable, summary } from '../engine/report.js';
import type { Results } from '../engine/results.js';
import { verdicts } from '../engine/targets.js';
import { count, markdownTable } from './tables.js';
import { missedLines, type Verdict, verdictTable } from './verdicts.js';

const INTRODUCTION = `# Performance

This page is made from \`bench/results\` by \`npm run bench:engine -- --report\`; a test fails when it says anything else.
What is measured and how: [bench/README.md](../bench/README.md).

Each class asks at least 200 different questions. Stele and SQLite start from the checked query and end with the bytes
of the document: 20 items and the exact total. Every answer counted under "compared" was the same on both, byte for
byte, before anything was timed. *Ratio* is SQLite's median divided by stele's.
`;

const NOTHING = 'No results have been recorded yet. `npm run bench:engine -- --items 10000` records some.\n';

/** @param all the fewest items first */
export function performancePage(all: readonly Results[]): string {
  const largest = all.at(-1);
  if (largest === undefined) return `${INTRODUCTION}\n${NOTHING}`;
  const sections = [
    INTRODUCTION,
    `## Targets\n\nSet for 1,000,000 items; measured at ${count(largest.items)}.\n\n${targets(verdicts(largest, all))}`,
    ...all.toReversed().map(sizeSection),
    ...(all.length < 2 ? [] : [`## How time grows\n\n${markdownTable(growthTable(all))}`]),
  ];
  return sections.join('\n');
}

const targets = (found: readonly Verdict[]): string =>
  [markdownTable(verdictTable(found)), ...missedLines(found).map((line) => `${line}\n`)].join('\n');

function sizeSection(results: Results): string {
  const { environment, items, seed, budgetMs, sqliteVersion } = results;
  const gibibytes = Math.round(environment.memoryBytes / 2 ** 30);
  return `## ${count(items)} items

${environment.date}, commit ${environment.commit}, Node ${environment.node}, SQLite ${sqliteVersion ?? 'not installed'}, ${environment.cpu}, ${environment.cores} cores, ${gibibytes} GiB; seed ${seed}, ${budgetMs} ms a class and contestant.
${summary(results.classes)}

${markdownTable(classTable(results.classes))}
${markdownTable(partTable(results))}
${markdownTable(footprintTable(results))}`;
}
