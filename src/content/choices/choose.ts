/**
 * Taking a choice between methods ("ways") with the same answer: the planned way, unless a test forces another.
 *
 * In production there are no overrides: a choice reads one variable of this module and allocates nothing. Overrides apply
 * to one thread, until the run that set them ends.
 */
import { CHOICES, type ChoiceName, type WayOf } from './table.js';
import type { ThresholdName } from './thresholds.js';

/** Ways to take wherever they are possible. */
export type ForcedWays = { readonly [Name in ChoiceName]?: WayOf<Name> };

/** Numbers that replace thresholds of the code. */
export type SetThresholds = { readonly [Name in ThresholdName]?: number };

/** One choice, after it was taken. */
export interface TakenChoice {
  readonly name: ChoiceName;
  readonly planned: string;
  /** Differs from `planned` if a test forced it. */
  readonly taken: string;
  /** At least two, `planned` and `taken` among them. */
  readonly possible: readonly string[];
}

export interface ChoiceOverrides {
  readonly ways?: ForcedWays;
  readonly thresholds?: SetThresholds;
  /** Whether released memory is overwritten, so that a later read of it gives a wrong answer instead of a lucky right one. */
  readonly overwritesReleased?: boolean;
  /** Called for each choice when it is taken. */
  readonly onChoice?: (choice: TakenChoice) => void;
}

let overrides: ChoiceOverrides | undefined;

/**
 * Call it where a choice is carried out, if more than one way gives the right result.
 *
 * @param planned  the way that the estimated cost, size or density favours
 * @param possible the ways that are possible here, `planned` among them; absent: all ways of the table
 * @returns the way to take
 */
export function choose<Name extends ChoiceName>(
  name: Name,
  planned: WayOf<Name>,
  possible?: readonly (WayOf<Name> | undefined)[],
): WayOf<Name> {
  return overrides === undefined ? planned : takeChoice(overrides, name, planned, possible);
}

function takeChoice<Name extends ChoiceName>(
  { ways, onChoice }: ChoiceOverrides,
  name: Name,
  planned: WayOf<Name>,
  candidates: readonly (WayOf<Name> | undefined)[] | undefined,
): WayOf<Name> {
  const possible = (candidates ?? CHOICES[name].ways).filter((way) => way !== undefined);
  const forced: WayOf<Name> | undefined = ways?.[name];
  const taken = forced !== undefined && possible.includes(forced) ? forced : planned;
  if (possible.length > 1) onChoice?.({ name, planned, taken, possible });
  return taken;
}

/** @param value the number in production. @returns the number, or the one that a test has set instead */
export function threshold(name: ThresholdName, value: number): number {
  return overrides === undefined ? value : (overrides.thresholds?.[name] ?? value);
}

/** Whether released memory must be overwritten. */
export const overwritesReleased = (): boolean => overrides?.overwritesReleased === true;

/** Runs with overrides. Overrides that are already set stay; if both set the same, the new one wins. */
export function withChoices<Result>(added: ChoiceOverrides, run: () => Result): Result {
  const previous = overrides;
  overrides = mergeOverrides(previous, added);
  try {
    return run();
  } finally {
    overrides = previous;
  }
}

/** As `withChoices`, for an asynchronous run. Nothing else may run in this thread meanwhile. */
export async function withChoicesAsync<Result>(added: ChoiceOverrides, run: () => Promise<Result>): Promise<Result> {
  const previous = overrides;
  overrides = mergeOverrides(previous, added);
  try {
    return await run();
  } finally {
    overrides = previous;
  }
}

function mergeOverrides(previous: ChoiceOverrides | undefined, added: ChoiceOverrides): ChoiceOverrides {
  if (previous === undefined) return added;
  return {
    ways: { ...previous.ways, ...added.ways },
    thresholds: { ...previous.thresholds, ...added.thresholds },
    overwritesReleased: added.overwritesReleased ?? previous.overwritesReleased ?? false,
    onChoice(choice) {
      previous.onChoice?.(choice);
      added.onChoice?.(choice);
    },
  };
}
