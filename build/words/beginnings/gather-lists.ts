/**
 * The lists of all beginnings, put together by threads span by span of the words. What a beginning across several spans
 * has in each comes together here.
 */
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { docBytes } from '../../../src/index/search/index.js';
import { inOrder, type Pool, type RecordSpool, type Scratch, Spool, type WorkClock } from '../../work/index.js';
import {
  addList,
  type BeginningLists,
  type BeginningsOf,
  beginningsJob,
  inputOf,
  type Span,
  spansOf,
  startsOf,
} from './beginnings.js';

interface Tools {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Of the lists that are read for a span, about; more where one list has. */
  readonly spanBytes: number;
  readonly clock: WorkClock;
}

/**
 * Appends the lists of beginnings to those of stems.
 *
 * @returns how many docs each has
 * Cost: O(postings of the words within beginnings + beginnings · docs / 32), and their bytes read and written once.
 * Memory: for each thread a span and what comes of it; 12 bytes a stem; for each beginning around a span's end a bit a doc.
 */
export async function appendBeginnings(
  given: BeginningsOf,
  { pool, scratch, spanBytes, clock }: Tools,
): Promise<Uint32Array> {
  const { docCount, prefixes, postings } = given;
  const offsets = startsOf(await postings.lengths());
  const made = new MadeLists(scratch, prefixes.starts.length);
  const open = new OpenBeginnings(docCount);
  const spans = [...spansOf(given, offsets, spanBytes)];
  const look = async (span: Span): Promise<BeginningLists> =>
    pool.run(beginningsJob, await inputOf(span, given, offsets), clock);
  await inOrder(spans, pool.threads, look, async ({ bytes, lengths, counts }, span) => {
    let at = 0;
    for (const [place, prefix] of span.prefixes.entries()) {
      const list = bytes.subarray(at, at + lengths[place]!);
      at += list.byteLength;
      const end = prefixes.ends[prefix]!;
      if (prefixes.starts[prefix]! >= span.from && end <= span.to) await made.add(prefix, list, counts[place]!);
      else {
        open.add(prefix, list, counts[place]!);
        if (end > span.to) continue;
        const whole = open.close(prefix);
        await made.add(prefix, whole.bytes, whole.count);
      }
    }
  });
  await made.appendTo(postings);
  return made.counts;
}

/** Lists in the order in which they become whole, until all are. */
class MadeLists {
  readonly #bytes: Spool;
  readonly #starts: Float64Array;
  readonly #lengths: Uint32Array;
  readonly counts: Uint32Array;

  constructor(scratch: Scratch, size: number) {
    this.#bytes = new Spool(scratch);
    this.#starts = new Float64Array(size);
    this.#lengths = new Uint32Array(size);
    this.counts = new Uint32Array(size);
  }

  async add(prefix: number, list: Uint8Array, count: number): Promise<void> {
    this.#starts[prefix] = this.#bytes.byteLength;
    this.#lengths[prefix] = list.byteLength;
    this.counts[prefix] = count;
    await this.#bytes.write(list);
  }

  async appendTo(postings: RecordSpool): Promise<void> {
    for (const [prefix, start] of this.#starts.entries()) {
      postings.push(await this.#bytes.between(start, start + this.#lengths[prefix]!));
      await postings.settle();
    }
    await this.#bytes.remove();
  }
}

/** Beginnings of which not all words have been looked at. */
class OpenBeginnings {
  readonly #docCount: number;
  readonly #arena: Arena;
  readonly #docs = new Map<number, Bitset>();

  constructor(docCount: number) {
    this.#docCount = docCount;
    this.#arena = new Arena(docCount);
  }

  add(prefix: number, list: Uint8Array, count: number): void {
    const docs = this.#docs.get(prefix) ?? new Bitset(this.#docCount);
    this.#docs.set(prefix, docs);
    addList(docs, list, count, this.#arena);
  }

  close(prefix: number): { readonly bytes: Uint8Array; readonly count: number } {
    const docs = this.#docs.get(prefix) ?? new Bitset(this.#docCount);
    this.#docs.delete(prefix);
    const count = docs.count();
    return { bytes: docBytes(docs.toList(count), this.#docCount), count };
  }
}
