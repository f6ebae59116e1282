/**
 * Sorted distinct texts to build dictionaries and indexes over: titles and summaries as the generator writes them, ids
 * as exports have them.
 */
import { Lexicon, Prose } from '../../data/generate/prose.js';
import { Random } from '../../data/generate/random.js';
import { Blob, GrowingRecords, OFFSET_BLOCK, Offsets, Records } from '../../src/format/index.js';
import { ByteTerms } from '../../src/termdict/index.js';

export type TextKind = 'titles' | 'summaries' | 'ids';

export interface Texts {
  readonly kind: TextKind;
  /** Ascending by UTF-8 bytes, distinct. */
  readonly values: readonly Buffer[];
  /** One behind the other, each a view, as a segment holds them. */
  readonly records: GrowingRecords;
  readonly terms: ByteTerms;
  /** Of the values. */
  readonly byteLength: number;
}

/** @param count how many are drawn; equal ones are one. Cost: O(count · log count), some hundred bytes each. */
export function drawTexts(kind: TextKind, count: number, seed: number): Texts {
  const random = new Random(seed, `structures/${kind}`);
  const prose = new Prose(new Lexicon(seed), random);
  const drawn = Array.from({ length: count }, (_, i) => Buffer.from(text(kind, prose, random, i)));
  return textsOf(kind, drawn);
}

function text(kind: TextKind, prose: Prose, random: Random, i: number): string {
  switch (kind) {
    case 'titles':
      return prose.title(24 + random.below(28));
    case 'summaries':
      return prose.lines(150 + random.below(150));
    case 'ids':
      return `article-${i + 1}`;
  }
}

/** @param drawn in any order, with repetitions */
export function textsOf(kind: TextKind, drawn: readonly Buffer[]): Texts {
  const sorted = drawn.toSorted(Buffer.compare);
  const values = sorted.filter((value, i) => i === 0 || Buffer.compare(value, sorted[i - 1]!) !== 0);
  const records = new GrowingRecords();
  for (const value of values) records.push(value);
  const byteLength = values.reduce((sum, value) => sum + value.byteLength, 0);
  return { kind, values, records, terms: new ByteTerms(readable(records)), byteLength };
}

/** The records as a reader sees them. */
function readable(records: GrowingRecords): Records {
  const offsets = records.offsets();
  const bases = new Float64Array(Math.ceil(offsets.length / OFFSET_BLOCK));
  const relative = new Uint32Array(offsets.length);
  for (let i = 0; i < offsets.length; i += 1) {
    const block = Math.floor(i / OFFSET_BLOCK);
    if (i % OFFSET_BLOCK === 0) bases[block] = offsets[i]!;
    relative[i] = offsets[i]! - bases[block]!;
  }
  return new Records(new Blob(records.chunks()), new Offsets(bases, relative));
}
