/**
 * Structures that could be larger: which choices of a build are worth a try, by what slow shapes are answered from.
 */
import { type BuildChoices, CHOICE_LIMITS, DEFAULT_CHOICES, LIMITS } from '../../../src/content/model/index.js';
import type { ShapeReport } from '../replay/index.js';

export interface Larger {
  /** As options of `stele build`. */
  readonly name: string;
  readonly choices: BuildChoices;
}

/** A shape with less of the time is not worth bytes of its own. */
const timeShareLeast = 0.05;

type SlowShape = Pick<ShapeReport, 'shape' | 'structures' | 'timeShare'>;

/**
 * @param sizes how many items each content type has
 * @returns what may serve a shape faster that takes its share of the time, few
 */
export function largerFor(
  { shapes }: { readonly shapes: readonly SlowShape[] },
  sizes: readonly number[],
  choices: BuildChoices,
): readonly Larger[] {
  const slow = shapes.filter(({ timeShare }) => timeShare >= timeShareLeast);
  const answeredBy =
    (pattern: RegExp) =>
    ({ structures }: SlowShape): boolean =>
      structures.some((structure) => pattern.test(structure));
  const items = Math.max(0, ...sizes);
  // Quantiles are read where runs are combined, counted, or passed in the order of a field.
  const quantiles = items >= choices.quantilesFrom && slow.some(answeredBy(/run|order/));
  // Stored first items serve a page in the export's order that is no longer than they are.
  const paged = slow.filter(answeredBy(/substring tree: counted/)).map(({ shape }) => pageOf(shape));
  const longest = Math.max(0, ...paged);
  return [
    ...(quantiles ? moreQuantiles(choices) : []),
    ...(longest > choices.firstItems ? firstItems(choices, longest) : []),
  ];
}

function moreQuantiles(choices: BuildChoices): readonly Larger[] {
  const most = CHOICE_LIMITS.quantiles[1];
  const more = choices.quantiles === 0 ? [DEFAULT_CHOICES.quantiles] : [2, 4].map((times) => choices.quantiles * times);
  return more
    .filter((quantiles) => quantiles <= most)
    .map((quantiles) => ({ name: `--quantiles ${quantiles}`, choices: { ...choices, quantiles } }));
}

function firstItems(choices: BuildChoices, longest: number): readonly Larger[] {
  const above = Math.max(choices.firstItemsAbove, longest);
  const beside = above === choices.firstItemsAbove ? '' : ` --first-items-above ${above}`;
  return [
    {
      name: `--first-items ${longest}${beside}`,
      choices: { ...choices, firstItems: longest, firstItemsAbove: above },
    },
  ];
}

/** @returns how long the pages of a shape are */
function pageOf(shape: string): number {
  const [, limit] = /[?&]page\[limit\]=(\d+)/.exec(shape) ?? [];
  return limit === undefined ? LIMITS.pageLimitDefault : Math.min(Number(limit), LIMITS.pageLimitMaximum);
}
