/**
 * Measures for sets of which only a pool of documents was judged: an unjudged document is neither relevant nor irrelevant.
 *
 * Elsewhere: measures that count an unjudged document as not relevant (results).
 */
import { ndcg } from './results.js';
import type { Grades } from './sets.js';

const isJudgedRelevant = (grade: number | undefined): boolean => grade !== undefined && grade >= 1;

/** @returns whether the judgements name documents that are not relevant; without them, these measures say nothing */
export const hasIrrelevant = (grades: Grades): boolean => [...grades.values()].some((grade) => grade < 1);

/**
 * @returns nDCG of the ranking without its unjudged documents
 * Source: Sakai, "Alternatives to bpref", SIGIR 2007 (condensed lists).
 */
export const condensedNdcg = (ranking: readonly string[], grades: Grades, cut: number): number =>
  ndcg(
    ranking.filter((id) => grades.has(id)),
    grades,
    cut,
  );

/**
 * @returns 0 to 1: how seldom judged irrelevant documents are in front of relevant ones; 0 if no document is relevant
 * Source: Buckley, Voorhees, "Retrieval evaluation with incomplete information", SIGIR 2004, as in trec_eval.
 */
export function bpref(ranking: readonly string[], grades: Grades): number {
  const all = [...grades.values()];
  const relevantCount = all.filter(isJudgedRelevant).length;
  const bound = Math.min(relevantCount, all.length - relevantCount);
  let irrelevantInFront = 0;
  let sum = 0;
  for (const id of ranking) {
    const grade = grades.get(id);
    if (grade === undefined) continue;
    if (!isJudgedRelevant(grade)) irrelevantInFront += 1;
    else sum += irrelevantInFront === 0 ? 1 : 1 - Math.min(irrelevantInFront, bound) / bound;
  }
  return relevantCount === 0 ? 0 : sum / relevantCount;
}

export interface Newcomers {
  /** Documents among the first `cut` now and not before. */
  readonly count: number;
  /** Newcomers without a judgement. */
  readonly unjudged: readonly string[];
}

/** @returns documents that have come among the first `cut` */
export function findNewcomers(
  before: readonly string[],
  after: readonly string[],
  grades: Grades,
  cut: number,
): Newcomers {
  const firstBefore = new Set(before.slice(0, cut));
  const newcomers = after.slice(0, cut).filter((id) => !firstBefore.has(id));
  return { count: newcomers.length, unjudged: newcomers.filter((id) => !grades.has(id)) };
}
