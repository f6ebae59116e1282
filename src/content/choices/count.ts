/**
 * Counting the choices of a run: how often each way was taken.
 */

import { type TakenChoice, withChoices } from './choose.js';
import { CHOICE_NAMES, CHOICES, type ChoiceName } from './table.js';

export interface CountedChoice {
  readonly name: ChoiceName;
  readonly way: string;
  readonly times: number;
  /** One sentence: the ways to choose between. */
  readonly says: string;
}

/** @returns what the run returns, and the choices that it took, in the order of the table and of its ways */
export function countingChoices<Result>(run: () => Result): {
  readonly result: Result;
  readonly choices: readonly CountedChoice[];
} {
  const times = new Map<string, number>();
  const keyOf = (name: ChoiceName, way: string): string => `${name} ${way}`;
  const countChoice = ({ name, taken }: TakenChoice): void => {
    const key = keyOf(name, taken);
    times.set(key, (times.get(key) ?? 0) + 1);
  };
  const result = withChoices({ onChoice: countChoice }, run);
  const choices = CHOICE_NAMES.flatMap((name) =>
    CHOICES[name].ways.flatMap((way) => {
      const taken = times.get(keyOf(name, way));
      return taken === undefined ? [] : [{ name, way, times: taken, says: CHOICES[name].description }];
    }),
  );
  return { result, choices };
}
