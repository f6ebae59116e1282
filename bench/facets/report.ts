/**
 * What a run came to: a table, and by how much stele is ahead of each of the others, or where it is behind.
 *
 * One class of questions: every answer compared, then both timed in turns.
 */

import type { Random } from '../../data/generate/random.js';
import { duration, right, type Table, times } from '../harness/results/tables.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import { geometricMean, type Timing } from '../harness/timing/statistics.js';
import type { Contestant } from './contestants.js';
import { type QuestionClass, targetOf } from './questions.js';

/** Milliseconds that a page may take: half of them, and all but one in a hundred. */
const PAGE_TARGETS = { p50Ms: 1, p99Ms: 5 };
const MEAN_TARGET = 50;

/** Whoever was timed, in the order of the first class; stele comes first. */
const othersOf = ([first]: readonly ClassResult[]): string[] => Object.keys(first?.timings ?? {}).slice(1);

export function tableOf(results: readonly ClassResult[]): Table {
  const others = othersOf(results);
  return {
    columns: [
      { title: 'class' },
      right('stele p50'),
      right('p99'),
      ...others.flatMap((name) => [right(`${name} p50`), right('ratio')]),
    ],
    rows: results.map(({ name, timings }) => {
      const own = timings['stele'];
      const shown = others.flatMap((other) => {
        const timing = timings[other];
        if (timing === undefined || own === undefined) return ['', ''];
        return [duration(timing.p50Us), times(timing.p50Us / own.p50Us)];
      });
      return [name, duration(own?.p50Us ?? 0), duration(own?.p99Us ?? 0), ...shown];
    }),
  };
}

export function verdicts(results: readonly ClassResult[]): string[] {
  const lines: string[] = [];
  for (const other of othersOf(results)) {
    const ratios = results.map(({ timings }) => (timings[other]?.p50Us ?? 1) / (timings['stele']?.p50Us ?? 1));
    const behind = results.filter((_, place) => (ratios[place] ?? 0) <= 1).map(({ name }) => name);
    const target = other === 'SQLite' ? ` (target ${MEAN_TARGET})` : '';
    lines.push(`${other} ÷ stele: geometric mean ${times(geometricMean(ratios))}${target}`);
    lines.push(
      behind.length === 0 ? `  ahead of ${other} in every class` : `  behind ${other} in: ${behind.join('; ')}`,
    );
  }
  const page = results.find(({ name }) => name.startsWith('list page'))?.timings['stele'];
  if (page !== undefined) {
    const isKept = page.p50Us <= PAGE_TARGETS.p50Ms * 1000 && page.p99Us <= PAGE_TARGETS.p99Ms * 1000;
    lines.push(
      `list page: p50 ≤ ${PAGE_TARGETS.p50Ms} ms and p99 ≤ ${PAGE_TARGETS.p99Ms} ms: ${isKept ? 'kept' : 'MISSED'}`,
    );
  }
  return lines;
}

export interface ClassResult {
  readonly name: string;
  /** By contestant. */
  readonly timings: Readonly<Record<string, Timing>>;
}

/** @throws DifferenceError when a contestant counted something else than the first */
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
  return { name, timings: Object.fromEntries(await measure(runners, effort, random)) };
}
