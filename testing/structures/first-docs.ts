/**
 * The first docs of a tree's frequent nodes, computed from given buckets.
 */
import { DEFAULT_CHOICES } from '../../src/content/model/index.js';
import { FirstDocsPass, type NodeNumbers, type TreeNodes } from '../../src/index/termdict/index.js';

/** How many are kept by default, and of substrings in more docs than how many. */
export const { firstItems: FIRST_DOCS, firstItemsAbove: FIRST_DOCS_ABOVE } = DEFAULT_CHOICES;
export const FIRST_DOCS_KEPT = { docsPerNode: FIRST_DOCS, docsAbove: FIRST_DOCS_ABOVE };

/** @param bucket gives the terms of each bucket; asked in order, as far as they are needed */
export function findFirstDocs(
  tree: TreeNodes,
  bucketCount: number,
  bucket: (bucket: number) => Uint32Array,
  docs: Uint32Array,
  starts: Uint32Array,
): NodeNumbers {
  const pass = new FirstDocsPass(tree, { docs, starts }, FIRST_DOCS_KEPT);
  for (let number = 0; number < bucketCount && pass.isNeeded; number += 1) pass.add(bucket(number));
  return pass.result();
}
