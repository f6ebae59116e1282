/**
 * The counter of values behind relationships: follows all links of each doc and counts each group once per doc.
 *
 * Invariant: `stamp` is different for each counted doc, and `seen` maps a group to the stamp of the last doc that it was
 * counted for: a group with the current stamp was already counted for the current doc.
 */
import type { Arena } from '../../index/docset/index.js';
import type { CountedField } from './counted-field.js';
import { isListed } from './counted-index.js';
import { zeros } from './tally.js';
import type { TargetGroups } from './target-groups.js';
import type { WeightedDocs } from './weighted-docs.js';

const hasDoc = (words: Uint32Array, doc: number): boolean => ((words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;

export class RelatedCounter {
  /** Group → count. In the arena. */
  readonly counts: Uint32Array;
  /** Sum of the weights of docs with a value. */
  docsWithValue = 0;
  readonly #place: CountedField;
  readonly #groupOf: Uint32Array | undefined;
  readonly #targetGroups: TargetGroups | undefined;
  readonly #seen: Uint32Array;
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
    this.counts = zeros(groups, arena);
    this.#seen = zeros(groups, arena);
  }

  /** @param level number of relationships of the path before the docs. Cost: O(links that the docs lead to). */
  count(level: number, weighted: WeightedDocs): void {
    if (this.#targetGroups?.level === level) {
      this.#countTargets(this.#targetGroups, weighted);
      return;
    }
    const { docs, weights } = weighted;
    for (let i = 0; i < docs.length; i += 1) {
      this.#weight = weights?.[docs[i]!] ?? 1;
      this.#stamp += 1;
      this.#hasValue = false;
      this.#visit(level, docs[i]!);
      if (this.#hasValue) this.docsWithValue += this.#weight;
    }
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
        const ordinal = ordinals[targets[link]!]!;
        if (ordinal > 0) this.#add(ordinal - 1);
      }
      return;
    }
    for (let link = starts[doc]!; link < end; link += 1) this.#visit(level + 1, hop.targetDocs[targets[link]!]!);
  }

  #visitEnd(doc: number): void {
    const { index } = this.#place;
    if (index.kind === 'locales') {
      for (let term = 0; term < index.codes.length; term += 1) {
        if (hasDoc(index.docsOf(term), doc)) this.#add(term);
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
    this.#add(this.#groupOf === undefined ? term : this.#groupOf[term]!);
  }

  #add(group: number): void {
    this.#hasValue = true;
    if (this.#seen[group] === this.#stamp) return;
    this.#seen[group] = this.#stamp;
    this.counts[group]! += this.#weight;
  }

  /** As `#visit` for each doc, in one loop. */
  #countTargets({ level, ordinals }: TargetGroups, { docs, weights }: WeightedDocs): void {
    const { starts, targets } = this.#place.hops[level]!.index.links;
    const counts = this.counts;
    const seen = this.#seen;
    let counted = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      const weight = weights?.[doc] ?? 1;
      const stamp = this.#stamp + i + 1;
      const end = starts[doc + 1]!;
      let any = 0;
      for (let link = starts[doc]!; link < end; link += 1) {
        const ordinal = ordinals[targets[link]!]!;
        any |= ordinal;
        if (ordinal === 0 || seen[ordinal - 1] === stamp) continue;
        seen[ordinal - 1] = stamp;
        counts[ordinal - 1]! += weight;
      }
      if (any !== 0) counted += weight;
    }
    this.#stamp += docs.length;
    this.docsWithValue += counted;
  }
}
