/**
 * Building the index of a text-like field: dictionary, column, posting lists, reversed order, substring tree.
 *
 * The texts and the dictionary need not fit into memory: they are sorted in runs, and looked at in ranges.
 */
import { type AnySection, narrow, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { BUCKET_TERMS } from '../../src/termdict/index.js';
import type { ByteColumn } from './blocks/columns.js';
import { buildRuns, type RunsOut } from './postings.js';
import { quantileSections } from './quantiles.js';
import { RecordSpool } from './scratch/records.js';
import type { Scratch } from './scratch/scratch.js';
import { type RecordRange, rangesOf, sortRecords } from './sorting/external.js';
import { TextCodes } from './substrings/codes.js';
import { newSuffixText } from './substrings/text.js';
import { type SubstringText, substringSections } from './substrings.js';
import { TermLooks } from './terms.js';
import { inOrder } from './threads/in-order.js';
import type { WorkClock } from './work-clock.js';
import type { Workshop } from './workshop.js';

/** `hashed`: values are looked up by hash too, as ids are; `rendered`: their bytes are those of the rendered items, so
 * no dictionary is written; `folded`: they stand beside those of the field and have no quantiles. */
export type TextStorage = 'plain' | 'hashed' | 'rendered' | 'folded';

/** The texts of a column, one behind the other. */
export type TextSource = Pick<RecordSpool, 'bytesBetween' | 'lengths'>;

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  readonly #scratch: Scratch;
  /** One per doc; empty where unpopulated, which for an index is the same. */
  readonly #texts: RecordSpool;

  constructor(field: string, scratch: Scratch) {
    this.#field = field;
    this.#scratch = scratch;
    this.#texts = new RecordSpool(scratch);
  }

  add(text: string | undefined): void {
    this.#texts.pushText(text ?? '');
  }

  /** Adds the texts of several docs. */
  append({ bytes, lengths }: ByteColumn): void {
    this.#texts.append(bytes, lengths);
  }

  settle(): Promise<void> {
    return this.#texts.settle();
  }

  /** What was added, for whoever reads it before the sections are begun. */
  get texts(): TextSource {
    return this.#texts;
  }

  /** Of the values. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /**
   * To be called once, when all texts are added.
   *
   * @param keep is given sections as soon as they are made; what it returns stands for them
   * @param clock is told what each structure takes
   * Cost: O(bytes · log docs). Memory: about 48 bytes a doc, for each thread a run three times, and where the texts end in
   * a tree, the distinct ones once, if they are not too long for that.
   */
  async sections(stored: TextStorage, workshop: Workshop, keep: Keep, clock: WorkClock): Promise<AnySection[]> {
    // The tree takes much: of all else only the text is still in memory while it is made.
    const { sections, later, text } = await this.#withoutTree(stored, workshop, keep, clock);
    const { pool, scratch, capacity } = workshop;
    const tree = await substringSections(this.#field, text, pool, scratch, capacity, clock);
    return [...sections, ...(await keep(tree)), ...later];
  }

  async #withoutTree(stored: TextStorage, workshop: Workshop, keep: Keep, clock: WorkClock): Promise<TextColumn> {
    const { pool, scratch, runBytes, textBytes } = workshop;
    const field = this.#field;
    const names = sectionNames(field);
    const terms = new RecordSpool(this.#scratch);
    const sorting = { pool, scratch, runBytes, clock };
    const { ordinals, count, occurs } = await sortRecords(this.#texts, { ...sorting, reversed: false }, terms);
    await this.#texts.remove();
    const column = await pool.run('column', { field, ordinals, count, quantiles: stored === 'plain' }, clock);
    const { ordinals: places } = await sortRecords(terms, { ...sorting, reversed: true });
    clock.on('reversed');
    const reversed = reversedOrder(places, column.runs.starts);
    clock.off();
    const lengths = await terms.lengths();
    const text = count <= BUCKET_TERMS ? undefined : newSuffixText(lengths, column.runs, occurs);
    const codes = text && new TextCodes(text, scratch, textBytes);
    const looks = new TermLooks(count, stored === 'hashed');
    const look = async ({ from, to, start, end }: RecordRange) =>
      pool.run(
        'terms',
        {
          bytes: await terms.bytesBetween(start, end),
          lengths: lengths.slice(from, to),
          first: from,
          ranks: reversed.rank.slice(from, to),
          hashed: stored === 'hashed',
          encoding: codes?.encoding(from),
        },
        clock,
      );
    await inOrder([...rangesOf(lengths, runBytes)], pool.threads, look, async (found) => {
      clock.on(stored === 'hashed' ? 'hash' : 'heads');
      looks.add(found);
      clock.off();
      await codes?.add(found.codes);
    });
    if (stored === 'rendered') await terms.remove();
    return {
      sections: await keep([
        ...(stored === 'rendered' ? [] : await terms.sections(names.terms)),
        { name: names.heads, data: looks.heads },
        ...column.sections,
        { name: names.reversedHeads, data: looks.tails },
        { name: names.reversedOrder, data: reversed.order },
        { name: names.reversedRank, data: reversed.rank },
        { name: names.reversedStarts, data: reversed.starts },
      ]),
      later: looks.slots === undefined ? [] : await keep([{ name: names.hash, data: looks.slots }]),
      text: text && codes && { text, codes },
    };
  }
}

/** Takes sections that are made; what it returns stands for them. */
type Keep = (sections: readonly AnySection[]) => Promise<AnySection[]>;

/** All of a text column but its substring tree. */
interface TextColumn {
  readonly sections: AnySection[];
  /** Sections that stand behind the tree. */
  readonly later: AnySection[];
  /** What the tree is made of; undefined where there are too few terms for one. */
  readonly text: SubstringText | undefined;
}

/** A column once its dictionary is known. */
export interface OrdinalsInput {
  readonly field: string;
  /** Per doc: the place of its value, plus 1; 0 where unpopulated. */
  readonly ordinals: Uint32Array;
  /** How many values there are. */
  readonly count: number;
  /** Whether it gets quantiles. */
  readonly quantiles: boolean;
}

export interface OrdinalsColumn {
  readonly sections: SectionInput[];
  readonly runs: RunsOut;
}

/** Cost: O(docs + values). */
export function ordinalsColumn({ field, ordinals, count, quantiles }: OrdinalsInput, clock: WorkClock): OrdinalsColumn {
  const names = sectionNames(field);
  const narrowed = narrow(ordinals, count);
  const runs = buildRuns(ordinals, count, clock);
  return {
    sections: [
      { name: names.ordinals, data: narrowed },
      { name: names.docs, data: runs.docs },
      { name: names.starts, data: runs.starts },
      ...(quantiles ? quantileSections(field, runs, clock) : []),
    ],
    runs,
  };
}

interface Reversed {
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly starts: Uint32Array;
}

/**
 * @param places per term: its place in the reversed order, plus 1; becomes its rank
 * @param starts of the terms' runs
 */
function reversedOrder(places: Uint32Array, starts: Uint32Array): Reversed {
  const order = new Uint32Array(places.length);
  for (let term = 0; term < places.length; term += 1) {
    places[term]! -= 1;
    order[places[term]!] = term;
  }
  const reversedStarts = new Uint32Array(places.length + 1);
  for (const [place, term] of order.entries()) {
    reversedStarts[place + 1] = reversedStarts[place]! + starts[term + 1]! - starts[term]!;
  }
  return { order, rank: places, starts: reversedStarts };
}
