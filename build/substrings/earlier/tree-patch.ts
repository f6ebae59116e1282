/**
 * Writes the tree of this build from an earlier one: copies the subtrees in which no term was removed or added, and decides
 * the branches around each removed or added suffix anew.
 *
 * Invariant: the tree equals the one that sorting all suffixes gives. A branch to a node, or to a bucket with more terms than
 * buckets share, covers one byte, and separates the branches around it. The branches between two of them, a *region*, depend
 * on the suffixes of the region alone (plan/branches), so they are decided from these. The terms of a region are in its
 * earlier buckets; their suffixes are found by searching the terms for the string of the node.
 *
 *     branches of a node:  bucket │ bucket │ node │ node │ bucket │ large bucket │ bucket
 *     regions:             └──────────────┘      └┘     └────────┘              └────────┘
 *
 * Elsewhere: renumbering the buckets (renumber), the rules for branches (plan/branches), the joined tree (joined-tree).
 */
import { threshold } from '../../../src/content/choices/index.js';
import { type Chunk, chunkOf, firstIndexWithin } from '../../../src/format/index.js';
import { bucketTerms, NODE_TARGET, readPacked } from '../../../src/index/termdict/index.js';
import type { JoinedTree, TreePart, WrittenBranch } from '../joined-tree.js';
import { findBranches, newBranches } from '../plan/branches.js';
import { suffixNumbers, termAt } from '../sort/moves.js';
import { listBytesMaximum, PackedLists } from '../sort/packed-lists.js';
import type { SuffixText } from '../text/index.js';
import type { Removal, RenumberedBuckets } from './renumber.js';

/** A suffix of a term of this build. */
interface Suffix {
  readonly term: number;
  /** Position of its first code in the text. */
  readonly position: number;
}

/** A node of the earlier tree, and the changes below it. */
interface ChangedNode {
  readonly node: number;
  /** Its string, in codes of this build. */
  readonly prefix: Uint8Array;
  /** The added suffixes that begin with its string; terms ascend. */
  readonly added: readonly Suffix[];
  /** The removed terms in its buckets, by bucket. */
  readonly removals: readonly Removal[];
}

/** A branch of an earlier node that separates regions in this build, too. */
type KeptBranch = {
  /** The only byte that it covers. */
  readonly low: number;
  /** Its earlier buckets. */
  readonly bucketStart: number;
  readonly bucketEnd: number;
} & (
  | { readonly kind: 'node'; readonly changed: ChangedNode }
  /** A bucket with more terms than buckets share. */
  | { readonly kind: 'bucket'; readonly added: readonly Suffix[] }
);

/** Consecutive branches of an earlier node: those between two kept branches. */
interface Region {
  /** The bytes `[lowStart, lowEnd)` that its suffixes continue with. */
  readonly lowStart: number;
  readonly lowEnd: number;
  /** The earlier buckets of its branches. */
  readonly bucketStart: number;
  readonly bucketEnd: number;
  /** The first byte that each earlier bucket covers; undefined if a branch led to a node. */
  readonly lows: readonly number[] | undefined;
}

/** Bytes: a branch covers a range of them. Byte 0 is the end of a term. */
const byteCount = 256;
/** Number of buckets that are read together while the terms of a node are counted. */
const countedTogether = 8;
/** Lists of more bytes are not copied: the tree refers to their file. */
const copiedMaximum = 2 ** 18;
const noSuffixes: readonly Suffix[] = [];

export interface TreePatchInput {
  readonly part: TreePart;
  readonly buckets: RenumberedBuckets;
  /** Term of the earlier dictionary → start of its docs, with one more entry for the end. */
  readonly earlierDocStarts: Uint32Array;
  readonly text: SuffixText;
  /** The codes of the text. */
  readonly codes: Uint8Array;
  /** The added terms, ascending. */
  readonly added: Uint32Array;
  /** Maximum bytes of lists that are in memory at once; more are read from their file where they are needed. */
  readonly listBytesMaximum: number;
}

