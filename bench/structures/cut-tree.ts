/**
 * The tree that segments have (`src/termdict/substrings`), over texts of which each is one doc, asked as the executor
 * asks it.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { substringSections } from '../../build/substrings/substring-sections.js';
import { InlinePool } from '../../build/work/pool.js';
import { Scratch } from '../../build/work/scratch/scratch.js';
import { WorkClock } from '../../build/work/work-clock.js';
import { Bitset } from '../../src/docset/index.js';
import { diskFiles } from '../../src/files/index.js';
import { type AnySection, type SectionInput, SectionMap } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { BUCKET_TERMS, candidates, FirstDocs, SubstringIndex } from '../../src/termdict/index.js';
import { suffixText } from '../../test/support/structures/suffix-text.js';
import type { Texts } from './texts.js';

/** What listing a text by the buckets costs beside looking at one for the pattern. */
const listCost = 1.1;

/** Sorted at once while it is built. */
const batchSuffixes = 2 ** 20;

export class CutTree {
  readonly #texts: Texts;
  readonly #index: SubstringIndex;
  readonly #firstDocs: FirstDocs;
  readonly byteLength: number;

  static async build(texts: Texts): Promise<CutTree> {
    const each = Uint32Array.from({ length: texts.values.length + 1 }, (_, i) => i);
    const runs = { docs: each.subarray(0, texts.values.length), starts: each };
    const scratch = new Scratch(diskFiles, join(tmpdir(), `stele-structures-${process.pid}`));
    try {
      const text = texts.records.count > BUCKET_TERMS ? await suffixText(texts.records, runs, scratch) : undefined;
      const sections = await substringSections('f', text, new InlinePool(), scratch, batchSuffixes, new WorkClock());
      return new CutTree(texts, await Promise.all(sections.map(loaded)));
    } finally {
      await scratch.remove();
    }
  }

  private constructor(texts: Texts, sections: readonly SectionInput[]) {
    this.#texts = texts;
    this.byteLength = sections.reduce((sum, { data }) => sum + data.byteLength, 0);
    const names = sectionNames('f');
    const map = mapOf(sections);
    this.#index = new SubstringIndex({
      counts: map.u32(names.substringCounts),
      bucketStarts: map.u32(names.substringBucketStarts),
      bucketEnds: map.u32(names.substringBucketEnds),
      branchStarts: map.u32(names.substringBranchStarts),
      branchCounts: map.u32(names.substringBranchCounts),
      branchLows: map.u8(names.substringBranchLows),
      branchTargets: map.u32(names.substringBranchTargets),
      buckets: map.countedRecords(names.substringBuckets),
    });
    this.#firstDocs = new FirstDocs(map.u32(names.substringFirstNodes), map.u32(names.substringFirstDocs));
  }

  /** @returns how many texts contain the pattern, and the first of them */
  find(pattern: Uint8Array, first: number): number[] {
    const { terms } = this.#texts;
    const place = this.#index.find(pattern);
    switch (place.kind) {
      case 'absent':
        return [0];
      case 'any':
        return lookedAt(
          Uint32Array.from({ length: terms.size }, (_, term) => term),
          terms.containing(pattern),
          first,
        );
      case 'bucket':
        return lookedAt(candidates(this.#index, pattern, place.bucket), terms.containing(pattern), first);
      case 'node': {
        const stored = this.#firstDocs.of(place.node);
        if (stored !== undefined && stored.length >= first) return [place.docs, ...stored.subarray(0, first)];
        if ((first * terms.size) / place.docs > place.docs * listCost) {
          return [place.docs, ...this.#listed(place.start, place.end, first)];
        }
        const holds = terms.containing(pattern);
        const page: number[] = [];
        for (let term = 0; term < terms.size && page.length < first; term += 1) if (holds(term)) page.push(term);
        return [place.docs, ...page];
      }
    }
  }

  #listed(start: number, end: number, first: number): Uint32Array {
    const bits = new Bitset(this.#texts.terms.size);
    for (let bucket = start; bucket < end; bucket += 1) bits.addAll(this.#index.bucket(bucket));
    const out = new Uint32Array(first);
    return out.subarray(0, bits.window(0, first, out));
  }
}

/** A section in memory; those that wait on the disk are bytes, 32-bit numbers or floats. */
async function loaded(section: AnySection): Promise<SectionInput> {
  if (!('read' in section)) return section;
  const data = new Uint8Array(section.byteLength);
  let at = 0;
  for await (const piece of section.read()) {
    data.set(piece, at);
    at += piece.byteLength;
  }
  switch (section.element) {
    case 'u32':
      return { name: section.name, data: new Uint32Array(data.buffer) };
    case 'f64':
      return { name: section.name, data: new Float64Array(data.buffer) };
    default:
      return { name: section.name, data };
  }
}

function lookedAt(terms: Uint32Array, holds: (term: number) => boolean, first: number): number[] {
  const found = terms.filter((term) => holds(term));
  return [found.length, ...found.subarray(0, first)];
}

function mapOf(sections: readonly SectionInput[]): SectionMap {
  const entries = sections.map(({ name, data }) => ({
    name,
    element: elementOf(data),
    byteLength: data.byteLength,
    crc32: 0,
  }));
  const payloads = sections.map(
    ({ data }) => new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)),
  );
  return new SectionMap('built', entries, payloads);
}

function elementOf(data: SectionInput['data']): 'u8' | 'u16' | 'u32' | 'f64' {
  if (data instanceof Uint8Array) return 'u8';
  if (data instanceof Uint16Array) return 'u16';
  return data instanceof Uint32Array ? 'u32' : 'f64';
}
