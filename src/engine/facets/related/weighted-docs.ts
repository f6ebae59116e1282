/**
 * Weighted docs: the weight of a doc is the number of selected docs that it represents.
 *
 * If many docs link to few related items, the items are counted instead, with weights. This is exact only if each selected
 * doc is represented once: a value shared by two items of the same doc would count twice.
 * Invariant: the weights of all lists that are counted add up to the number of selected docs with a link.
 */
import { FOLLOW_LINK } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { Hop } from '../counted-field.js';
import { type Tally, zeros } from '../tally.js';

export interface WeightedDocs {
  /** Each once. */
  readonly docs: Uint32Array;
  /** Doc → weight; undefined: each weight is 1. */
  readonly weights: Uint32Array | undefined;
}

/** @param weights doc → weight, in the arena. @returns the docs with a weight above 0. Cost: O(docs of the segment). */
function withWeights(weights: Uint32Array, arena: Arena): WeightedDocs {
  arena.budget.spend(weights.length);
  const docs = arena.list(weights.length);
  let count = 0;
  for (let doc = 0; doc < weights.length; doc += 1) if (weights[doc]! > 0) docs[count++] = doc;
  return { docs: docs.subarray(0, count), weights };
}

/** The related items, from a tally of the targets of a to-one relationship. Cost: O(targets). */
export function weightedTargets({ targetDocs, next }: Hop, { terms, counts }: Tally, arena: Arena): WeightedDocs {
  arena.budget.spend(counts.length * FOLLOW_LINK);
  const weights = zeros(next.size, arena);
  for (let i = 0; i < counts.length; i += 1) weights[targetDocs[terms === undefined ? i : terms[i]!]!] = counts[i]!;
  return withWeights(weights, arena);
}

/** Follows a to-one relationship. @returns the related items, each weighted by the docs that link to it. Cost: O(docs). */
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

/** Docs divided by their number of links. */
export interface SplitDocs {
  /** The related items of docs with one link, weighted by these docs. */
  readonly behindOneLink: WeightedDocs;
  /** The docs with several links. */
  readonly withSeveralLinks: WeightedDocs;
}

/** Divides docs by their number of links; docs without a link are dropped. Cost: O(docs + docs of the related type). */
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
