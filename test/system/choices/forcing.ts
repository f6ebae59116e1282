/**
 * A request answered as planned, and again with choices forced the other way: the bytes must be the same.
 */
import { Random } from '../../../data/generate/random.js';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  type ForcedWays,
  type SetThresholds,
  type TakenChoice,
  withChoices,
} from '../../../src/content/choices/index.js';
import { RequestError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest, splitTarget } from '../../../src/jsonapi/index.js';

const publicRoot = 'https://example.org/delivery/jsonapi';

/** Forced unless a trial says otherwise: a tally of an earlier request would leave nothing to count. */
const COUNT_ANEW: ForcedWays = { 'related.stored': 'count' };

/** How often each way of each choice was taken, in all runs: `name way`. */
export type SeenWays = Map<string, number>;

export interface ForcedDifference {
  readonly target: string;
  /** As few as show it. */
  readonly forced: Readonly<Record<string, string>>;
  readonly planned: string;
  readonly found: string;
}

const isName = (name: string): name is ChoiceName => Object.hasOwn(CHOICES, name);

/** Any choice of names and ways is one: which way belongs to which name is checked here. */
export function forcedWays(ways: Readonly<Record<string, string>>): ForcedWays {
  const all: Record<string, string> = {};
  for (const [name, way] of Object.entries(ways)) {
    if (!isName(name) || !CHOICES[name].ways.some((one) => one === way)) throw new Error(`${name} has no way ${way}`);
    all[name] = way;
  }
  return all;
}

export class Forcing {
  /** Forced answers. */
  answers = 0;
  /** Requests that the service refuses, whatever is forced. */
  refused = 0;
  readonly seen: SeenWays = new Map();
  readonly #space: Space;
  readonly #thresholds: SetThresholds;
  readonly #random: Random;
  readonly #mixes: number;

  /**
   * @param thresholds set while anything is answered
   * @param mixes how often several choices are forced at once, by chance
   */
  constructor(space: Space, thresholds: SetThresholds, seed: number, mixes: number, seen?: SeenWays) {
    this.#space = space;
    this.#thresholds = thresholds;
    this.#random = new Random(seed, 'forcing');
    this.#mixes = mixes;
    if (seen !== undefined) this.seen = seen;
  }

  /**
   * @param other the same content, opened in another way
   * @returns what differs; undefined where nothing does. Cost: an answer for each other way, and for each mix.
   */
  ask(target: string, other?: Space): ForcedDifference | undefined {
    // The first as planned too, but with released memory overwritten, as it is in all that follow.
    const trials: Readonly<Record<string, string>>[] = [{}];
    const note = ({ name, taken, possible }: TakenChoice): void => {
      for (const way of possible) if (way !== taken) trials.push({ [name]: way });
    };
    const planned = this.#answer(target, {}, note, { overwritesReleased: false });
    if (planned === undefined) {
      this.refused += 1;
      return undefined;
    }
    const elsewhere = other === undefined ? undefined : this.compare(target, other);
    if (elsewhere !== undefined) return elsewhere;
    for (let mix = 0; mix < this.#mixes; mix += 1) trials.push(this.#mix());
    const tried = new Set<string>();
    // The list grows while it is walked: one forced way may lead to choices that nothing has come to yet.
    for (const forced of trials) {
      const key = JSON.stringify(forced);
      if (tried.has(key)) continue;
      tried.add(key);
      const found = this.#answer(target, forced, ({ name, possible }) => {
        for (const way of possible) if (!this.seen.has(`${name} ${way}`)) trials.push({ ...forced, [name]: way });
      });
      this.answers += 1;
      if (found !== planned) return this.#smallest({ target, forced, planned, found: found ?? 'nothing' });
    }
    return undefined;
  }

  /** @returns what differs in another space of the same content, with nothing forced */
  compare(target: string, other: Space): ForcedDifference | undefined {
    const planned = this.#answer(target, {});
    const found = this.#answer(target, {}, undefined, { space: other });
    if (planned === found) return undefined;
    return { target, forced: {}, planned: planned ?? 'nothing', found: found ?? 'nothing' };
  }

  /** @returns what differs where all of these ways are taken at once */
  force(target: string, ways: Readonly<Record<string, string>>): ForcedDifference | undefined {
    return this.#differs(target, ways);
  }

  /** Each choice one of its ways, or as planned. */
  #mix(): Readonly<Record<string, string>> {
    const mixed: Record<string, string> = {};
    for (const name of CHOICE_NAMES) {
      const { ways } = CHOICES[name];
      const drawn = this.#random.below(ways.length + 1);
      const way = ways[drawn];
      if (way !== undefined) mixed[name] = way;
    }
    return mixed;
  }

  /** Leaves out whatever need not be forced, then parameters that need not be asked. */
  #smallest(difference: ForcedDifference): ForcedDifference {
    let found = difference;
    for (const name of Object.keys(found.forced)) {
      const { [name]: _, ...forced } = found.forced;
      found = this.#differs(found.target, forced) ?? found;
    }
    for (let isLess = true; isLess; ) {
      const { path, search } = splitTarget(found.target);
      const parameters = search.slice(1).split('&');
      const less = parameters
        .map((_, left) => parameters.filter((__, at) => at !== left).join('&'))
        .map((query) => this.#differs(query === '' ? path : `${path}?${query}`, found.forced))
        .find((one) => one !== undefined);
      isLess = parameters.length > 1 && less !== undefined;
      found = less ?? found;
    }
    return found;
  }

  #differs(target: string, forced: Readonly<Record<string, string>>): ForcedDifference | undefined {
    const planned = this.#answer(target, {}, undefined, { overwritesReleased: false });
    const found = this.#answer(target, forced);
    return planned === undefined || planned === found
      ? undefined
      : { target, forced, planned, found: found ?? 'nothing' };
  }

  /** @returns undefined where the request is refused */
  #answer(
    target: string,
    ways: Readonly<Record<string, string>>,
    onChoice?: (choice: TakenChoice) => void,
    { space = this.#space, overwritesReleased = true }: { space?: Space; overwritesReleased?: boolean } = {},
  ): string | undefined {
    const told = (choice: TakenChoice): void => {
      const key = `${choice.name} ${choice.taken}`;
      this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
      onChoice?.(choice);
    };
    const { path, search } = splitTarget(target);
    const isPlanned = !overwritesReleased;
    const base = isPlanned ? {} : COUNT_ANEW;
    return withChoices(
      { ways: forcedWays({ ...base, ...ways }), thresholds: this.#thresholds, overwritesReleased, onChoice: told },
      () => {
        try {
          return answer(space, parseRequest(space.model, path, search), publicRoot).toString();
        } catch (error) {
          if (error instanceof RequestError) {
            return undefined;
          }
          return `thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
        }
      },
    );
  }
}

/** @returns the ways of the choices that none of the runs took. @param isMeant which choices they could take */
export const waysNotTaken = (seen: SeenWays, isMeant: (name: ChoiceName) => boolean): readonly string[] =>
  CHOICE_NAMES.filter(isMeant).flatMap((name) =>
    CHOICES[name].ways.map((way) => `${name} ${way}`).filter((key) => !seen.has(key)),
  );

export function describeForced({ target, forced, planned, found }: ForcedDifference, seed: number): string {
  let at = 0;
  while (at < planned.length && planned[at] === found[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 80), at + 400);
  return [
    `seed ${seed}: another answer to ${decodeURIComponent(target)}`,
    `  as it is written: ${target}`,
    `  forced: ${JSON.stringify(forced)}`,
    `  planned: …${around(planned)}`,
    `  forced:  …${around(found)}`,
  ].join('\n');
}
