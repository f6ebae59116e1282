/**
 * Larger structures: build choices that may make slow shapes faster, proposed from the structures that answer them.
 *
 * Elsewhere: building and measuring the proposals (advise).
 */
import { type BuildChoices, CHOICE_LIMITS, DEFAULT_CHOICES, LIMITS } from '../../../src/content/model/index.js';
import type { ShapeReport } from '../replay/index.js';

export interface LargerStructures {
  /** The options of `stele build` that make these choices. */
  readonly name: string;
  readonly choices: BuildChoices;
}

/** Shapes with a smaller share of the time are not worth additional bytes. */
const timeShareMinimum = 0.05;

type SlowShape = Pick<ShapeReport, 'shape' | 'structures' | 'timeShare'>;

/**
 * @param sizes number of items of each content type
 * @returns at most three proposals, each to be tried alone
 */
export function proposeLargerStructures(
  { shapes }: { readonly shapes: readonly SlowShape[] },
  sizes: readonly number[],
  choices: BuildChoices,
): readonly LargerStructures[] {
  const slow = shapes.filter(({ timeShare }) => timeShare >= timeShareMinimum);
  const usesStructure =
    (pattern: RegExp) =>
    ({ structures }: SlowShape): boolean =>
      structures.some((structure) => pattern.test(structure));
  const items = Math.max(0, ...sizes);
  // Quantiles are read when runs are combined or counted, and when items are read in the order of a field.
  const shouldTryQuantiles = items >= choices.quantilesFrom && slow.some(usesStructure(/run|order/));
  // Stored first items answer a page in the order of the export if the page is not longer than they are.
  const pageLengths = slow.filter(usesStructure(/substring tree: counted/)).map(({ shape }) => readPageLimit(shape));
  const longestPage = Math.max(0, ...pageLengths);
  return [
    ...(shouldTryQuantiles ? proposeQuantiles(choices) : []),
    ...(longestPage > choices.firstItems ? firstItems(choices, longestPage) : []),
  ];
}

function proposeQuantiles(choices: BuildChoices): readonly LargerStructures[] {
  const maximum = CHOICE_LIMITS.quantiles[1];
  const candidates =
    choices.quantiles === 0 ? [DEFAULT_CHOICES.quantiles] : [2, 4].map((times) => choices.quantiles * times);
  return candidates
    .filter((quantiles) => quantiles <= maximum)
    .map((quantiles) => ({ name: `--quantiles ${quantiles}`, choices: { ...choices, quantiles } }));
}

function firstItems(choices: BuildChoices, longestPage: number): readonly LargerStructures[] {
  const above = Math.max(choices.firstItemsAbove, longestPage);
  const optionAbove = above === choices.firstItemsAbove ? '' : ` --first-items-above ${above}`;
  return [
    {
      name: `--first-items ${longestPage}${optionAbove}`,
      choices: { ...choices, firstItems: longestPage, firstItemsAbove: above },
    },
  ];
}

/** @returns items in a page of the shape */
function readPageLimit(shape: string): number {
  const [, limit] = /[?&]page\[limit\]=(\d+)/.exec(shape) ?? [];
  return limit === undefined ? LIMITS.pageLimitDefault : Math.min(Number(limit), LIMITS.pageLimitMaximum);
}
