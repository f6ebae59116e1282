/**
 * The search's part of `docs/performance.md`, made from its results and nothing else.
 */
import { environmentLine } from '../harness/environment.js';
import { count, markdownTable } from '../harness/tables.js';
import { verdictSection } from '../harness/verdicts.js';
import { type RelevanceResults, relevanceTable, relevanceVerdict } from './relevance/results.js';
import { corpusLine, costTable, timeTable } from './report.js';
import type { SearchResults } from './results.js';
import { searchVerdicts } from './targets.js';

const INTRODUCTION = `## Search

Ranked search beside the libraries one would otherwise use, each in a process of its own, with the same fields and
weights, asked in turns for the ids of the first twenty. What they find was compared with a plain scan before.
[What each is asked](../bench/README.md#search): the others for no more than is needed, stele always for everything it does.
`;

const NOTHING = 'No results of searches have been recorded yet. `npm run bench:search` records some.\n';
const NO_RELEVANCE = 'No relevance has been recorded yet. `npm run bench:relevance` records it.\n';

/** @param all the fewest items first; @returns Markdown sections, each ending in a line feed */
export function searchSections(all: readonly SearchResults[], relevance: RelevanceResults | undefined): string[] {
  return [
    INTRODUCTION,
    ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
    relevance === undefined ? NO_RELEVANCE : relevanceSection(relevance),
  ];
}

function sizeSection({ items, seed, budgetMs, environment, corpora }: SearchResults): string {
  const parts = corpora.map(
    (corpus) => `${corpusLine(corpus)}.

${verdictSection(searchVerdicts(corpus))}
${markdownTable(timeTable(corpus))}
${markdownTable(costTable(corpus))}`,
  );
  return `### Search, ${count(items)} articles

${environmentLine(environment, 'every engine a process')}; seed ${seed}, ${budgetMs} ms a class and engine.

${parts.join('\n')}`;
}

const HELD_OUT = `The first of them were looked at while stele's ranking was worked on, and the others' ways of asking were chosen by
them. [Those held out](../bench/search/judgements/held-out/README.md) were written and judged before any engine was asked, but
stele's ranking was changed after one look at them: what they said before, and what was changed, is told there.
Sets of this size do not tell engines apart that differ by one or two hundredths.
`;

function relevanceSection({ environment, sets }: RelevanceResults): string {
  const counts = sets.map(({ heldOut, queries }) => `${queries} ${heldOut ? 'held out' : 'Tate queries'}`);
  const about = sets.some(({ heldOut }) => heldOut) ? `\n${HELD_OUT}` : '';
  return `### Relevance

${environmentLine(environment, counts.join(' and '))}; [how they were
judged](../bench/search/judgements/README.md).
${about}
${verdictSection(sets.map(relevanceVerdict))}
${markdownTable(relevanceTable(sets))}`;
}
