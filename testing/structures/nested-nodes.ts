/**
 * The nodes of a substring tree without a segment: each has consecutive buckets, and its children's buckets are among
 * them.
 */
export interface NestedNodes {
  readonly bucketStarts: number[];
  readonly bucketEnds: number[];
}

/** @returns nodes over the buckets `[0, count)`, depth first, cut in two as often and where the draws say */
export function nestedNodes(count: number, draws: readonly number[], depthMaximum: number): NestedNodes {
  const tree: NestedNodes = { bucketStarts: [], bucketEnds: [] };
  const cut = (start: number, end: number, depth: number): void => {
    tree.bucketStarts.push(start);
    tree.bucketEnds.push(end);
    if (depth > depthMaximum || end - start < 2) return;
    const between = start + 1 + (draws[tree.bucketStarts.length % draws.length]! % (end - start - 1));
    // A node may have only one branch, and buckets of its own in addition.
    if (between % 3 !== 0) cut(start, between, depth + 1);
    if (between % 5 !== 0) cut(between, end, depth + 1);
  };
  cut(0, count, 0);
  return tree;
}
