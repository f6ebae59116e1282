/**
 * The first docs of a fragment's nodes that many docs contain, and of each of its slots: what a node above the slots
 * finds its own from.
 *
 * They gather while the tree is walked: what ends in a bucket is added to the innermost node that is open, and from
 * there, when that is closed, to the one around it.
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { FirstDocsKept } from '../../../src/index/termdict/index.js';
import type { RunsOut } from '../../sorting/index.js';
import type { FragmentDocs } from './fragment.js';

/** More than any doc. */
const never = 2 ** 32;

interface OpenNode {
  /** Its place among the nodes with first docs; −1 of a slot. */
  place: number;
  readonly docs: Uint32Array;
  count: number;
}

export class FirstDocsGatherer {
  /** The docs of each term. */
  readonly #runs: RunsOut;
  readonly #each: number;
  readonly #above: number;
  readonly #nodes = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #slotDocs = new GrowingU32();
  readonly #slotDocCounts = new GrowingU32();
  readonly #open: OpenNode[] = [];
  /** How many are open. */
  #depth = 0;

  constructor(runs: RunsOut, { each, above }: FirstDocsKept) {
    this.#runs = runs;
    this.#each = each;
    this.#above = above;
  }

  openSlot(): void {
    this.#enter(-1);
  }

  /** @returns whether the node has so many docs that its first are kept; only then is it to be closed */
  openNode(node: number, docs: number): boolean {
    if (docs <= this.#above) return false;
    this.#enter(this.#nodes.length);
    this.#nodes.push(node);
    for (let i = 0; i < this.#each; i += 1) this.#docs.push(0);
    return true;
  }

  /** Of the innermost node: a term whose first doc is not below it adds nothing. */
  get limit(): number {
    return limitOf(this.#open[this.#depth - 1]!);
  }

  /** Adds the term's docs to the innermost node. @returns the new limit */
  add(term: number): number {
    const { docs, starts } = this.#runs;
    const node = this.#open[this.#depth - 1]!;
    addRun(node, docs, starts[term]!, starts[term + 1]!);
    return limitOf(node);
  }

  closeSlot(): void {
    const { docs, count } = this.#leave();
    for (let i = 0; i < this.#each; i += 1) this.#slotDocs.push(i < count ? docs[i]! : 0);
    this.#slotDocCounts.push(count);
  }

  closeNode(): void {
    const { place, docs, count } = this.#leave();
    for (let i = 0; i < count; i += 1) this.#docs.set(place * this.#each + i, docs[i]!);
    addRun(this.#open[this.#depth - 1]!, docs, 0, count);
  }

  gathered(): FragmentDocs {
    return {
      firstNodes: this.#nodes.view().slice(),
      firstDocs: this.#docs.view().slice(),
      slotDocs: this.#slotDocs.view().slice(),
      slotDocCounts: this.#slotDocCounts.view().slice(),
    };
  }

  #enter(place: number): void {
    const node = this.#open[this.#depth];
    if (node === undefined) this.#open.push({ place, docs: new Uint32Array(this.#each), count: 0 });
    else {
      node.place = place;
      node.count = 0;
    }
    this.#depth += 1;
  }

  #leave(): OpenNode {
    this.#depth -= 1;
    return this.#open[this.#depth]!;
  }
}

/** A doc below it is among the first. */
const limitOf = ({ docs, count }: OpenNode): number => (count < docs.length ? never : docs[docs.length - 1]!);

/** Adds `docs[start, end)`, which ascend, as far as they are among the first. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  for (let place = start; place < end; place += 1) {
    const doc = docs[place]!;
    if (doc >= limitOf(node)) return;
    addDoc(node, doc);
  }
}

function addDoc(node: OpenNode, doc: number): void {
  const { docs } = node;
  let at = node.count;
  while (at > 0 && docs[at - 1]! > doc) at -= 1;
  if (at > 0 && docs[at - 1] === doc) return;
  node.count = Math.min(docs.length, node.count + 1);
  docs.copyWithin(at + 1, at, node.count - 1);
  docs[at] = doc;
}
