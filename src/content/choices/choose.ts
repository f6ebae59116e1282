/**
 * Taking a choice: the way that was planned, unless a test has forced another.
 *
 * In production nothing is installed: a choice costs one look at a variable of this module, and allocates nothing. What is
 * installed holds for one thread, until the run that installed it ends.
 */
import { CHOICES, type ChoiceName, type WayOf } from './table.js';
import type { ThresholdName } from './thresholds.js';

/** The ways that are taken wherever they are possible. */
export type ForcedWays = { readonly [Name in ChoiceName]?: WayOf<Name> };

/** Numbers that take the place of those in the code. */
export type SetThresholds = { readonly [Name in ThresholdName]?: number };

/** A choice that was taken. */
export interface TakenChoice {
  readonly name: ChoiceName;
  readonly planned: string;
  /** Not what was planned where that was forced. */
  readonly taken: string;
  /** At least two, `planned` and `taken` among them. */
  readonly possible: readonly string[];
}

export interface Installed {
  readonly ways?: ForcedWays;
  readonly thresholds?: SetThresholds;
  /** Whether memory that is given back is overwritten, so that reading it afterwards gives a wrong answer, and not by luck the right one. */
  readonly overwritesReleased?: boolean;
  /** Told of every choice, as it is taken. */
  readonly told?: (choice: TakenChoice) => void;
}

let installed: Installed | undefined;

/**
 * To be called where a choice is carried out, and only where more than one way would give the right result.
 *
 * @param planned  the way that costs, sizes or densities speak for
 * @param possible where not all of the table's ways are: those that are, at least `planned`
 * @returns the way to take
 */
export function choose<Name extends ChoiceName>(
  name: Name,
  planned: WayOf<Name>,
  possible?: readonly (WayOf<Name> | undefined)[],
): WayOf<Name> {
  return installed === undefined ? planned : chosen(installed, name, planned, possible);
}

function chosen<Name extends ChoiceName>(
  { ways, told }: Installed,
  name: Name,
  planned: WayOf<Name>,
  among: readonly (WayOf<Name> | undefined)[] | undefined,
): WayOf<Name> {
  const possible = (among ?? CHOICES[name].ways).filter((way) => way !== undefined);
  const forced: WayOf<Name> | undefined = ways?.[name];
  const taken = forced !== undefined && possible.includes(forced) ? forced : planned;
  if (possible.length > 1) told?.({ name, planned, taken, possible });
  return taken;
}

/** @param value in production. @returns that, or what a test has set in its place */
export function threshold(name: ThresholdName, value: number): number {
  return installed === undefined ? value : (installed.thresholds?.[name] ?? value);
}

/** Whether memory that is given back is to be overwritten. */
export const overwritesReleased = (): boolean => installed?.overwritesReleased === true;

/** Runs something with choices forced, thresholds set or choices told. What is installed already holds beside it, where both speak the newer. */
export function withChoices<Result>(own: Installed, run: () => Result): Result {
  const before = installed;
  installed = both(before, own);
  try {
    return run();
  } finally {
    installed = before;
  }
}

/** The same of a run that waits: nothing else may run in this thread meanwhile. */
export async function withChoicesAsync<Result>(own: Installed, run: () => Promise<Result>): Promise<Result> {
  const before = installed;
  installed = both(before, own);
  try {
    return await run();
  } finally {
    installed = before;
  }
}

function both(before: Installed | undefined, own: Installed): Installed {
  if (before === undefined) return own;
  return {
    ways: { ...before.ways, ...own.ways },
    thresholds: { ...before.thresholds, ...own.thresholds },
    overwritesReleased: own.overwritesReleased ?? before.overwritesReleased ?? false,
    told(choice) {
      before.told?.(choice);
      own.told?.(choice);
    },
  };
}
