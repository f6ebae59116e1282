/**
 * The counter of values behind relationships: follows all links of each doc and counts each group once per doc.
 *
 * Groups are counted by ordinal: 0 for no value, then 1 + group. Invariant: `stamp` is different for each counted doc, and
 * `seen` maps an ordinal to the stamp of the last doc that it was counted for: an ordinal with the current stamp was already
 * counted for the current doc.
 *
 * Related items are scattered in memory. If each has one value, the values of thousands of links are looked up in one call,
 * before they are counted, so that the processor reads many of them at a time.
 */
import { threshold } from '../../../content/choices/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { CountedField, Hop } from '../counted-field.js';
import { isListed } from '../counted-index.js';
import { zeros } from '../tally.js';
import type { TargetGroups } from './target-groups.js';
import type { WeightedDocs } from './weighted-docs.js';

const hasDoc = (words: Uint32Array, doc: number): boolean => ((words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;

/** Maximum number of links whose values are looked up together: they stay in the processor's cache. */
const chunkLinks = 4096;

export class RelatedCounter {
  /** Group → count. In the arena. */
  readonly counts: Uint32Array;
  readonly #countByOrdinal: Uint32Array;
  /** Sum of the weights of docs with a value. */
  docsWithValue = 0;
  readonly #place: CountedField;
  readonly #groupOf: Uint32Array | undefined;
  readonly #targetGroups: TargetGroups | undefined;
  readonly #seen: Uint32Array;
  readonly #arena: Arena;
  #stamp = 0;
  #weight = 0;
  #hasValue = false;

  /** @param groupOf term → its group; undefined: each term is a group */
  constructor(
    place: CountedField,
    groupOf: Uint32Array | undefined,
    groups: number,
    targetGroups: TargetGroups | undefined,
    arena: Arena,
  ) {
    this.#place = place;
    this.#groupOf = groupOf;
    this.#targetGroups = targetGroups;
    this.#countByOrdinal = zeros(groups + 1, arena);
    this.counts = this.#countByOrdinal.subarray(1);
    this.#seen = zeros(groups + 1, arena);
    this.#arena = arena;
  }

  /** @param level number of relationships of the path before the docs. Cost: O(links that the docs lead to). */
  count(level: number, weighted: WeightedDocs): void {
    const hop = this.#place.hops[level];
    const tables = hop === undefined ? undefined : this.#tablesOf(level, hop);
    if (hop !== undefined && tables !== undefined) {
      this.#countLinks(level, hop, tables, weighted);
      return;
    }
    const { docs, weights } = weighted;
    for (let i = 0; i < docs.length; i += 1) this.#countDoc(level, docs[i]!, weights);
  }

  #countDoc(level: number, doc: number, weights: Uint32Array | undefined): void {
    this.#weight = weights?.[doc] ?? 1;
    this.#stamp += 1;
    this.#hasValue = false;
    this.#visit(level, doc);
    if (this.#hasValue) this.docsWithValue += this.#weight;
  }

  #visit(level: number, doc: number): void {
    const hop = this.#place.hops[level];
    if (hop === undefined) {
      this.#visitEnd(doc);
      return;
    }
    const { starts, targets } = hop.index.links;
    const end = starts[doc + 1]!;
    if (this.#targetGroups?.level === level) {
      const { ordinals } = this.#targetGroups;
      for (let link = starts[doc]!; link < end; link += 1) {
        this.#add(ordinals[targets[link]!]!);
      }
      return;
    }
    for (let link = starts[doc]!; link < end; link += 1) this.#visit(level + 1, hop.targetDocs[targets[link]!]!);
  }

  #visitEnd(doc: number): void {
    const { index } = this.#place;
    if (index.kind === 'locales') {
      for (let term = 0; term < index.codes.length; term += 1) {
        if (hasDoc(index.docsOf(term), doc)) this.#add(1 + term);
      }
      return;
    }
    if (isListed(index)) {
      const { starts, targets } = index.links;
      const end = starts[doc + 1]!;
      for (let link = starts[doc]!; link < end; link += 1) this.#addTerm(targets[link]!);
      return;
    }
    const ordinal = index.column[doc]!;
    if (ordinal > 0) this.#addTerm(ordinal - 1);
  }

  #addTerm(term: number): void {
    this.#add(1 + (this.#groupOf === undefined ? term : this.#groupOf[term]!));
  }

  #add(ordinal: number): void {
    if (ordinal === 0) return;
    this.#hasValue = true;
    if (this.#seen[ordinal] === this.#stamp) return;
    this.#seen[ordinal] = this.#stamp;
    this.#countByOrdinal[ordinal]! += this.#weight;
  }

  /** @returns the tables that lead, one after the other, from a link's target to its ordinal; undefined if some have several */
  #tablesOf(level: number, hop: Hop): readonly (OrdinalColumn | Uint32Array)[] | undefined {
    const { hops, index } = this.#place;
    if (this.#targetGroups?.level === level) return [this.#targetGroups.ordinals];
    const isLast = level === hops.length - 1;
    if (!isLast || isListed(index) || this.#groupOf !== undefined) return undefined;
    return [hop.targetDocs, index.column];
  }

  /** As `#countDoc` for each doc, in chunks of links. @param tables as `#tablesOf` returns them */
  #countLinks(level: number, hop: Hop, tables: readonly OrdinalColumn[], { docs, weights }: WeightedDocs): void {
    const { starts, targets } = hop.index.links;
    const mark = this.#arena.mark();
    const chunk = this.#arena.list(threshold('related.chunk', chunkLinks));
    for (let from = 0; from < docs.length; ) {
      let to = from;
      let length = 0;
      for (; to < docs.length; to += 1) {
        const start = starts[docs[to]!]!;
        const end = starts[docs[to]! + 1]!;
        if (length + end - start > chunk.length) break;
        for (let link = start; link < end; link += 1) chunk[length++] = targets[link]!;
      }
      if (to === from) {
        // The links of this doc do not fit into a chunk.
        this.#countDoc(level, docs[from]!, weights);
        from += 1;
        continue;
      }
      const ordinals = chunk.subarray(0, length);
      for (const table of tables) this.#arena.routines.gather(ordinals, table, ordinals);
      this.#countChunk(docs.subarray(from, to), starts, ordinals, weights);
      from = to;
    }
    this.#arena.release(mark);
  }

  /** @param ordinals one for each link of the docs, in their order */
  #countChunk(docs: Uint32Array, starts: Uint32Array, ordinals: Uint32Array, weights: Uint32Array | undefined): void {
    const counts = this.#countByOrdinal;
    const seen = this.#seen;
    let counted = 0;
    let link = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      const weight = weights?.[doc] ?? 1;
      const stamp = this.#stamp + i + 1;
      const end = link + starts[doc + 1]! - starts[doc]!;
      let anyOrdinal = 0;
      for (; link < end; link += 1) {
        const ordinal = ordinals[link]!;
        anyOrdinal |= ordinal;
        // Without a branch, because the processor cannot predict whether a value repeats. Entry 0 is never read.
        counts[ordinal]! += seen[ordinal] === stamp ? 0 : weight;
        seen[ordinal] = stamp;
      }
      if (anyOrdinal !== 0) counted += weight;
    }
    this.#stamp += docs.length;
    this.docsWithValue += counted;
  }
}
