/**
 * The first docs of a fragment's nodes that many docs contain, and of each of its slots: what a node above the slots
 * finds its own from.
 */
import { decodeBucket, FIRST_DOCS, findFirstDocs } from '../../../src/termdict/index.js';
import type { RunsOut } from '../postings.js';
import type { FragmentDocs, FragmentTree } from './fragment.js';

/** More docs than any node has: a slot's first docs are always found. */
const always = 2 ** 32 - 1;

/** Cost: O(entries of all buckets). */
export function firstDocsOf(tree: FragmentTree, runs: RunsOut): FragmentDocs {
  const { slotNodes, slotBuckets } = tree;
  const slots = slotNodes.length - 1;
  const nodes = tree.counts.length;
  // Each slot is taken for a node above its own: before its first node, and of all its buckets.
  const counts = new Uint32Array(slots + nodes);
  const bucketStarts = new Uint32Array(slots + nodes);
  const bucketEnds = new Uint32Array(slots + nodes);
  for (let slot = 0; slot < slots; slot += 1) {
    const at = slot + slotNodes[slot]!;
    counts[at] = always;
    bucketStarts[at] = slotBuckets[slot]!;
    bucketEnds[at] = slotBuckets[slot + 1]!;
    const own = [slotNodes[slot]!, slotNodes[slot + 1]!] as const;
    counts.set(tree.counts.subarray(...own), at + 1);
    bucketStarts.set(tree.bucketStarts.subarray(...own), at + 1);
    bucketEnds.set(tree.bucketEnds.subarray(...own), at + 1);
  }
  const bucketAt = new Float64Array(tree.bucketByteLengths.length + 1);
  for (const [index, length] of tree.bucketByteLengths.entries()) bucketAt[index + 1] = bucketAt[index]! + length;
  const bucket = (number: number): Uint32Array => decodeBucket(tree.buckets, bucketAt[number]!, bucketAt[number + 1]!);
  const found = findFirstDocs(
    { counts, bucketStarts, bucketEnds },
    tree.bucketByteLengths.length,
    bucket,
    runs.docs,
    runs.starts,
  ).tables;
  const firstNodes = new Uint32Array(found.nodes.length - slots);
  const firstDocs = new Uint32Array(firstNodes.length * FIRST_DOCS);
  const slotDocs = new Uint32Array(slots * FIRST_DOCS);
  const slotDocCounts = new Uint32Array(slots);
  let slot = 0;
  for (const [index, node] of found.nodes.entries()) {
    const docs = found.docs.subarray(index * FIRST_DOCS, (index + 1) * FIRST_DOCS);
    if (slot < slots && node === slot + slotNodes[slot]!) {
      slotDocs.set(docs, slot * FIRST_DOCS);
      slotDocCounts[slot] = countOf(docs);
      slot += 1;
    } else {
      firstNodes[index - slot] = node - slot;
      firstDocs.set(docs, (index - slot) * FIRST_DOCS);
    }
  }
  return { firstNodes, firstDocs, slotDocs, slotDocCounts };
}

/** @returns how many docs there are before the zeros: they ascend, so only the first may be 0 itself */
function countOf(docs: Uint32Array): number {
  const zero = docs.indexOf(0, 1);
  return zero < 0 ? docs.length : zero;
}