export class TreePatch {
  readonly #input: TreePatchInput;
  readonly #tree: JoinedTree;
  readonly #codes: Buffer;
  /** Byte → its code in this build; 0 if no term contains it. */
  readonly #codeOf = new Uint8Array(byteCount);
  /** All lists, if they are in memory. */
  #lists: Chunk | undefined;
  /** Renumbered buckets `[start, end)` whose lists are not appended yet. */
  #waiting = { start: 0, end: 0 };

  /** @param tree empty; receives the tree */
  constructor(input: TreePatchInput, tree: JoinedTree) {
    this.#input = input;
    this.#tree = tree;
    this.#codes = Buffer.from(input.codes.buffer, input.codes.byteOffset, input.codes.byteLength);
    for (const [code, byte] of input.text.alphabet.entries()) this.#codeOf[byte] = code;
  }

  /**
   * Writes the whole tree.
   *
   * Cost: O(nodes + bytes of the buckets), and for each changed node reading the terms of its changed regions.
   */
  async write(): Promise<void> {
    const root = {
      node: 0,
      prefix: new Uint8Array(0),
      added: this.#listAddedSuffixes(),
      removals: this.#input.buckets.removals,
    };
    const { lists } = this.#input.buckets;
    if (lists.byteLength <= this.#input.listBytesMaximum) {
      this.#lists = chunkOf(await lists.sliceBytes(0, lists.byteLength));
    }
    await this.#writeChangedNode(root);
    await this.#appendWaiting();
  }

