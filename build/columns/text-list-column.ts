/**
 * Building the index of a field with lists of texts: the dictionary, and as of links which terms each doc has and which
 * docs each term.
 *
 * A text that stands in a list twice is indexed once, and an empty one not at all.
 */

import type { AnySection, SectionInput } from '../../src/format/index.js';
import { Bitset } from '../../src/index/docset/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { TextListsOfBlock } from '../read/index.js';
import { sortRecords } from '../sorting/index.js';
import {
  NumberSpool,
  RecordSpool,
  type Scratch,
  type TextSource,
  type WorkClock,
  type Workshop,
} from '../work/index.js';
import { linksJob } from './link-sections.js';

const LINE_FEED = 0x0a;

/** Collects the texts of each doc, in doc order. */
export class TextListColumnBuilder {
  readonly #field: string;
  readonly #indexed: boolean;
  readonly #scratch: Scratch;
  readonly #counts: NumberSpool;
  readonly #texts: RecordSpool;
  /** Per doc its texts, each on a line; undefined where nobody searches them. */
  readonly #lines: RecordSpool | undefined;

  /** @param is of the field: whether it is indexed, and whether its words are searched */
  constructor(field: string, is: { readonly indexed: boolean; readonly searched: boolean }, scratch: Scratch) {
    this.#field = field;
    this.#indexed = is.indexed;
    this.#scratch = scratch;
    this.#counts = new NumberSpool(scratch);
    this.#texts = new RecordSpool(scratch);
    this.#lines = is.searched ? new RecordSpool(scratch) : undefined;
  }

  /** Adds the lists of several docs. */
  append({ counts, texts: { bytes, lengths } }: TextListsOfBlock): void {
    for (const count of counts) this.#counts.push(count);
    this.#texts.append(bytes, lengths);
    if (this.#lines === undefined) return;
    let text = 0;
    let at = 0;
    for (const count of counts) {
      const first = at;
      const ends: number[] = [];
      for (const end = text + count; text < end; text += 1) {
        at += lengths[text]!;
        ends.push(at);
      }
      this.#lines.push(onLines(bytes.subarray(first, at), first, ends));
    }
  }

  async settle(): Promise<void> {
    await this.#counts.settle();
    await this.#texts.settle();
    await this.#lines?.settle();
  }

  /** To be called when all lists are added: of what is much nothing stays in memory. */
  async finishAdding(): Promise<void> {
    await this.#counts.finish();
    await this.#texts.finish();
    await this.#lines?.finish();
  }

  /** One text a doc, for whoever searches them before the sections are begun. */
  get texts(): TextSource | undefined {
    return this.#lines;
  }

  /** Of the texts. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /** How many texts all docs have. */
  get count(): number {
    return this.#texts.count;
  }

  /**
   * To be called once, when all lists are added.
   *
   * Cost: O(bytes · log texts). Memory: 12 bytes a text and 4 a doc, and for each thread a run several times.
   */
  async sections({ pool, scratch, runBytes }: Workshop, clock: WorkClock): Promise<AnySection[]> {
    if (!this.#indexed) {
      for (const spool of [this.#counts, this.#texts, this.#lines]) await spool?.remove();
      return [];
    }
    const names = sectionNames(this.#field);
    const terms = new RecordSpool(this.#scratch);
    const { ordinals, count } = await sortRecords(
      this.#texts,
      { pool, scratch, runBytes, reversed: false, clock },
      terms,
    );
    await this.#texts.remove();
    await this.#lines?.remove();
    const counts = await this.#counts.between(0, this.#counts.length);
    await this.#counts.remove();
    clock.on('links');
    const { starts, links, populated } = distinctLinks(counts, ordinals);
    clock.off();
    const made = await pool.run(linksJob, { field: this.#field, targetCount: count, starts, links }, clock);
    return [...(await terms.sections(names.terms)), ...made, { name: names.populated, data: populated }];
  }
}

/** @returns the texts with a line feed between them. @param ends of each, as `bytes` begin at `first` */
function onLines(bytes: Uint8Array, first: number, ends: readonly number[]): Uint8Array {
  const out = new Uint8Array(bytes.byteLength + Math.max(0, ends.length - 1));
  let from = 0;
  for (const [place, end] of ends.entries()) {
    out.set(bytes.subarray(from, end - first), from + place);
    from = end - first;
    if (place + 1 < ends.length) out[from + place] = LINE_FEED;
  }
  return out;
}

interface DistinctLinks {
  readonly starts: Uint32Array;
  /** Terms, in the order of each doc's list. */
  readonly links: Uint32Array;
  /** The docs that have any, as a bitset. */
  readonly populated: SectionInput['data'];
}

/**
 * @param counts   per doc
 * @param ordinals per text: the place of its term, plus 1, or 0 where it is empty
 */
function distinctLinks(counts: Uint32Array, ordinals: Uint32Array): DistinctLinks {
  const starts = new Uint32Array(counts.length + 1);
  const links = new Uint32Array(ordinals.length);
  const populated = new Bitset(counts.length);
  let text = 0;
  let kept = 0;
  for (const [doc, count] of counts.entries()) {
    const seen = new Set<number>([0]);
    for (const end = text + count; text < end; text += 1) {
      const ordinal = ordinals[text]!;
      if (seen.has(ordinal)) continue;
      seen.add(ordinal);
      links[kept] = ordinal - 1;
      kept += 1;
    }
    if (kept > starts[doc]!) populated.add(doc);
    starts[doc + 1] = kept;
  }
  return { starts, links: links.slice(0, kept), populated: populated.words };
}
