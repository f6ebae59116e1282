/**
 * The localized attributes of items, gathered item by item and locale by locale: what several locales of an item have the
 * same is kept once.
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { ByteColumn, LocalRecords } from './block-columns.js';
import { BACKSLASH, COMMA } from './line.js';

// Bytes that gather while a block is read, and the columns made of them. Their memory is used again for the next block.

/** A value that is not there, as it is delivered. */
export const nullBytes = Buffer.from('null');

/** By the byte behind a backslash: what they stand for; 0 where that has a shorter form. */
const escapes = new Uint8Array(256);
for (const [index, byte] of Buffer.from('\b\f\n\r\t"\\').entries()) escapes['bfnrt"\\'.charCodeAt(index)] = byte;

/** Below this many bytes a loop is quicker than a call. */
const loopMaximum = 40;

export class ByteSink {
  bytes = Buffer.allocUnsafeSlow(2 ** 12);
  length = 0;

  reserve(byteLength: number): void {
    const wanted = this.length + byteLength;
    if (wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** Appends a number below 2^31 (src/format/values/varint). */
  varint(value: number): void {
    for (; value >= 0x80; value >>>= 7) this.push((value & 0x7f) | 0x80);
    this.push(value);
  }

  /** Appends `source[from, to)`. */
  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const { bytes, length } = this;
    if (to - from > loopMaximum) bytes.set(source.subarray(from, to), length);
    else for (let i = from; i < to; i += 1) bytes[length + i - from] = source[i]!;
    this.length += to - from;
  }

  /**
   * Appends the text of a JSON string, `source[from, to)`.
   *
   * @returns false where JSON.stringify would write it in another way: then nothing is appended
   */
  unescaped(source: Uint8Array, from: number, to: number): boolean {
    const before = this.length;
    const string = source.subarray(from, to);
    let at = 0;
    for (let end = string.indexOf(BACKSLASH); end >= 0; end = string.indexOf(BACKSLASH, at)) {
      const byte = escapes[string[end + 1]!]!;
      if (byte === 0) {
        this.length = before;
        return false;
      }
      this.copy(string, at, end);
      this.push(byte);
      at = end + 2;
    }
    this.copy(string, at, string.length);
    return true;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }
}

/** Records whose bytes are appended to `sink`, each ended by `end`. */
export class ByteColumnSink {
  readonly sink = new ByteSink();
  #lengths = new GrowingU32();
  #start = 0;

  end(): void {
    this.#lengths.push(this.sink.length - this.#start);
    this.#start = this.sink.length;
  }

  /** @returns what has gathered, in buffers of its own, and begins anew */
  take(): ByteColumn {
    const bytes = new Uint8Array(this.sink.length);
    bytes.set(this.sink.bytes.subarray(0, this.sink.length));
    const lengths = this.#lengths.view().slice();
    this.sink.length = 0;
    this.#lengths = new GrowingU32();
    this.#start = 0;
    return { bytes, lengths };
  }
}

/** The localized attributes of the item at hand in one locale, rendered, with commas between them, and how long each is. */
class Body {
  readonly sink = new ByteSink();
  readonly lengths: number[] = [];

  get bytes(): Uint8Array {
    return this.sink.bytes.subarray(0, this.sink.length);
  }
}

export class LocalItems {
  readonly #codes: readonly string[];
  /** One per locale. */
  readonly #bodies: readonly Body[];
  readonly #records = new ByteColumnSink();
  #count = 0;
  #places: readonly GrowingU32[];
  readonly #sets = new Map<string, number>();
  #own = new GrowingU32();

  /** @param codes of the locales, the default one first */
  constructor(codes: readonly string[]) {
    this.#codes = codes;
    this.#bodies = codes.map(() => new Body());
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

  /** @param own places of the locales in which the item has values of its own, ascending */
  end(own: readonly number[]): void {
    const bodies = this.#bodies;
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
  #record(body: Body, usual: Body): number {
    const { sink } = this.#records;
    const own = ownPieces(body, usual);
    for (const { start, end } of own) sink.varint(end - start);
    let written = false;
    for (const { start, end } of own) {
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

const isSameBody = (a: Body, b: Body): boolean =>
  a.sink.length === b.sink.length && Buffer.compare(a.bytes, b.bytes) === 0;

/** @returns where each attribute stands in the body; an empty range of one that the default locale has the same */
function ownPieces(body: Body, usual: Body): readonly { readonly start: number; readonly end: number }[] {
  const [own, others] = [body.bytes, usual.bytes];
  let start = 0;
  let usualStart = 0;
  return body.lengths.map((length, attribute) => {
    const [from, usualFrom] = [start, usualStart];
    const usualEnd = usualFrom + usual.lengths[attribute]!;
    start += length + 1;
    usualStart = usualEnd + 1;
    const isSame = Buffer.compare(own.subarray(from, from + length), others.subarray(usualFrom, usualEnd)) === 0;
    return { start: from, end: isSame ? from : from + length };
  });
}
