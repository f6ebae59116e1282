/**
 * Compares the records of two nights, which are mostly equal and in the same order.
 *
 * Elsewhere: comparing single attributes of records that differ (unchanged-docs).
 */
import type { RecordSource } from '../../work/index.js';

/** A record, and its range in the bytes of all records. */
export interface RecordPlace {
  readonly record: number;
  readonly start: number;
  readonly end: number;
}

export interface MatchedRecords {
  /** Earlier record → equal record; −1 if there is none. Ascending otherwise. */
  readonly equal: Int32Array;
  /** Records that differ, between the same equal ones: probably of the same item. */
  readonly changed: readonly { readonly earlier: RecordPlace; readonly current: RecordPlace }[];
}

/** Maximum number of neighbouring records that were added or removed before the comparison gives up finding its place. */
const searchMaximum = 64;
/** One record of this many may differ, and some more: with more of them, comparing is in vain. */
const recordsPerDifference = 20;
const differencesAlways = 100;

/**
 * @returns undefined if many records differ. An equal record may be missed where many were added, removed or moved.
 * Cost: a pass over both, and about `searchMaximum` comparisons for each record that differs.
 */
export async function matchRecords(earlier: RecordSource, current: RecordSource): Promise<MatchedRecords | undefined> {
  const equal = new Int32Array(earlier.count).fill(-1);
  const changed: MatchedRecords['changed'][number][] = [];
  const [a, b] = [new RecordCursor(earlier), new RecordCursor(current)];
  let differences = differencesAlways + current.count / recordsPerDifference;
  while (await bothHave(a, b, 0, 0)) {
    while (a.has(0) && b.has(0) && isSame(a, b, 0, 0)) {
      equal[a.record] = b.record;
      a.record += 1;
      b.record += 1;
    }
    if (!(await bothHave(a, b, 0, 0)) || isSame(a, b, 0, 0)) continue;
    differences -= 1;
    if (differences < 0) return undefined;
    const [skippedA, skippedB] = await findNextMatch(a, b);
    for (let ahead = 0; ahead < Math.min(skippedA, skippedB); ahead += 1) {
      changed.push({ earlier: a.place(ahead), current: b.place(ahead) });
    }
    a.record += skippedA;
    b.record += skippedB;
  }
  return { equal, changed };
}

/** @returns how many records to skip in each, so that the next ones are equal */
async function findNextMatch(a: RecordCursor, b: RecordCursor): Promise<readonly [number, number]> {
  for (let distance = 1; distance <= searchMaximum; distance += 1) {
    // Changed records, removed records, added records.
    for (const [aheadA, aheadB] of [
      [distance, distance],
      [distance, 0],
      [0, distance],
    ] as const) {
      if ((await bothHave(a, b, aheadA, aheadB)) && isSame(a, b, aheadA, aheadB)) return [aheadA, aheadB];
    }
  }
  return [1, 1];
}

const bothHave = async (a: RecordCursor, b: RecordCursor, aheadA: number, aheadB: number): Promise<boolean> =>
  (a.has(aheadA) || (await a.load(aheadA))) && (b.has(aheadB) || (await b.load(aheadB)));

const isSame = (a: RecordCursor, b: RecordCursor, aheadA: number, aheadB: number): boolean =>
  a.view(aheadA).equals(b.view(aheadB));

/** Records that are loaded together, and their bytes; more if the records that are asked for need them. */
const pieceRecords = 2 ** 13;
const pieceBytes = 2 ** 22;

/** A walk over records, of which some are in memory. */
class RecordCursor {
  readonly #source: RecordSource;
  /** The current record. It is in memory, or it follows the last record in memory. */
  record = 0;
  /** The first record in memory, and its start in the bytes of all records. */
  #firstRecord = 0;
  #firstByte = 0;
  #bytes: Buffer = Buffer.alloc(0);
  /** Record in memory → its start in `#bytes`, with one more entry for the end. */
  #starts: number[] = [0];

  constructor(source: RecordSource) {
    this.#source = source;
  }

  /** Whether the record `ahead` of the current one is in memory. */
  has(ahead: number): boolean {
    return this.record + ahead - this.#firstRecord < this.#starts.length - 1;
  }

  /** Loads records from the current one on. @returns whether the record `ahead` of it exists, and is in memory now */
  async load(ahead: number): Promise<boolean> {
    const { count } = this.#source;
    if (this.record + ahead >= count) return false;
    this.#firstByte += this.#starts[this.record - this.#firstRecord]!;
    this.#firstRecord = this.record;
    const wanted = ahead + 1;
    const to = Math.min(count, this.record + Math.max(wanted, pieceRecords));
    const starts = [0];
    let end = 0;
    for (const length of await this.#source.sliceLengths(this.record, to)) {
      if (starts.length > wanted && end + length > pieceBytes) break;
      end += length;
      starts.push(end);
    }
    this.#starts = starts;
    this.#bytes = Buffer.from((await this.#source.sliceBytes(this.#firstByte, this.#firstByte + end)).buffer);
    return true;
  }

  /** @returns the place of the record `ahead` of the current one, which must be in memory */
  place(ahead: number): RecordPlace {
    const index = this.record + ahead - this.#firstRecord;
    const [start, end] = [this.#firstByte + this.#starts[index]!, this.#firstByte + this.#starts[index + 1]!];
    return { record: this.record + ahead, start, end };
  }

  /** @returns a view of the record `ahead` of the current one, which must be in memory */
  view(ahead: number): Buffer {
    const index = this.record + ahead - this.#firstRecord;
    return this.#bytes.subarray(this.#starts[index]!, this.#starts[index + 1]!);
  }
}
