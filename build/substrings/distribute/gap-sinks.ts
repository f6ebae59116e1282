/**
 * Ascending numbers that are appended to one destination or another, as the gaps between them.
 */
import { writeVarint } from '../../../src/format/index.js';

/** What the longest gap takes. */
const gapBytesMaximum = 5;

/** The memory of a thread's sinks, used from job to job, as growing anew each time would cost more than all else. */
const memory: Uint8Array[] = [];

export class GapSinks {
  readonly #destinations: number;
  readonly #previous: Uint32Array;
  readonly #lengths: Uint32Array;

  /** @param first what each destination's first gap counts from. One at a time is used in a thread. */
  constructor(destinations: number, first: number) {
    this.#destinations = destinations;
    while (memory.length < destinations) memory.push(new Uint8Array(2 ** 8));
    this.#previous = new Uint32Array(destinations).fill(first);
    this.#lengths = new Uint32Array(destinations);
  }

  add(to: number, value: number): void {
    const at = this.#lengths[to]!;
    let bytes = memory[to]!;
    if (at + gapBytesMaximum > bytes.length) bytes = grown(to);
    this.#lengths[to] = writeVarint(bytes, at, value - this.#previous[to]!);
    this.#previous[to] = value;
  }

  /** @returns one destination's gaps behind the other's, each a LEB128 varint; and where each begins, and ends */
  taken(): { bytes: Uint8Array; starts: Uint32Array; gapEnds: Uint32Array } {
    const starts = new Uint32Array(this.#destinations + 1);
    for (let to = 0; to < this.#destinations; to += 1) starts[to + 1] = starts[to]! + this.#lengths[to]!;
    const bytes = new Uint8Array(starts[this.#destinations]!);
    for (let to = 0; to < this.#destinations; to += 1) {
      bytes.set(memory[to]!.subarray(0, this.#lengths[to]!), starts[to]!);
    }
    return { bytes, starts, gapEnds: starts.slice(1) };
  }
}

function grown(to: number): Uint8Array {
  const bytes = memory[to]!;
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  memory[to] = larger;
  return larger;
}
