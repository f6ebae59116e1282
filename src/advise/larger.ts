/**
 * Structures that could be larger: which choices of a build are worth a try, by what slow shapes are answered from.
 */
import { type BuildChoices, CHOICE_LIMITS, DEFAULT_CHOICES } from '../model/index.js';
import type { ReplayReport } from '../replay/index.js';
import type { Space } from '../snapshot/index.js';

export interface Larger {
  /** As options of `stele build`. */
  readonly name: string;
  readonly choices: BuildChoices;
}

/** A shape with less of the time is not worth bytes of its own. */
const timeShareLeast = 0.05;

/** @returns what may serve a shape faster that takes its share of the time, few */
export function largerFor({ shapes }: ReplayReport, { types }: Space, choices: BuildChoices): readonly Larger[] {
  const slow = shapes.filter(({ timeShare }) => timeShare >= timeShareLeast);
  // Quantiles are read where runs are combined, counted, or passed in the order of a field.
  const combines = slow.some(({ structures }) => structures.some((name) => /run|order/.test(name)));
  if (!combines) return [];
  const largest = Math.max(...[...types.values()].map(({ segment }) => segment.size));
  if (largest < choices.quantilesFrom) return [];
  const most = CHOICE_LIMITS.quantiles[1];
  const more = choices.quantiles === 0 ? [DEFAULT_CHOICES.quantiles] : [2, 4].map((times) => choices.quantiles * times);
  return more
    .filter((quantiles) => quantiles <= most)
    .map((quantiles) => ({ name: `--quantiles ${quantiles}`, choices: { ...choices, quantiles } }));
}
