/**
 * Writes the search part of `docs/performance.md` and its page of tables from the results.
 */
import { environmentLine } from '../harness/results/results-files.js';
import { count, markdownTable, verdictSection } from '../harness/results/tables.js';
import { type KnownResults, knownSection } from './relevance/known-results.js';
import { relevanceTable, relevanceVerdicts } from './relevance/report.js';
import type { RelevanceResults } from './relevance/results.js';
import { corpusLine, costTable, timeTable } from './report.js';
import type { SearchResults } from './results.js';
import { searchVerdicts } from './results.js';

const INTRODUCTION = `The tables compare ranked search with the libraries that are the usual choice. Each library runs in a process of its own,
with the same fields and weights. In turns, each returns the ids of the first twenty items. Its results were compared with
a plain scan before. The other libraries do only the work that a query needs, while stele always applies all its rules
([the queries of each library](../../bench/README.md#search)).
`;

const NOTHING = 'No results of searches have been recorded yet. `npm run bench:search` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function searchSections(all: readonly SearchResults[], relevance: RelevanceResults | undefined): string[] {
  const largest = all.at(-1);
  return [
    '## Search\n',
    largest === undefined
      ? NOTHING
      : `The targets were measured at ${count(largest.items)} articles. [The tables](results/search.md) show every library in every class.

${verdictSection(largest.corpora.flatMap(searchVerdicts))}`,
    ...(relevance === undefined ? [] : [verdictSection(relevance.sets.flatMap(relevanceVerdicts))]),
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const searchTables = (
  all: readonly SearchResults[],
  relevance: RelevanceResults | undefined,
  known: KnownResults | undefined,
): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
  ...(relevance === undefined ? [] : [relevanceSection(relevance)]),
  ...(known === undefined ? [] : [knownSection(known)]),
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

const RELEVANCE = `These tables measure whether the right documents come first.

- *Known items* are searches of one to twenty words, drawn from texts by a rule; the document of the text is the right
  result. Half of them were not used until the ranking was finished.
- The *first fifty queries* were used during the work on the ranking. The [forty held
  out](../../bench/search/judgements/held-out/README.md) were used once, as that page describes.
- The [long questions](../../bench/search/judgements/long/README.md) were written and judged before any library answered
  them.

The brackets contain the lead of stele, as an interval of 95 %. If the interval contains 0, the difference may be chance.
`;

function relevanceSection({ environment, sets }: RelevanceResults): string {
  const queries = sets.reduce((sum, { lengths }) => sum + (lengths[0]?.queries ?? 0), 0);
  const tables = sets.map((set) => `### ${set.name}\n\n${markdownTable(relevanceTable(set))}`);
  return `## Relevance

${environmentLine(environment, `${count(queries)} queries`)}; [how they were judged](../../bench/search/judgements/README.md).

${RELEVANCE}
${tables.join('\n')}`;
}
