/**
 * The report of a facet run: compares the answers of each query class, times both contestants in turns, and prints
 * their ratio.
 */

import type { Random } from '../../data/generate/random.js';
import { times } from '../harness/results/tables.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import { geometricMean } from '../harness/timing/statistics.js';
import { type ClassResult, type Pair, ratioOf } from '../postgres/report.js';
import type { Contestant } from './contestants.js';
import { type QuestionClass, targetOf } from './questions.js';

/** Targets of a page in milliseconds: median and 99th percentile. */
const PAGE_TARGETS = { p50Ms: 1, p99Ms: 5 };
const MEAN_TARGET = 50;

export const PAIR: Pair = ['SQLite', 'stele'];

export function verdicts(results: readonly ClassResult[]): string[] {
  const lines: string[] = [];
  const ratios = results.flatMap((one) => ratioOf(one, PAIR) ?? []);
  if (ratios.length > 0) {
    const behind = results.filter((one) => (ratioOf(one, PAIR) ?? 0) <= 1).map(({ name }) => name);
    lines.push(`SQLite ÷ stele: geometric mean ${times(geometricMean(ratios))} (target ${MEAN_TARGET})`);
    lines.push(behind.length === 0 ? '  ahead of SQLite in every class' : `  behind SQLite in: ${behind.join('; ')}`);
  }
  const page = results.find(({ name }) => name.startsWith('list page'))?.timings.get('stele');
  if (page !== undefined) {
    const isKept = page.p50Us <= PAGE_TARGETS.p50Ms * 1000 && page.p99Us <= PAGE_TARGETS.p99Ms * 1000;
    lines.push(
      `list page: p50 ≤ ${PAGE_TARGETS.p50Ms} ms and p99 ≤ ${PAGE_TARGETS.p99Ms} ms: ${isKept ? 'kept' : 'MISSED'}`,
    );
  }
  return lines;
}

/** @throws DifferenceError if a contestant counted something else than the first */
export async function measureClass(
  { name, questions }: QuestionClass,
  contestants: readonly Contestant[],
  effort: Effort,
  random: Random,
): Promise<ClassResult> {
  const running = contestants.map((one) => ({ name: one.name, asked: questions.map((each) => one.prepare(each)) }));
  const [first, ...others] = running;
  for (const [place, question] of questions.entries()) {
    const expected = JSON.stringify(first?.asked[place]?.answer());
    for (const other of others) {
      const found = JSON.stringify(other.asked[place]?.answer());
      if (found === expected) continue;
      throw new DifferenceError(`${name}: ${targetOf(question)}\n${first?.name}: ${expected}\n${other.name}: ${found}`);
    }
  }
  const runners = running.map((one) => ({ name: one.name, runs: one.asked.map(({ run }) => run) }));
  const compared = questions.length;
  return { name, questions: compared, compared, timings: await measure(runners, effort, random) };
}
