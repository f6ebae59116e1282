/**
 * The report of a facet run: compares the answers of each query class, times all contestants in turns, and prints
 * their ratios.
 */

import type { Random } from '../../data/generate/random.js';
import { times } from '../harness/results/tables.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import { geometricMean } from '../harness/timing/statistics.js';
import { type ClassResult, type Pair, ratioOf } from '../postgres/report.js';
import type { Asked, Contestant } from './contestants/index.js';
import { type QuestionClass, targetOf } from './questions.js';

/** Targets of a page in milliseconds: median and 99th percentile. */
const PAGE_TARGETS = { p50Ms: 1, p99Ms: 5 };
const MEAN_TARGET = 50;

export const PAIRS: readonly Pair[] = [
  ['SQLite', 'stele'],
  ['DuckDB', 'stele'],
  ['Groonga', 'stele'],
];

/** @returns two lines about one that took part, none otherwise */
function pairVerdicts(results: readonly ClassResult[], pair: Pair): string[] {
  const ratios = results.flatMap((one) => ratioOf(one, pair) ?? []);
  if (ratios.length === 0) return [];
  const [peer] = pair;
  const behind = results.filter((one) => (ratioOf(one, pair) ?? 0) <= 1).map(({ name }) => name);
  const target = peer === 'SQLite' ? ` (target ${MEAN_TARGET})` : '';
  return [
    `${peer} ÷ stele: geometric mean ${times(geometricMean(ratios))}${target}`,
    behind.length === 0 ? `  ahead of ${peer} in every class` : `  behind ${peer} in: ${behind.join('; ')}`,
  ];
}

export function verdicts(results: readonly ClassResult[]): string[] {
  const lines = PAIRS.flatMap((pair) => pairVerdicts(results, pair));
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
  const running: { name: Contestant['name']; waits: boolean; asked: Asked[] }[] = [];
  for (const contestant of contestants) {
    const asked: Asked[] = [];
    for (const question of questions) asked.push(await contestant.prepare(question));
    running.push({ name: contestant.name, waits: contestant.waits, asked });
  }
  const [first, ...others] = running;
  for (const [place, question] of questions.entries()) {
    const expected = JSON.stringify(await first?.asked[place]?.answer());
    for (const other of others) {
      const found = JSON.stringify(await other.asked[place]?.answer());
      if (found === expected) continue;
      throw new DifferenceError(`${name}: ${targetOf(question)}\n${first?.name}: ${expected}\n${other.name}: ${found}`);
    }
  }
  const runners = running.map(({ name: runner, waits, asked }) => ({
    name: runner,
    waits,
    runs: asked.map(({ run }) => run),
  }));
  const compared = questions.length;
  return { name, questions: compared, compared, timings: await measure(runners, effort, random) };
}
