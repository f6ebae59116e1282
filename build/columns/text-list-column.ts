/**
 * The index of a field with lists of texts: the dictionary and, as for links, terms by doc and docs by term.
 *
 * A text that occurs twice in a list is indexed once; an empty text is not indexed. Elsewhere: the sections of links
 * (link-sections).
 */
import { createHash } from 'node:crypto';
import { type AnySection, bytesOf, type SectionInput } from '../../src/format/index.js';
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
  /** Doc → number of its texts. */
  readonly #counts: NumberSpool;
  readonly #texts: RecordSpool;
  /** Doc → its texts, a line each; undefined if no search reads them. */
  readonly #lines: RecordSpool | undefined;
  readonly #bytesHash = createHash('sha256');
  readonly #lengthsHash = createHash('sha256');
  readonly #countsHash = createHash('sha256');

  /** @param options whether the field is indexed, and whether its words are searched */
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
    this.#bytesHash.update(bytes);
    this.#lengthsHash.update(bytesOf(lengths));
    this.#countsHash.update(bytesOf(counts));
    if (this.#lines === undefined) return;
    let nextText = 0;
    let textEnd = 0;
    for (const count of counts) {
      const docStart = textEnd;
      const textEnds: number[] = [];
      const listEnd = nextText + count;
      for (; nextText < listEnd; nextText += 1) {
        textEnd += lengths[nextText]!;
        textEnds.push(textEnd - docStart);
      }
      this.#lines.push(joinLines(bytes.subarray(docStart, textEnd), textEnds));
    }
  }

  /** Writes pending texts to files if they are many. */
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

  /** Hash of the added lists, in their order. */
  get hash(): string {
    const hashes = [this.#bytesHash, this.#lengthsHash, this.#countsHash];
    return hashes.map((hash) => hash.copy().digest('hex')).join(' ');
  }

  /** Call instead of `sections` if earlier sections are reused. */
  async remove(): Promise<void> {
    for (const spool of [this.#counts, this.#texts, this.#lines]) await spool?.remove();
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
   * Builds the sections of the column. Call once, when all lists are added.
   *
   * Cost: O(bytes · log texts). Memory: 12 bytes per text and 4 per doc, and a few times the bytes of a run per thread.
   */
  async sections({ pool, scratch, runBytes }: BuildContext, clock: WorkClock): Promise<AnySection[]> {
    if (!this.#indexed) {
      await this.remove();
      return [];
    }
    const names = sectionNames(this.#field);
    const terms = new RecordSpool(this.#scratch);
    const sortOptions = { pool, scratch, runBytes, reversed: false, clock };
    const { ordinals, count } = await sortRecords(this.#texts, sortOptions, terms);
    await this.#texts.remove();
    await this.#lines?.remove();
    const counts = await this.#counts.slice(0, this.#counts.length);
    await this.#counts.remove();
    clock.on('links');
    const { starts, links, populated } = findDistinctLinks(counts, ordinals);
    clock.off();
    const linkSections = await pool.run(linksJob, { field: this.#field, targetCount: count, starts, links }, clock);
    return [...(await terms.sections(names.terms)), ...linkSections, { name: names.populated, data: populated }];
  }
}

/** @param bytes concatenated texts. @param ends end of each text in `bytes`. @returns the texts separated by line feeds */
function joinLines(bytes: Uint8Array, ends: readonly number[]): Uint8Array {
  const lines = new Uint8Array(bytes.byteLength + Math.max(0, ends.length - 1));
  let start = 0;
  for (const [index, end] of ends.entries()) {
    // A line feed precedes each text except the first one.
    lines.set(bytes.subarray(start, end), start + index);
    if (index + 1 < ends.length) lines[end + index] = LINE_FEED;
    start = end;
  }
  return lines;
}

/** The terms of each doc, without repetitions. */
interface DistinctLinks {
  /** Doc → start of its links, with one more entry for the end. */
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
function findDistinctLinks(counts: Uint32Array, ordinals: Uint32Array): DistinctLinks {
  const starts = new Uint32Array(counts.length + 1);
  const links = new Uint32Array(ordinals.length);
  const populated = new Bitset(counts.length);
  let nextText = 0;
  let linkCount = 0;
  for (const [doc, count] of counts.entries()) {
    // Ordinal 0, an empty text, is never linked.
    const docOrdinals = new Set<number>([0]);
    const listEnd = nextText + count;
    for (; nextText < listEnd; nextText += 1) {
      const ordinal = ordinals[nextText]!;
      if (docOrdinals.has(ordinal)) continue;
      docOrdinals.add(ordinal);
      links[linkCount] = ordinal - 1;
      linkCount += 1;
    }
    if (linkCount > starts[doc]!) populated.add(doc);
    starts[doc + 1] = linkCount;
  }
  return { starts, links: links.slice(0, linkCount), populated: populated.words };
}
