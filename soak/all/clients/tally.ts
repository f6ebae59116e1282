/**
 * What a client counts: plain numbers and Maps, which cross processes.
 */
export interface Tally {
  /** Answers, or conversations. */
  done: number;
  /** Answered 503 as documented. */
  refused: number;
  wrong: number;
  slowestMs: number;
  /** The first of what was wrong, in words. */
  readonly faults: string[];
  readonly byKind: Map<string, number>;
  readonly byStatus: Map<number, number>;
  readonly bySnapshot: Map<string, number>;
}

const faultsKept = 20;

export const newTally = (): Tally => ({
  done: 0,
  refused: 0,
  wrong: 0,
  slowestMs: 0,
  faults: [],
  byKind: new Map(),
  byStatus: new Map(),
  bySnapshot: new Map(),
});

export const count = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

export function tellFault(tally: Tally, fault: string): void {
  tally.wrong += 1;
  if (tally.faults.length < faultsKept) tally.faults.push(fault);
}
