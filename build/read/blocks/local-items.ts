/**
 * The localized attributes of items, locale by locale: attributes that equal the default locale's are stored once.
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { LocalRecords } from './block-columns.js';
import { ByteColumnSink, ByteSink, escapes, nullBytes } from './byte-sink.js';
import { COMMA } from './line.js';

for (const [index, byte] of Buffer.from('\b\f\n\r\t"\\').entries()) escapes['bfnrt"\\'.charCodeAt(index)] = byte;

/** The localized attributes of the item at hand in one locale, rendered, with commas between them, and how long each is. */
class LocalBody {
  readonly sink = new ByteSink();
  readonly lengths: number[] = [];

  get bytes(): Uint8Array {
    return this.sink.bytes.subarray(0, this.sink.length);
  }
}

export class LocalItems {
  readonly #codes: readonly string[];
  /** One per locale. */
  readonly #bodies: readonly LocalBody[];
  readonly #records = new ByteColumnSink();
  #count = 0;
  #places: readonly GrowingU32[];
  readonly #sets = new Map<string, number>();
  #own = new GrowingU32();

  /** @param codes of the locales, the default one first */
  constructor(codes: readonly string[]) {
    this.#codes = codes;
    this.#bodies = codes.map(() => new LocalBody());
    this.#places = newPlaces(codes);
  }

  begin(): void {
    for (const { sink, lengths } of this.#bodies) {
      sink.length = 0;
      lengths.length = 0;
    }
  }

  /**
   * Adds a field of the item, and what the default locale has of it to `into`.
   *
   * @param prefix of an attribute
   * @param add    adds what a locale has, and renders it; tells whether there is a value
   */
  field(prefix: Buffer | undefined, into: ByteSink, add: (locale: number, into: ByteSink) => boolean): void {
    for (const [locale, { sink, lengths }] of this.#bodies.entries()) {
      if (prefix === undefined) {
        add(locale, sink);
        continue;
      }
      if (lengths.length > 0) sink.push(COMMA);
      const from = sink.length;
      sink.copy(prefix, 0, prefix.length);
      if (!add(locale, sink)) sink.copy(nullBytes, 0, nullBytes.length);
      lengths.push(sink.length - from);
      if (locale === 0) into.copy(sink.bytes, from, sink.length);
    }
  }

  /** @param pieces places of the locales in which the item has values of its own, ascending */
  end(pieces: readonly number[]): void {
    const bodies = this.#bodies;
    for (let locale = 1; locale < bodies.length; locale += 1) {
      const body = bodies[locale]!;
      const same = bodies.findIndex((other) => isSameBody(other, body));
      const existing = same === 0 ? 0 : this.#places[same - 1]!.view().at(-1);
      this.#places[locale - 1]!.push(same < locale ? (existing ?? 0) : this.#record(body, bodies[0]!));
    }
    const set = JSON.stringify(pieces.map((locale) => this.#codes[locale]));
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
  #record(body: LocalBody, defaultBody: LocalBody): number {
    const { sink } = this.#records;
    const pieces = ownPieces(body, defaultBody);
    for (const { start, end } of pieces) sink.varint(end - start);
    let written = false;
    for (const { start, end } of pieces) {
      if (start === end) continue;
      if (written) sink.push(COMMA);
      sink.copy(body.sink.bytes, start, end);
      written = true;
    }
    this.#records.end();
    this.#count += 1;
    return this.#count;
  }
}

const newPlaces = (codes: readonly string[]): readonly GrowingU32[] => codes.slice(1).map(() => new GrowingU32());

const isSameBody = (a: LocalBody, b: LocalBody): boolean =>
  a.sink.length === b.sink.length && Buffer.compare(a.bytes, b.bytes) === 0;

/** @returns where each attribute stands in the body; an empty range of one that the default locale has the same */
function ownPieces(
  body: LocalBody,
  defaultBody: LocalBody,
): readonly { readonly start: number; readonly end: number }[] {
  const [pieces, others] = [body.bytes, defaultBody.bytes];
  let start = 0;
  let usualStart = 0;
  return body.lengths.map((length, attribute) => {
    const [from, usualFrom] = [start, usualStart];
    const usualEnd = usualFrom + defaultBody.lengths[attribute]!;
    start += length + 1;
    usualStart = usualEnd + 1;
    const isSame = Buffer.compare(pieces.subarray(from, from + length), others.subarray(usualFrom, usualEnd)) === 0;
    return { start: from, end: isSame ? from : from + length };
  });
}
