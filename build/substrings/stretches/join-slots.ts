/**
 * Joining what several stretches have of the same strings to a part of the one tree: counts add up, as no term is in two
 * stretches, and lists follow each other, as terms ascend from stretch to stretch.
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import type { Job } from '../../work/index.js';
import { TREE_RULE } from '../plan/branches.js';
import type { TreeFragment } from '../sort/fragment.js';
import { type BucketText, FragmentBuilder, OpenBranches } from '../sort/fragment-builder.js';
import type { SuffixText } from '../text/text.js';
import { EntryCursor, GatheredTerms } from './entries.js';

/** An entry of one stretch. */
export interface PlacedEntry {
  /** Where it begins. */
  readonly at: number;
  /** The stretch's first term. */
  readonly first: number;
}

export interface JoinedSlot {
  readonly kind: 'node' | 'bucket';
  /** The codes that a node stands for. */
  readonly path: Uint8Array;
  /** Docs that contain the node's string. */
  readonly docs: number;
  /** Of a node one for each stretch that has it, in their order, each a node; of a bucket all that it is of. */
  readonly entries: readonly PlacedEntry[];
}

export interface JoinInput {
  readonly text: BucketText & Pick<SuffixText, 'alphabet' | 'isRepeating'>;
  readonly bytes: Uint8Array;
  readonly slots: readonly JoinedSlot[];
  /** Where the body of a list begins → where an entry does that says how its suffixes go on. */
  readonly expanded: ReadonlyMap<number, number>;
}

/** A list whose suffixes go on in the tree. */
export interface ListToExpand extends PlacedEntry {
  readonly path: Uint8Array;
  readonly terms: Int32Array;
}

export interface Joined {
  /** Undefined where lists are to be expanded first. */
  readonly fragment: TreeFragment | undefined;
  readonly toExpand: readonly ListToExpand[];
  /** As they were given. */
  readonly bytes: Uint8Array;
}

/** Cost: O(bytes). */
function joinSlots(input: JoinInput): Joined {
  const joiner = new Joiner(input);
  for (const slot of input.slots) joiner.join(slot);
  return { fragment: joiner.finished(), toExpand: joiner.toExpand, bytes: input.bytes };
}

/** What the stretches have of a node's string, and of its next code; of each depth one, by stretch. */
class Level {
  readonly branches = new OpenBranches();
  /** How many branches are still ahead. */
  readonly ahead: Int32Array;
  /** Where to go on behind a list that was expanded; −1 where none was. */
  readonly behind: Int32Array;
  /** Of the code at hand: whether the stretch has it, and as a node. */
  readonly has: Uint8Array;
  readonly isNode: Uint8Array;
  readonly terms: Int32Array;

  constructor(stretches: number) {
    this.ahead = new Int32Array(stretches);
    this.behind = new Int32Array(stretches);
    this.has = new Uint8Array(stretches);
    this.isNode = new Uint8Array(stretches);
    this.terms = new Int32Array(stretches);
  }
}

class Joiner {
  readonly toExpand: ListToExpand[] = [];
  readonly #bytes: Uint8Array;
  readonly #expanded: ReadonlyMap<number, number>;
  readonly #alphabet: Uint8Array;
  readonly #built: FragmentBuilder;
  readonly #cursor: EntryCursor;
  readonly #gathered = new GatheredTerms();
  /** Whether the terms of the bucket that is open ascend. */
  #ascends = true;
  /** How many terms, or suffixes, count for it; −1 where none is open. */
  #shared = -1;
  readonly #path = new Uint8Array(DEPTH_MAXIMUM + 1);
  #firsts: readonly number[] = [];
  #at = new Float64Array(0);
  #levels: readonly Level[] = [];

  constructor({ text, bytes, expanded }: JoinInput) {
    this.#bytes = bytes;
    this.#expanded = expanded;
    this.#alphabet = text.alphabet;
    this.#built = new FragmentBuilder(text);
    this.#cursor = new EntryCursor(text.isRepeating);
  }

  finished(): TreeFragment | undefined {
    return this.toExpand.length === 0 ? this.#built.finished() : undefined;
  }

  join({ kind, path, docs, entries }: JoinedSlot): void {
    this.#built.openSlot();
    if (kind === 'bucket') {
      for (const { at, first } of entries) {
        this.#cursor.at = at;
        this.#cursor.head(this.#bytes);
        this.#gather(first);
      }
      this.#bucket();
    } else {
      this.#begin(path, entries);
      this.#node(path.length, docs);
    }
    this.#built.closeSlot();
  }

