/**
 * Times one query class on two versions in alternating rounds, and computes their ratio.
 *
 * A slow phase of the machine affects both versions. The ratio is the median of the rounds' ratios; its interval shows
 * whether the difference is more than noise.
 */
import type { Random } from '../../data/generate/random.js';
import { duration, right, type Table } from '../harness/results/tables.js';
import { measureSamples } from '../harness/timing/measure.js';
import { geometricMean, medianInterval, medianOf } from '../harness/timing/statistics.js';

export interface Version {
  /** One function a question; both versions have the same questions in the same order. */
  readonly answers: readonly (() => Uint8Array)[];
}

export interface VersionClass {
  readonly name: string;
  readonly questions: number;
  /** Questions whose answers differ in their bytes. */
  readonly different: number;
  /** Medians, in microseconds. */
  readonly otherUs: number;
  readonly ownUs: number;
  /** Own time by the other's: below 1, this version is faster. The 95 % interval is that of the median over rounds. */
  readonly ratio: { readonly median: number; readonly low: number; readonly high: number };
}

export interface RoundEffort {
  /** Milliseconds a version and round. */
  readonly budgetMs: number;
  readonly rounds: number;
  readonly random: Random;
}

/** Compares the answers' bytes first, then times both. Differences are counted: a mended fault is one. */
export async function compareClass(
  name: string,
  other: Version,
  own: Version,
  { budgetMs, rounds, random }: RoundEffort,
): Promise<VersionClass> {
  let different = 0;
  for (const [place, answer] of own.answers.entries()) {
    if (Buffer.compare(answer(), other.answers[place]!()) !== 0) different += 1;
  }
  const runners = [
    { name: 'other', runs: other.answers },
    { name: 'own', runs: own.answers },
  ] as const;
  const effort = { budgetMs, slices: 1, samplesMinimum: 1 };
  await measureSamples(runners, { ...effort, budgetMs: budgetMs / 2 }, random);
  const medians = { other: [] as number[], own: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const samples = await measureSamples(runners, effort, random);
    for (const [version, all] of samples) medians[version].push(medianOf(all) * 1000);
  }
  return {
    name,
    questions: own.answers.length,
    different,
    otherUs: medianOf(medians.other),
    ownUs: medianOf(medians.own),
    ratio: medianInterval(medians.own.map((us, round) => us / medians.other[round]!)),
  };
}

export const classTable = (classes: readonly VersionClass[]): Table => ({
  columns: [
    { title: 'class' },
    right('other'),
    right('this'),
    right('ratio'),
    right('95 % interval'),
    right('different'),
  ],
  rows: classes.map(({ name, otherUs, ownUs, ratio, different, questions }) => [
    name,
    duration(otherUs),
    duration(ownUs),
    ratio.median.toFixed(3),
    `${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`,
    `${different} of ${questions}`,
  ]),
});

export function summaryLines(classes: readonly VersionClass[]): string[] {
  const worst = classes.reduce((a, b) => (b.ratio.median > a.ratio.median ? b : a));
  const mean = (of: 'median' | 'low' | 'high') => geometricMean(classes.map(({ ratio }) => ratio[of])).toFixed(3);
  return [
    `time of this version ÷ the other, geometric mean of ${classes.length} classes: ${mean('median')}`,
    `  (means of the classes' lower and upper ends: ${mean('low')}, ${mean('high')})`,
    `worst class: ${worst.name}, ${worst.ratio.median.toFixed(3)} (${worst.ratio.low.toFixed(3)} to ${worst.ratio.high.toFixed(3)})`,
    `different answers: ${classes.reduce((sum, { different }) => sum + different, 0)} of ${classes.reduce((sum, { questions }) => sum + questions, 0)}`,
  ];
}