  #listAddedSuffixes(): Suffix[] {
    const { starts, begins } = this.#input.text;
    const suffixes: Suffix[] = [];
    for (const term of this.#input.added) {
      for (let position = starts[term]!; position < starts[term + 1]!; position += 1) {
        if (begins[this.#codes[position]!] === 1) suffixes.push({ term, position });
      }
    }
    return suffixes;
  }

  /** Writes a node with changes, and everything below it. @returns its number as a branch target */
  async #writeChangedNode(changed: ChangedNode): Promise<number> {
    const node = this.#tree.openNode(this.#countChangedDocs(changed));
    const branches: WrittenBranch[] = [];
    const addedByByte = this.#groupByNextByte(changed.added, changed.prefix.length);
    const keptBranches = await this.#findKeptBranches(changed, addedByByte);
    for (const [index, region] of this.#divide(changed.node, keptBranches).entries()) {
      branches.push(...(await this.#writeRegion(changed, region, addedByByte)));
      const kept = keptBranches[index];
      if (kept !== undefined) branches.push({ low: kept.low, target: await this.#writeKeptBranch(kept) });
    }
    await this.#tree.flushIfLarge();
    return this.#tree.closeNode(node, branches);
  }

  /** @returns number of docs that contain the string of the node, in this build */
  #countChangedDocs({ node, added, removals }: ChangedNode): number {
    const { part, earlierDocStarts, text } = this.#input;
    let docs = part.counts[node]!;
    for (const term of new Set(removals.map((removal) => removal.term))) docs -= countRun(earlierDocStarts, term);
    for (const term of distinctTerms(added)) docs += countRun(text.docStarts, term);
    return docs;
  }

  /** @returns the branches of an earlier node that separate regions in this build, ascending */
  async #findKeptBranches(
    { node, prefix, removals }: ChangedNode,
    addedByByte: ReadonlyMap<number, readonly Suffix[]>,
  ): Promise<KeptBranch[]> {
    const { part } = this.#input;
    const keptBranches: KeptBranch[] = [];
    let nextRemoval = 0;
    for (const { low, target } of branchesOf(part, node)) {
      const added = addedByByte.get(low) ?? noSuffixes;
      if (target < NODE_TARGET) {
        const place = { low, bucketStart: target, bucketEnd: target + 1 };
        if (this.#isLarge(target)) keptBranches.push({ ...place, kind: 'bucket', added });
        continue;
      }
      const child = target - NODE_TARGET;
      const bucketStart = part.bucketStarts[child]!;
      const bucketEnd = part.bucketEnds[child]!;
      while (nextRemoval < removals.length && removals[nextRemoval]!.bucket < bucketStart) nextRemoval += 1;
      const firstRemoval = nextRemoval;
      while (nextRemoval < removals.length && removals[nextRemoval]!.bucket < bucketEnd) nextRemoval += 1;
      const changed = {
        node: child,
        prefix: Uint8Array.of(...prefix, this.#codeOf[low]!),
        added,
        removals: removals.slice(firstRemoval, nextRemoval),
      };
      if (changed.removals.length === 0 || (await this.#hasManyTerms(changed))) {
        keptBranches.push({ low, bucketStart, bucketEnd, kind: 'node', changed });
      }
    }
    return keptBranches;
  }

  /** @returns whether a bucket is so long that it has more terms than buckets share; false if only its list can tell */
  #isLarge(bucket: number): boolean {
    const { listStarts } = this.#input.buckets;
    return listStarts[bucket + 1]! - listStarts[bucket]! > listBytesMaximum(bucketTerms());
  }

  /** @returns whether a node has more terms than buckets share, in this build */
  async #hasManyTerms({ node, added }: ChangedNode): Promise<boolean> {
    const { bucketStarts, bucketEnds } = this.#input.part;
    const terms = distinctTerms(added);
    const end = bucketEnds[node]!;
    for (let bucket = bucketStarts[node]!; bucket < end && terms.size <= bucketTerms(); bucket += countedTogether) {
      const groupEnd = Math.min(end, bucket + countedTogether);
      for (let one = bucket; one < groupEnd; one += 1) if (this.#isLarge(one)) return true;
      for (const term of await this.#readTerms(bucket, groupEnd)) terms.add(term);
    }
    return terms.size > bucketTerms();
  }

  /** @returns the regions of an earlier node: before each kept branch, and after the last one */
  #divide(node: number, keptBranches: readonly KeptBranch[]): Region[] {
    const { part } = this.#input;
    const branches = [...branchesOf(part, node)];
    const regions: Region[] = [];
    let next = 0;
    let lowStart = 0;
    let bucketStart = part.bucketStarts[node]!;
    for (const kept of [...keptBranches, undefined]) {
      const lowEnd = kept?.low ?? byteCount;
      const bucketEnd = kept?.bucketStart ?? part.bucketEnds[node]!;
      const first = next;
      while (next < branches.length && branches[next]!.low < lowEnd) next += 1;
      const own = branches.slice(first, next);
      const hasNodes = own.some(({ target }) => target >= NODE_TARGET);
      regions.push({
        lowStart,
        lowEnd,
        bucketStart,
        bucketEnd,
        lows: hasNodes ? undefined : own.map(({ low }) => low),
      });
      // The next branch is the kept one.
      next += 1;
      lowStart = lowEnd + 1;
      if (kept !== undefined) bucketStart = kept.bucketEnd;
    }
    return regions;
  }

  /** Writes the branches of a region. @param addedByByte the added suffixes of the node */
  async #writeRegion(
    { prefix, removals }: ChangedNode,
    region: Region,
    addedByByte: ReadonlyMap<number, readonly Suffix[]>,
  ): Promise<WrittenBranch[]> {
    const { lowStart, lowEnd, bucketStart, bucketEnd, lows } = region;
    const added: Suffix[] = [];
    for (const [byte, suffixes] of addedByByte) if (byte >= lowStart && byte < lowEnd) added.push(...suffixes);
    const hasRemovals = removals.some(({ bucket }) => bucket >= bucketStart && bucket < bucketEnd);
    if (lows !== undefined && !hasRemovals && added.length === 0) {
      await this.#copyLists(bucketStart, bucketEnd);
      return lows.map((low) => ({ low, target: this.#tree.addBucket() }));
    }
    const terms = new Set(await this.#readTerms(bucketStart, bucketEnd));
    const suffixes = [...this.#findSuffixes(terms, prefix, lowStart, lowEnd), ...added];
    return this.#writeSuffixes(suffixes, prefix.length);
  }

  /** The suffixes of these terms that begin with the prefix and continue with one of the bytes `[lowStart, lowEnd)`. */
  *#findSuffixes(terms: ReadonlySet<number>, prefix: Uint8Array, lowStart: number, lowEnd: number): Generator<Suffix> {
    const { starts, begins, alphabet } = this.#input.text;
    const depth = prefix.length;
    for (const term of terms) {
      const start = starts[term]!;
      const codes = this.#codes.subarray(start, starts[term + 1]!);
      for (let at = codes.indexOf(prefix); at >= 0 && at + depth < codes.length; at = codes.indexOf(prefix, at + 1)) {
        // Without a prefix, every place is found.
        if (begins[codes[at]!] === 0) continue;
        const next = alphabet[codes[at + depth]!]!;
        if (next >= lowStart && next < lowEnd) yield { term, position: start + at };
      }
    }
  }

  /** Writes branches to buckets and to new nodes. @param suffixes share their first `depth` codes. @returns the branches, ascending */
  async #writeSuffixes(suffixes: readonly Suffix[], depth: number): Promise<WrittenBranch[]> {
    const byByte = this.#groupByNextByte(suffixes, depth);
    const counts = { suffixes: new Uint32Array(byteCount), terms: new Uint32Array(byteCount) };
    for (const [byte, group] of byByte) {
      counts.suffixes[byte] = group.length;
      counts.terms[byte] = distinctTerms(group).size;
    }
    const found = newBranches();
    findBranches(counts, 0, byteCount, depth, found);
    const branches: WrittenBranch[] = [];
    for (let branch = 0; branch < found.count; branch += 1) {
      const low = found.firsts[branch]!;
      const end = branch + 1 < found.count ? found.firsts[branch + 1]! : byteCount;
      if (found.isNode[branch] === 1) {
        branches.push({ low, target: await this.#writeNewNode(byByte.get(low)!, depth + 1) });
        continue;
      }
      const terms = new Set<number>();
      for (let byte = low; byte < end; byte += 1) for (const { term } of byByte.get(byte) ?? []) terms.add(term);
      branches.push({ low, target: await this.#writeBucket([...terms].sort((a, b) => a - b)) });
    }
    return branches;
  }

  /** Writes a node that the earlier tree does not have, and everything below it. @returns its number as a branch target */
  async #writeNewNode(suffixes: readonly Suffix[], depth: number): Promise<number> {
    let docs = 0;
    for (const term of distinctTerms(suffixes)) docs += countRun(this.#input.text.docStarts, term);
    const node = this.#tree.openNode(docs);
    return this.#tree.closeNode(node, await this.#writeSuffixes(suffixes, depth));
  }

  /** @param terms ascending. @returns its number as a branch target */
  async #writeBucket(terms: readonly number[]): Promise<number> {
    const suffixes = new Int32Array(terms.length * suffixNumbers);
    for (let index = 0; index < terms.length; index += 1) suffixes[index * suffixNumbers + termAt] = terms[index]!;
    const lists = new PackedLists();
    const length = lists.push(suffixes, 0, terms.length);
    await this.#appendWaiting();
    this.#tree.appendLists(lists.bytes(), Uint32Array.of(length));
    return this.#tree.addBucket();
  }

  /** Writes the target of a kept branch, and everything below it. @returns its number as a branch target */
  async #writeKeptBranch(kept: KeptBranch): Promise<number> {
    const { bucketStart, bucketEnd } = kept;
    if (kept.kind === 'node') {
      const { changed } = kept;
      if (changed.added.length > 0 || changed.removals.length > 0) return this.#writeChangedNode(changed);
      return this.#copySubtree(changed.node, bucketStart, bucketEnd);
    }
    if (kept.added.length > 0) {
      const terms = await this.#readTerms(bucketStart, bucketEnd);
      return this.#writeBucket(mergeAscending(terms, [...distinctTerms(kept.added)]));
    }
    await this.#copyLists(bucketStart, bucketEnd);
    return this.#tree.addBucket();
  }

  /** Copies an earlier node, and everything below it. @returns its number as a branch target */
  async #copySubtree(node: number, bucketStart: number, bucketEnd: number): Promise<number> {
    const { part } = this.#input;
    const nodeEnd = firstIndexWithin(node + 1, part.counts.length, (later) => part.bucketStarts[later]! >= bucketEnd);
    // The branches of a node follow those of all nodes below it.
    const branchEnd = part.branchStarts[node]! + part.branchCounts[node]!;
    let branchStart = branchEnd;
    for (let below = node; below < nodeEnd; below += 1) branchStart -= part.branchCounts[below]!;
    await this.#copyLists(bucketStart, bucketEnd);
    return this.#tree.addPart(part, { nodeStart: node, nodeEnd, branchStart, branchEnd, bucketStart, bucketEnd });
  }

  /** Copies the lists of renumbered buckets, together with those that are copied next if they are neighbours. */
  async #copyLists(start: number, end: number): Promise<void> {
    if (start === end) return;
    if (this.#waiting.end !== start) {
      await this.#appendWaiting();
      this.#waiting = { start, end };
    } else this.#waiting.end = end;
  }

  /** Appends the lists that wait. */
  async #appendWaiting(): Promise<void> {
    const { lists, listStarts } = this.#input.buckets;
    const { start: from, end: to } = this.#waiting;
    this.#waiting = { start: to, end: to };
    if (from === to) return;
    const [start, end] = [listStarts[from]!, listStarts[to]!];
    if (end - start > threshold('substring.copy', copiedMaximum)) {
      await this.#tree.copyLists(lists, { from, to, start, end });
      return;
    }
    const bytes = this.#lists?.bytes.subarray(start, end) ?? (await lists.sliceBytes(start, end));
    const lengths = Uint32Array.from({ length: to - from }, (_, bucket) => {
      return listStarts[from + bucket + 1]! - listStarts[from + bucket]!;
    });
    this.#tree.appendLists(bytes, lengths);
  }

  /** @returns the terms of the renumbered buckets `[start, end)`, bucket by bucket */
  async #readTerms(start: number, end: number): Promise<number[]> {
    const { lists, listStarts } = this.#input.buckets;
    const firstByte = this.#lists === undefined ? listStarts[start]! : 0;
    const chunk = this.#lists ?? chunkOf(await lists.sliceBytes(firstByte, listStarts[end]!));
    const terms: number[] = [];
    for (let bucket = start; bucket < end; bucket += 1) {
      const from = listStarts[bucket]! - firstByte;
      const to = listStarts[bucket + 1]! - firstByte;
      // A term takes at least one bit.
      const out = new Uint32Array(8 * (to - from));
      const count = readPacked(chunk, from, to, out, 'list');
      for (let i = 0; i < count; i += 1) terms.push(out[i]!);
    }
    return terms;
  }

  /** @returns byte → the suffixes that continue with it after `depth` codes, in their order */
  #groupByNextByte(suffixes: readonly Suffix[], depth: number): Map<number, Suffix[]> {
    const groups = new Map<number, Suffix[]>();
    for (const suffix of suffixes) {
      const byte = this.#input.text.alphabet[this.#codes[suffix.position + depth]!]!;
      const group = groups.get(byte);
      if (group === undefined) groups.set(byte, [suffix]);
      else group.push(suffix);
    }
    return groups;
  }
}

/** @returns the numbers of both lists, which are ascending and have none in common */
function mergeAscending(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = [];
  let next = 0;
  for (const number of a) {
    for (; next < b.length && b[next]! < number; next += 1) merged.push(b[next]!);
    merged.push(number);
  }
  for (; next < b.length; next += 1) merged.push(b[next]!);
  return merged;
}

/** In their order: ascending, as the suffixes of a node are. */
const distinctTerms = (suffixes: readonly Suffix[]): Set<number> => new Set(suffixes.map(({ term }) => term));

const countRun = (docStarts: Uint32Array, term: number): number => docStarts[term + 1]! - docStarts[term]!;

function* branchesOf(part: TreePart, node: number): Generator<WrittenBranch> {
  const start = part.branchStarts[node]!;
  const end = start + part.branchCounts[node]!;
  for (let branch = start; branch < end; branch += 1) {
    yield { low: part.branchLows[branch]!, target: part.branchTargets[branch]! };
  }
}