  #begin(path: Uint8Array, entries: readonly PlacedEntry[]): void {
    const stretches = entries.length;
    if (this.#at.length < stretches || this.#levels.length === 0) {
      this.#at = new Float64Array(stretches);
      this.#levels = Array.from({ length: DEPTH_MAXIMUM + 1 }, () => new Level(stretches));
    }
    this.#path.set(path);
    this.#firsts = entries.map(({ first }) => first);
    const { ahead } = this.#levels[path.length]!;
    for (const [stretch, { at }] of entries.entries()) {
      this.#cursor.at = at;
      this.#cursor.head(this.#bytes);
      ahead[stretch] = this.#cursor.varint(this.#bytes);
      this.#at[stretch] = this.#cursor.at;
    }
  }

  /** Writes the node of the path, of which the stretches' branches are ahead, and all below it. */
  #node(depth: number, docs: number): void {
    const level = this.#levels[depth]!;
    const { branches } = level;
    branches.count = 0;
    const open = this.#built.openNode(docs);
    for (let code = this.#nextCode(level); code < 256; code = this.#nextCode(level)) {
      const { suffixes, terms, docs: below } = this.#countNext(level, code);
      // The rule is that of all trees (plan/branches).
      const weight = suffixes > TREE_RULE.nodeTerms ? terms : suffixes;
      if (weight > TREE_RULE.nodeTerms && code !== 0 && depth + 1 < DEPTH_MAXIMUM) {
        this.#closeBucket(branches);
        branches.add(this.#alphabet[code]!, this.#built.nextNode);
        this.#path[depth] = code;
        this.#enter(level, depth + 1);
        this.#node(depth + 1, below);
        this.#leave(level);
        continue;
      }
      if (this.#shared >= 0 && this.#shared + weight > TREE_RULE.sharedTerms) this.#closeBucket(branches);
      // Where it leads is known when it is closed.
      if (this.#shared < 0) branches.add(this.#alphabet[code]!, 0);
      this.#shared = Math.max(0, this.#shared) + weight;
      this.#gatherNext(level);
    }
    this.#closeBucket(branches);
    this.#built.closeNode(open, branches);
  }

  /** @returns the least code that any stretch goes on with, 256 behind the last */
  #nextCode({ ahead }: Level): number {
    let code = 256;
    for (let stretch = 0; stretch < this.#firsts.length; stretch += 1) {
      if (ahead[stretch]! > 0) code = Math.min(code, this.#bytes[this.#at[stretch]!]!);
    }
    return code;
  }

  /** Reads the heads of the code's entries. @returns what they are together */
  #countNext(level: Level, code: number): { suffixes: number; terms: number; docs: number } {
    const { ahead, has, isNode } = level;
    const cursor = this.#cursor;
    let [suffixes, terms, docs] = [0, 0, 0];
    for (let stretch = 0; stretch < this.#firsts.length; stretch += 1) {
      const at = this.#at[stretch]!;
      if (ahead[stretch]! <= 0 || this.#bytes[at] !== code) {
        has[stretch] = 0;
        continue;
      }
      ahead[stretch]! -= 1;
      has[stretch] = 1;
      cursor.at = at + 1;
      cursor.head(this.#bytes);
      isNode[stretch] = cursor.isNode ? 1 : 0;
      level.terms[stretch] = cursor.terms;
      this.#at[stretch] = cursor.at;
      suffixes += cursor.suffixes;
      terms += cursor.terms;
      docs += cursor.docs;
    }
    return { suffixes, terms, docs };
  }

  /** Goes from the heads of the code at hand to the branches below. */
  #enter({ has, isNode, behind, terms }: Level, depth: number): void {
    const { ahead } = this.#levels[depth]!;
    for (let stretch = 0; stretch < this.#firsts.length; stretch += 1) {
      ahead[stretch] = 0;
      behind[stretch] = -1;
      if (has[stretch] === 0) continue;
      const body = this.#at[stretch]!;
      this.#cursor.at = body;
      if (isNode[stretch] === 0) {
        this.#gathered.count = 0;
        this.#resume(stretch, false, terms[stretch]!);
        this.#gathered.add(this.#cursor, this.#bytes, this.#firsts[stretch]!);
        behind[stretch] = this.#cursor.at;
        const entry = this.#expanded.get(body);
        if (entry === undefined) {
          this.toExpand.push({
            at: body,
            first: this.#firsts[stretch]!,
            path: this.#path.slice(0, depth),
            terms: this.#gathered.numbers.slice(0, this.#gathered.count),
          });
        } else {
          this.#cursor.at = entry;
          this.#cursor.head(this.#bytes);
        }
        this.#gathered.count = 0;
        if (entry === undefined) continue;
      }
      ahead[stretch] = this.#cursor.varint(this.#bytes);
      this.#at[stretch] = this.#cursor.at;
    }
  }

  #leave({ behind }: Level): void {
    for (let stretch = 0; stretch < this.#firsts.length; stretch += 1) {
      if (behind[stretch]! >= 0) this.#at[stretch] = behind[stretch]!;
    }
  }

  /** Adds to the open bucket what the stretches have of the code at hand. */
  #gatherNext({ has, isNode, terms }: Level): void {
    for (let stretch = 0; stretch < this.#firsts.length; stretch += 1) {
      if (has[stretch] === 0) continue;
      this.#resume(stretch, isNode[stretch] === 1, terms[stretch]!);
      this.#gather(this.#firsts[stretch]!);
      this.#at[stretch] = this.#cursor.at;
    }
  }

  /** The cursor is behind an entry's head again. */
  #resume(stretch: number, isNode: boolean, terms: number): void {
    this.#cursor.at = this.#at[stretch]!;
    this.#cursor.isNode = isNode;
    this.#cursor.terms = terms;
  }

  #gather(first: number): void {
    const { numbers, count } = this.#gathered;
    const last = count === 0 ? -1 : numbers[count - 1]!;
    const { isNode } = this.#cursor;
    this.#gathered.add(this.#cursor, this.#bytes, first);
    // Lists of one code ascend from stretch to stretch; those of several, or of what is below a node, do not.
    if (isNode || this.#gathered.numbers[count]! < last) this.#ascends = false;
  }

  #closeBucket(branches: OpenBranches): void {
    if (this.#shared < 0) return;
    branches.targets[branches.count - 1] = this.#bucket();
    this.#shared = -1;
  }

  #bucket(): number {
    const gathered = this.#gathered;
    if (!this.#ascends) gathered.numbers.subarray(0, gathered.count).sort();
    const bucket = this.#built.bucket(gathered.numbers, 0, gathered.count, 1, 0);
    gathered.count = 0;
    this.#ascends = true;
    return bucket;
  }
}

export const joinJob: Job<JoinInput, Joined> = {
  name: 'join',
  structure: 'substrings',
  work: joinSlots,
  owned: ({ bytes }) => bytes,
};
