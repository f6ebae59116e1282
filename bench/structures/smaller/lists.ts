/**
 * Lists of ascending numbers, in three forms: gaps as varints, as they are stored; gaps of as many bits as the greatest of
 * a list needs; and Elias-Fano, which has the low bits as they are and the high ones counted in ones.
 *
 * Source of the last: Vigna, Quasi-succinct indices, 2013.
 */
import { type Records, VarintCursor, varintCount, varintLength } from '../../../src/format/index.js';

/** What all forms are asked. */
export interface Lists {
  readonly byteLength: number;
  /** @returns the numbers of a list, ascending */
  read(list: number): Uint32Array;
}

/** As it is stored. */
export class VarintLists implements Lists {
  readonly #records: Records;
  readonly #cursor = new VarintCursor();

  constructor(records: Records) {
    this.#records = records;
  }

  get byteLength(): number {
    return this.#records.blob.end;
  }

  read(list: number): Uint32Array {
    const bytes = this.#records.view(list);
    const out = new Uint32Array(varintCount(bytes, 0, bytes.byteLength));
    this.#cursor.at = 0;
    this.#cursor.ascending(bytes, out);
    return out;
  }
}

/** Bits one behind the other, written and read from the lowest of each word. */
class Bits {
  #words = new Uint32Array(1024);
  #end = 0;

  get byteLength(): number {
    return Math.ceil(this.#end / 8);
  }

  get end(): number {
    return this.#end;
  }

  /** @param bits at most 31 */
  push(value: number, bits: number): void {
    const word = Math.floor(this.#end / 32);
    if (word + 2 > this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    const shift = this.#end % 32;
    this.#words[word]! |= value << shift;
    if (shift + bits > 32) this.#words[word + 1]! |= value >>> (32 - shift);
    this.#end += bits;
  }

  skip(bits: number): void {
    for (let rest = bits; rest > 0; rest -= 31) this.push(0, Math.min(31, rest));
  }

  set(bit: number): void {
    this.#words[Math.floor(bit / 32)]! |= 1 << (bit % 32);
  }

  read(at: number, bits: number): number {
    const word = Math.floor(at / 32);
    const shift = at % 32;
    const high = (this.#words[word + 1]! << (31 - shift)) << 1;
    return ((this.#words[word]! >>> shift) | high) & (2 ** bits - 1);
  }

  word(at: number): number {
    return this.#words[at]!;
  }
}

abstract class BitLists implements Lists {
  protected readonly bits = new Bits();
  /** In bits. */
  readonly #starts: Float64Array;
  protected readonly counts: Uint32Array;
  #headBytes = 0;

  constructor(lists: readonly Uint32Array[]) {
    this.#starts = new Float64Array(lists.length);
    this.counts = Uint32Array.from(lists, ({ length }) => length);
    for (const [index, list] of lists.entries()) {
      this.#starts[index] = this.bits.end;
      // How many numbers, and how many bits each, which a varint list tells by its length.
      this.#headBytes += varintLength(list.length) + 1;
      this.write(list);
    }
  }

  get byteLength(): number {
    return this.bits.byteLength + this.#headBytes;
  }

  read(list: number): Uint32Array {
    return this.readAt(this.#starts[list]!, new Uint32Array(this.counts[list]!));
  }

  protected abstract write(list: Uint32Array): void;
  protected abstract readAt(start: number, out: Uint32Array): Uint32Array;
}

const widthBits = 5;

/** Gaps of one width a list. */
export class PackedLists extends BitLists {
  protected write(list: Uint32Array): void {
    const gaps = list.map((value, i) => (i === 0 ? value : value - list[i - 1]! - 1));
    const width = Math.max(1, ...Array.from(gaps, (gap) => 32 - Math.clz32(gap)));
    this.bits.push(width, widthBits);
    for (const gap of gaps) this.bits.push(gap, width);
  }

  protected readAt(start: number, out: Uint32Array): Uint32Array {
    const width = this.bits.read(start, widthBits);
    let at = start + widthBits;
    let value = -1;
    for (let i = 0; i < out.length; i += 1) {
      value += this.bits.read(at, width) + 1;
      out[i] = value;
      at += width;
    }
    return out;
  }
}

export class EliasFanoLists extends BitLists {
  protected write(list: Uint32Array): void {
    const last = list.at(-1) ?? 0;
    const low = Math.max(0, Math.floor(Math.log2((last + 1) / Math.max(1, list.length))));
    this.bits.push(low, widthBits);
    for (const value of list) if (low > 0) this.bits.push(value & (2 ** low - 1), low);
    const highs = this.bits.end;
    this.bits.skip(list.length + (last >>> low) + 1);
    for (const [i, value] of list.entries()) this.bits.set(highs + i + (value >>> low));
  }

  protected readAt(start: number, out: Uint32Array): Uint32Array {
    const low = this.bits.read(start, widthBits);
    const lows = start + widthBits;
    const highs = lows + low * out.length;
    let word = Math.floor(highs / 32);
    let rest = (this.bits.word(word) >>> (highs % 32)) << (highs % 32);
    for (let i = 0; i < out.length; i += 1) {
      while (rest === 0) {
        word += 1;
        rest = this.bits.word(word);
      }
      const high = word * 32 + (31 - Math.clz32(rest & -rest)) - highs - i;
      rest &= rest - 1;
      out[i] = (high << low) | (low === 0 ? 0 : this.bits.read(lows + i * low, low));
    }
    return out;
  }
}
