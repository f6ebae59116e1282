/**
 * Finds a circle of one-way synonyms, such as tv → set → tv.
 */

/** Key of a text → the keys of its synonyms, each with the index of the first rule that defines it. */
export type SynonymRules = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface SynonymCycle {
  /** The keys along the circle; the last one is the first one again. */
  readonly keys: readonly string[];
  /** Index of the rule that closes the circle. */
  readonly rule: number;
}

/** @returns the first circle in the order of the rules, or undefined if there is none. Cost: O(synonyms). */
export function findSynonymCycle(rules: SynonymRules): SynonymCycle | undefined {
  const search = new CycleSearch(rules);
  for (const key of rules.keys()) {
    const cycle = search.visit(key);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** A depth-first search. */
class CycleSearch {
  readonly #rules: SynonymRules;
  /** Keys from the start of the walk to the current key. */
  readonly #path: string[] = [];
  /** Keys from which no circle is reached. */
  readonly #finished = new Set<string>();

  constructor(rules: SynonymRules) {
    this.#rules = rules;
  }

  /** Recurses once per key of a path; TUNING_LIMITS bounds their number. */
  visit(key: string): SynonymCycle | undefined {
    if (this.#finished.has(key)) return undefined;
    this.#path.push(key);
    for (const [target, rule] of this.#rules.get(key) ?? []) {
      const cycleStart = this.#path.indexOf(target);
      if (cycleStart >= 0) return { keys: [...this.#path.slice(cycleStart), target], rule };
      const cycle = this.visit(target);
      if (cycle !== undefined) return cycle;
    }
    this.#path.pop();
    this.#finished.add(key);
    return undefined;
  }
}
