/**
 * Writes the search part of `docs/performance.md` and its page of tables from the results.
 */
import { environmentLine } from '../harness/results/results-files.js';
import { count, markdownTable, verdictSection } from '../harness/results/tables.js';
import { relevanceTable, relevanceVerdicts } from './relevance/report.js';
import type { RelevanceResults } from './relevance/results.js';
import { corpusLine, costTable, timeTable } from './report.js';
import type { SearchResults } from './results.js';
import { searchVerdicts } from './results.js';

const INTRODUCTION = `Ranked search, compared with the libraries that are the usual choice. Each runs in a process of its own, with the same
fields and weights, and they are asked in turns for the ids of the first twenty. What each finds was compared with a plain
scan before. The others do no more than a question needs, while stele always does everything it can ([what each is
asked](../../bench/README.md#search)).
`;

const NOTHING = 'No results of searches have been recorded yet. `npm run bench:search` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function searchSections(all: readonly SearchResults[], relevance: RelevanceResults | undefined): string[] {
  const largest = all.at(-1);
  return [
    '## Search\n',
    largest === undefined
      ? NOTHING
      : `Measured at ${count(largest.items)} articles: [every engine on every class](results/search.md).

${verdictSection(largest.corpora.flatMap(searchVerdicts))}`,
    ...(relevance === undefined ? [] : [verdictSection(relevance.sets.flatMap(relevanceVerdicts))]),
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const searchTables = (all: readonly SearchResults[], relevance: RelevanceResults | undefined): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
  ...(relevance === undefined ? [] : [relevanceSection(relevance)]),
];

function sizeSection({ items, seed, budgetMs, environment, corpora }: SearchResults): string {
  const parts = corpora.map(
    (corpus) => `${corpusLine(corpus)}.

${markdownTable(timeTable(corpus))}
${markdownTable(costTable(corpus))}`,
  );
  return `## Search, ${count(items)} articles

${environmentLine(environment, 'every engine a process')}; seed ${seed}, ${budgetMs} ms a class and engine.

${parts.join('\n')}`;
}

const RELEVANCE = `Known items are questions of one to twenty words, drawn from texts by a rule: the document they are of is the one that is
right. Half of them were left alone until the ranking was done; the first fifty queries were worked on with, and the
[forty held out](../../bench/search/judgements/held-out/README.md) once, as is told there. The [long
questions](../../bench/search/judgements/long/README.md) were written and judged before any engine was asked. In brackets is
by how much stele is ahead, with 95 %: where that holds 0, the difference may be chance.
`;

function relevanceSection({ environment, sets }: RelevanceResults): string {
  const queries = sets.reduce((sum, { lengths }) => sum + (lengths[0]?.queries ?? 0), 0);
  const tables = sets.map((set) => `### ${set.name}\n\n${markdownTable(relevanceTable(set))}`);
  return `## Relevance

${environmentLine(environment, `${count(queries)} queries`)}; [how they were judged](../../bench/search/judgements/README.md).

${RELEVANCE}
${tables.join('\n')}`;
}
