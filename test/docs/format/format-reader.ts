/**
 * A reader of a segment's sections written from docs/format.md alone: no line of it comes from `src`.
 *
 * Small and slow on purpose. It follows the page, except for chunks beyond the first, which a file of this
 * size does not have.
 */
import { unpacked } from '../../../testing/structures/packed-lists.js';
import type { Section, Segment } from './format-file.js';

export class SectionReader {
  readonly #segment: Segment;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  #section(name: string): Section {
    const section = this.#segment.sections.get(name);
    if (section === undefined) throw new Error(`there is no section ${name}`);
    return section;
  }

  /** One entry of a section of numbers. */
  number(name: string, index: number): number {
    const { element, bytes } = this.#section(name);
    switch (element) {
      case 'u8':
        return bytes.readUInt8(index);
      case 'u16':
        return bytes.readUInt16LE(index * 2);
      case 'u32':
        return bytes.readUInt32LE(index * 4);
      case 'f64':
        return bytes.readDoubleLE(index * 8);
      default:
        throw new Error(`${name} has elements ${element}`);
    }
  }

  count(name: string): number {
    const { element, bytes } = this.#section(name);
    return bytes.byteLength / (element === 'f64' ? 8 : Number(element.slice(1)) / 8);
  }

  /** @param name of the blob; `<name>.offsets` and its bases belong to it unless named apart */
  offset(name: string, index: number): number {
    return this.number(`${name}.bases`, Math.floor(index / 32)) + this.number(name, index);
  }

  record(name: string, index: number): Buffer {
    const offsets = `${name}.offsets`;
    return this.#section(name).bytes.subarray(this.offset(offsets, index), this.offset(offsets, index + 1));
  }

  bytes(name: string, start: number, end?: number): Buffer {
    return this.#section(name).bytes.subarray(start, end);
  }

  /** The text of a doc's field; undefined if it is unpopulated. */
  text(field: string, doc: number): string | undefined {
    const ordinal = this.number(`${field}/ordinals`, doc);
    return ordinal === 0 ? undefined : this.record(`${field}/terms`, ordinal - 1).toString('utf8');
  }

  /** The docs with a term, or of a relationship those that link to a target. */
  run(field: string, term: number): readonly number[] {
    const start = this.number(`${field}/starts`, term);
    const end = this.number(`${field}/starts`, term + 1);
    return Array.from({ length: end - start }, (_, place) => this.number(`${field}/docs`, start + place));
  }

  /** The terms that may contain the pattern, and whether they all do; undefined if all terms may. */
  termsWith(
    field: string,
    pattern: Buffer,
  ): { readonly terms: readonly number[]; readonly certain: boolean } | undefined {
    const name = `${field}/substrings`;
    if (this.count(`${name}.counts`) === 0) return undefined;
    let node = 0;
    for (const byte of pattern) {
      const first = this.number(`${name}.branchStarts`, node);
      const branches = Array.from({ length: this.number(`${name}.branchCounts`, node) }, (_, place) => first + place);
      const branch = branches.findLast((candidate) => this.number(`${name}.branchLows`, candidate) <= byte);
      if (branch === undefined) return { terms: [], certain: true };
      const target = this.number(`${name}.branchTargets`, branch);
      if (target < 2 ** 31) return { terms: this.#bucket(name, target), certain: false };
      if (this.number(`${name}.branchLows`, branch) !== byte) return { terms: [], certain: true };
      node = target - 2 ** 31;
    }
    const start = this.number(`${name}.bucketStarts`, node);
    const end = this.number(`${name}.bucketEnds`, node);
    const buckets = Array.from({ length: end - start }, (_, place) => this.#bucket(name, start + place));
    const terms = [...new Set(buckets.flat())].sort((a, b) => a - b);
    const docs = terms.reduce((sum, term) => sum + this.run(field, term).length, 0);
    if (docs !== this.number(`${name}.counts`, node)) throw new Error(`node ${node} does not count its docs`);
    return { terms, certain: true };
  }

  #bucket(name: string, bucket: number): readonly number[] {
    return unpacked(this.record(`${name}.lists`, bucket));
  }

  /** The doc with this id, by hash; undefined if there is none. */
  docOf(id: string): number | undefined {
    const slots = this.count('id/hash');
    const bytes = Buffer.from(id, 'utf8');
    for (let slot = hashOf(bytes) % slots; ; slot = (slot + 1) % slots) {
      const entry = this.number('id/hash', slot);
      if (entry === 0) return undefined;
      if (this.record('id/terms', entry - 1).equals(bytes)) return this.run('id', entry - 1)[0];
    }
  }

  /** The encoded id and the attributes of one rendered item. */
  document(
    doc: number,
    attributes: number,
  ): { readonly id: string; readonly url: string; readonly attributes: unknown } {
    const record = this.record('documents', doc);
    const varints = new Varints(record);
    const [idLength = 0, urlLength = 0, ...lengths] = Array.from({ length: attributes + 2 }, () => varints.next());
    const urlStart = varints.at + idLength;
    const start = urlStart + urlLength;
    const end = start + lengths.reduce((sum, length) => sum + length, 0) + Math.max(0, attributes - 1);
    if (end !== record.byteLength) throw new Error(`document ${doc} has ${record.byteLength} bytes, not ${end}`);
    const id = record.toString('utf8', varints.at, urlStart);
    return {
      id: JSON.parse(`"${id}"`),
      url: urlLength === 0 ? id : record.toString('utf8', urlStart, start),
      attributes: JSON.parse(`{${record.toString('utf8', start, end)}}`),
    };
  }
}

class Varints {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.at);
      this.at += 1;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }
}

const modulus = 2n ** 32n;

/** The hash as the page writes it down, in integers of any size. */
function hashOf(bytes: Buffer): number {
  let h = 0x811c9dc5n;
  for (const byte of bytes) h = ((h ^ BigInt(byte)) * 0x01000193n) % modulus;
  h = ((h ^ (h >> 16n)) * 0x85ebca6bn) % modulus;
  h = ((h ^ (h >> 13n)) * 0xc2b2ae35n) % modulus;
  return Number(h ^ (h >> 16n));
}
