/**
 * Weighted docs: each doc of a segment stands for as many selected docs as its weight says.
 *
 * Where many docs lead to few related items, the items are counted in their place. That is exact while every selected doc
 * is in one weight alone: of a doc that leads to two items, values they share would count twice.
 * Invariant: the weights of a list, and of the lists that are counted beside it, add up to the selected docs.
 */
import { FOLLOW_LINK } from '../../index/costs/index.js';
import type { Arena } from '../../index/docset/index.js';
import type { Hop } from './counted-field.js';
import { type Tally, zeros } from './tally.js';

export interface WeightedDocs {
  /** Each once. */
  readonly docs: Uint32Array;
  /** By doc; undefined: each stands for itself. */
  readonly weights: Uint32Array | undefined;
}

/** @param weights by doc, in the arena. @returns the docs that stand for any. Cost: O(docs of the segment). */
function withWeights(weights: Uint32Array, arena: Arena): WeightedDocs {
  arena.budget.spend(weights.length);
  const docs = arena.list(weights.length);
  let count = 0;
  for (let doc = 0; doc < weights.length; doc += 1) if (weights[doc]! > 0) docs[count++] = doc;
  return { docs: docs.subarray(0, count), weights };
}

/** @param tally of the targets of a to-one relationship. @returns the related items. Cost: O(targets). */
export function weightedTargets({ targetDocs, next }: Hop, { terms, counts }: Tally, arena: Arena): WeightedDocs {
  arena.budget.spend(counts.length * FOLLOW_LINK);
  const weights = zeros(next.size, arena);
  for (let i = 0; i < counts.length; i += 1) weights[targetDocs[terms === undefined ? i : terms[i]!]!] = counts[i]!;
  return withWeights(weights, arena);
}

/** @param hop to-one. @returns the related items, each of which stands for what leads to it. Cost: O(docs). */
export function followToOne(
  { index, targetDocs, next }: Hop,
  { docs, weights }: WeightedDocs,
  arena: Arena,
): WeightedDocs {
  arena.budget.spend(docs.length * FOLLOW_LINK);
  const { starts, targets } = index.links;
  const sums = zeros(next.size, arena);
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    if (starts[doc]! < starts[doc + 1]!) sums[targetDocs[targets[starts[doc]!]!]!]! += weights?.[doc] ?? 1;
  }
  return withWeights(sums, arena);
}

export interface SplitDocs {
  /** The related items that docs lead to alone, which stand for these. */
  readonly behindOneLink: WeightedDocs;
  /** The docs themselves that lead to several. */
  readonly withSeveralLinks: WeightedDocs;
}

/** Docs that lead nowhere are in neither. Cost: O(docs + docs of the related type). */
export function splitByLinks(
  { index, targetDocs, next }: Hop,
  { docs, weights }: WeightedDocs,
  arena: Arena,
): SplitDocs {
  const { starts, targets } = index.links;
  const sums = zeros(next.size, arena);
  const withSeveralLinks = arena.list(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    const link = starts[doc]!;
    const links = starts[doc + 1]! - link;
    if (links === 1) sums[targetDocs[targets[link]!]!]! += weights?.[doc] ?? 1;
    else if (links > 1) withSeveralLinks[count++] = doc;
  }
  return {
    behindOneLink: withWeights(sums, arena),
    withSeveralLinks: { docs: withSeveralLinks.subarray(0, count), weights },
  };
}
