/**
 * Builds the index of a field with lists of texts: the dictionary and, as for links, terms by doc and docs by term.
 *
 * A text that a list repeats is indexed once, and an empty one not at all.
 */
import type { AnySection, SectionInput } from '../../src/format/index.js';
import { Bitset } from '../../src/index/docset/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { TextListsOfBlock } from '../read/index.js';
import { sortRecords } from '../sorting/index.js';
import {
  type BuildContext,
  NumberSpool,
  RecordSpool,
  type ScratchFolder,
  type TextSource,
  type WorkClock,
} from '../work/index.js';
import { linksJob } from './link-sections.js';

const LINE_FEED = 0x0a;

/** Collects the texts of each doc, in doc order. */
export class TextListColumnBuilder {
  readonly #field: string;
  readonly #indexed: boolean;
  readonly #scratch: ScratchFolder;
  readonly #counts: NumberSpool;
  readonly #texts: RecordSpool;
  /** Doc → its texts, a line each; undefined if no search reads them. */
  readonly #lines: RecordSpool | undefined;

  /** @param options of the field: whether it is indexed, and whether its words are searched */
  constructor(
    field: string,
    options: { readonly indexed: boolean; readonly searched: boolean },
    scratch: ScratchFolder,
  ) {
    this.#field = field;
    this.#indexed = options.indexed;
    this.#scratch = scratch;
    this.#counts = new NumberSpool(scratch);
    this.#texts = new RecordSpool(scratch);
    this.#lines = options.searched ? new RecordSpool(scratch) : undefined;
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
      this.#lines.push(joinLines(bytes.subarray(first, at), first, ends));
    }
  }

  async settle(): Promise<void> {
    await this.#counts.flushIfLarge();
    await this.#texts.flushIfLarge();
    await this.#lines?.flushIfLarge();
  }

  /** Call when all lists are added: writes the rest to files if it is large. */
  async finishAdding(): Promise<void> {
    await this.#counts.finish();
    await this.#texts.finish();
    await this.#lines?.finish();
  }

  /** One text per doc, readable until `sections` is called. */
  get texts(): TextSource | undefined {
    return this.#lines;
  }

  /** Length of the texts. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /** Number of texts of all docs. */
  get count(): number {
    return this.#texts.count;
  }

  /**
   * Call once, when all lists are added.
   *
   * Cost: O(bytes · log texts). Memory: 12 bytes per text and 4 per doc, and several times a run per thread.
   */
  async sections({ pool, scratch, runBytes }: BuildContext, clock: WorkClock): Promise<AnySection[]> {
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
    const counts = await this.#counts.slice(0, this.#counts.length);
    await this.#counts.remove();
    clock.on('links');
    const { starts, links, populated } = distinctLinks(counts, ordinals);
    clock.off();
    const made = await pool.run(linksJob, { field: this.#field, targetCount: count, starts, links }, clock);
    return [...(await terms.sections(names.terms)), ...made, { name: names.populated, data: populated }];
  }
}

/** @returns the texts separated by line feeds. @param ends end of each text, counted like `first`, the start of `bytes` */
function joinLines(bytes: Uint8Array, first: number, ends: readonly number[]): Uint8Array {
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
  /** Term indexes, in the order of each doc's list. */
  readonly links: Uint32Array;
  /** Bitset of the docs with a non-empty text. */
  readonly populated: SectionInput['data'];
}

/**
 * @param counts   doc → number of its texts
 * @param ordinals text → ordinal of its term, from 1; 0 if it is empty
 */
function distinctLinks(counts: Uint32Array, ordinals: Uint32Array): DistinctLinks {
  const starts = new Uint32Array(counts.length + 1);
  const links = new Uint32Array(ordinals.length);
  const populated = new Bitset(counts.length);
  let text = 0;
  let linkCount = 0;
  for (const [doc, count] of counts.entries()) {
    const seen = new Set<number>([0]);
    for (const end = text + count; text < end; text += 1) {
      const ordinal = ordinals[text]!;
      if (seen.has(ordinal)) continue;
      seen.add(ordinal);
      links[linkCount] = ordinal - 1;
      linkCount += 1;
    }
    if (linkCount > starts[doc]!) populated.add(doc);
    starts[doc + 1] = linkCount;
  }
  return { starts, links: links.slice(0, linkCount), populated: populated.words };
}
