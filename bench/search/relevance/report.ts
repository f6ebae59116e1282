/**
 * The report of the relevance benchmark: the measures of all engines by set, by length and by query.
 */
import { percent, right, type Table, unknown, type Verdict } from '../../harness/results/tables.js';
import { engineTitle } from '../report.js';
import type { Difference, EngineMeans, LengthMeans, Measure, SetMeans, SetQualities } from './results.js';

export const digits = (value: number): string => value.toFixed(3);

/** A query a row. */
export const queryTable = ({ engines, queries }: Pick<SetQualities, 'engines' | 'queries'>): Table => ({
  columns: [{ title: 'nDCG@10' }, ...engines.map(({ engine }) => right(engineTitle(engine)))],
  rows: queries.map(({ id, text }, place) => [
    `${id} ${text}`,
    ...engines.map(({ qualities }) => digits(qualities[place]?.ndcg10 ?? 0)),
  ]),
});

const MEASURES: readonly { readonly measure: Measure; readonly title: string }[] = [
  { measure: 'ndcg10', title: 'nDCG@10' },
  { measure: 'map', title: 'MAP' },
  { measure: 'recall100', title: 'recall@100' },
];

export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

export const interval = ({ low, high }: Difference): string => `(${signed(low)} to ${signed(high)})`;

function cell({ mean, ahead }: EngineMeans, measure: Measure): string {
  return ahead === undefined ? digits(mean[measure]) : `${digits(mean[measure])} ${interval(ahead[measure])}`;
}

/** A length and measure a row; behind each engine's mean how far stele is ahead of it, with 95 %. */
export function relevanceTable({ lengths, pooled }: SetMeans): Table {
  const engines = lengths[0]?.engines ?? [];
  const measured = lengths.flatMap((own) =>
    MEASURES.map(({ measure, title }) => [...headOf(own, title), ...own.engines.map((one) => cell(one, measure))]),
  );
  const judged = pooled
    ? lengths
        .slice(0, 1)
        .map((own) => [...headOf(own, 'judged@10'), ...own.engines.map(({ mean }) => percent(mean.judged10))])
    : [];
  return {
    columns: [
      { title: 'words' },
      right('queries'),
      { title: 'measure' },
      ...engines.map(({ engine }) => right(engineTitle(engine))),
    ],
    rows: [...measured, ...judged],
  };
}

const headOf = ({ length, queries }: LengthMeans, title: string): string[] => [length, String(queries), title];

/** The two that have targets. */
const TARGETS = MEASURES.filter(({ measure }) => measure !== 'map');

/** Stele must be no lower than the best of the others, for each length. */
export const relevanceVerdicts = (set: SetMeans): Verdict[] =>
  TARGETS.map(({ measure, title }): Verdict => {
    const promise = `${set.name}: ${title} for each length`;
    const limit = '≥ the best of the others';
    const failing: string[] = [];
    for (const { length, engines } of set.lengths) {
      const stele = engines.find(({ engine }) => engine === 'stele');
      const [best] = engines
        .filter(({ engine }) => engine !== 'stele')
        .toSorted((a, b) => b.mean[measure] - a.mean[measure]);
      if (stele === undefined || best === undefined) return unknown(promise, limit);
      if (stele.mean[measure] >= best.mean[measure]) continue;
      failing.push(
        `${length} (${engineTitle(best.engine)} ${digits(best.mean[measure])}, ${digits(stele.mean[measure])})`,
      );
    }
    const keptTargets = set.lengths.length - failing.length;
    return { promise, limit, measured: `${keptTargets} of ${set.lengths.length}`, kept: failing.length === 0, failing };
  });
