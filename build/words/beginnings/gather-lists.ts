/**
 * Builds the lists of all beginnings on several threads, span by span, and merges the parts of beginnings that cross spans.
 *
 * Elsewhere: the spans (spans), the lists of one span (merge-beginnings).
 */
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { encodeDocs } from '../../../src/index/search/index.js';
import {
  type Pool,
  processInOrder,
  type RecordSpool,
  type ScratchFolder,
  Spool,
  type WorkClock,
} from '../../work/index.js';
import { addList, type BeginningLists, beginningsJob } from './merge-beginnings.js';
import { type BeginningsSource, computeStarts, readSpan, type Span, splitSpans } from './spans.js';

interface GatherContext {
  readonly pool: Pool;
  readonly scratch: ScratchFolder;
  /** Approximate byte length of the lists of a span; a span has at least one list. */
  readonly spanBytes: number;
  readonly clock: WorkClock;
}

/**
 * Appends the lists of beginnings to those of stems.
 *
 * @returns beginning → number of its docs
 * Cost: O(postings of the words within beginnings + beginnings · docs / 32); their bytes are read and written once.
 * Memory: per thread a span and its result; 12 bytes per stem; a bit per doc for each beginning across the end of a span.
 */
export async function appendBeginnings(
  source: BeginningsSource,
  { pool, scratch, spanBytes, clock }: GatherContext,
): Promise<Uint32Array> {
  const { docCount, prefixes, postings } = source;
  const offsets = computeStarts(await postings.lengths());
  const finished = new FinishedLists(scratch, prefixes.starts.length);
  const open = new OpenBeginnings(docCount);
  const spans = [...splitSpans(source, offsets, spanBytes)];
  const mergeSpan = async (span: Span): Promise<BeginningLists> =>
    pool.run(beginningsJob, await readSpan(span, source, offsets), clock);
  const addLists = async ({ bytes, lengths, counts }: BeginningLists, span: Span): Promise<void> => {
    let listStart = 0;
    for (const [index, prefix] of span.prefixes.entries()) {
      const list = bytes.subarray(listStart, listStart + lengths[index]!);
      listStart += list.byteLength;
      const count = counts[index]!;
      const startsInSpan = prefixes.starts[prefix]! >= span.from;
      const endsInSpan = prefixes.ends[prefix]! <= span.to;
      if (startsInSpan && endsInSpan) {
        await finished.add(prefix, list, count);
        continue;
      }
      open.add(prefix, list, count);
      if (!endsInSpan) continue;
      const merged = open.close(prefix);
      await finished.add(prefix, merged.bytes, merged.count);
    }
  };
  await processInOrder(spans, pool.threads, mergeSpan, addLists);
  await finished.appendTo(postings);
  return finished.counts;
}

/** Stores lists in the order in which they are completed, and appends them in the order of beginnings. */
class FinishedLists {
  readonly #bytes: Spool;
  readonly #starts: Float64Array;
  readonly #lengths: Uint32Array;
  readonly counts: Uint32Array;

  constructor(scratch: ScratchFolder, size: number) {
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
      postings.push(await this.#bytes.slice(start, start + this.#lengths[prefix]!));
      await postings.flushIfLarge();
    }
    await this.#bytes.remove();
  }
}

/** Collects the docs of beginnings whose words are not all read yet. */
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
    return { bytes: encodeDocs(docs.toList(count), this.#docCount), count };
  }
}
