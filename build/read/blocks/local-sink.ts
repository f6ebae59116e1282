/**
 * The localized attributes of items, gathered locale by locale: what several locales of an item have the same is kept once.
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { LocalRecords } from './block-columns.js';
import { COMMA } from './line.js';
import { ByteColumnSink } from './sink.js';

/** The localized attributes of one item in one locale, rendered. */
export interface LocalBody {
  /** With commas between them; only the first `length` bytes count. */
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Of each attribute. */
  readonly lengths: readonly number[];
}

export class LocalSink {
  readonly #codes: readonly string[];
  readonly #records = new ByteColumnSink();
  #count = 0;
  #places: readonly GrowingU32[];
  readonly #sets = new Map<string, number>();
  #own = new GrowingU32();

  /** @param codes of the locales, the default one first */
  constructor(codes: readonly string[]) {
    this.#codes = codes;
    this.#places = newPlaces(codes);
  }

  /**
   * Adds an item.
   *
   * @param bodies one per locale
   * @param own    places of the locales in which it has values of its own, ascending
   */
  add(bodies: readonly LocalBody[], own: readonly number[]): void {
    for (let locale = 1; locale < bodies.length; locale += 1) {
      const body = bodies[locale]!;
      const same = bodies.findIndex((other) => isSameBody(other, body));
      const known = same === 0 ? 0 : this.#places[same - 1]!.view().at(-1);
      this.#places[locale - 1]!.push(same < locale ? (known ?? 0) : this.#record(body, bodies[0]!));
    }
    const set = JSON.stringify(own.map((locale) => this.#codes[locale]));
    const number = this.#sets.get(set) ?? this.#sets.size;
    this.#sets.set(set, number);
    this.#own.push(number);
  }

  /** @returns what was added, in buffers of its own; it begins anew */
  take(): LocalRecords {
    const taken = {
      records: this.#records.take(),
      places: this.#places.map((places) => places.view().slice()),
      sets: [...this.#sets.keys()],
      own: this.#own.view().slice(),
    };
    this.#count = 0;
    this.#places = newPlaces(this.#codes);
    this.#sets.clear();
    this.#own = new GrowingU32();
    return taken;
  }

  /** @returns the place, plus 1, of a record of what the default locale has otherwise */
  #record(body: LocalBody, usual: LocalBody): number {
    const { sink } = this.#records;
    const own = ownPieces(body, usual);
    for (const { start, end } of own) sink.varint(end - start);
    let written = false;
    for (const { start, end } of own) {
      if (start === end) continue;
      if (written) sink.push(COMMA);
      sink.copy(body.bytes, start, end);
      written = true;
    }
    this.#records.end();
    this.#count += 1;
    return this.#count;
  }
}

const newPlaces = (codes: readonly string[]): readonly GrowingU32[] => codes.slice(1).map(() => new GrowingU32());

const isSameBody = (a: LocalBody, b: LocalBody): boolean =>
  a.length === b.length && Buffer.compare(a.bytes.subarray(0, a.length), b.bytes.subarray(0, b.length)) === 0;

/** @returns where each attribute stands in the body; an empty range of one that the default locale has the same */
function ownPieces(body: LocalBody, usual: LocalBody): readonly { readonly start: number; readonly end: number }[] {
  let start = 0;
  let usualStart = 0;
  return body.lengths.map((length, attribute) => {
    const [from, usualFrom] = [start, usualStart];
    const usualEnd = usualFrom + usual.lengths[attribute]!;
    start += length + 1;
    usualStart = usualEnd + 1;
    const piece = body.bytes.subarray(from, from + length);
    const isSame = Buffer.compare(piece, usual.bytes.subarray(usualFrom, usualEnd)) === 0;
    return { start: from, end: isSame ? from : from + length };
  });
}
