/**
 * Target groups: for each target of a to-many relationship the one value behind it, looked up once and not for each link.
 *
 * They are of one relationship alone, the last to-many one of a path: at any other level a target is another item.
 */
import type { Arena } from '../../index/docset/index.js';
import type { TextListIndex } from '../../index/segment/index.js';
import type { CountedField, Hop } from './counted-field.js';
import type { CountedIndex } from './counted-index.js';

export interface TargetGroups {
  /** Which relationship of the path they are of. */
  readonly level: number;
  /** By target, 1 more than the group of the value behind it, or 0 where there is none. In the arena. */
  readonly ordinals: Uint32Array;
}

/** Whether an item has one value at most. */
const isSingle = (index: CountedIndex): index is Exclude<CountedIndex, TextListIndex> =>
  index.kind !== 'textLists' && !(index.kind === 'links' && index.field.many);

/** @returns the level of the last to-many relationship, if one value lies behind each of its targets; or undefined */
export function targetGroupsLevel({ hops, index }: CountedField): number | undefined {
  const level = hops.findLastIndex((hop) => hop.index.field.many);
  return level >= 0 && isSingle(index) ? level : undefined;
}

/**
 * @param level   of `targetGroupsLevel`
 * @param groupOf by term; undefined: each is its own group
 * Cost: O(targets · relationships behind the level).
 */
export function targetGroups(
  { hops, index }: CountedField,
  level: number,
  groupOf: Uint32Array | undefined,
  arena: Arena,
): TargetGroups {
  const [first, ...rest] = hops.slice(level);
  const targetDocs = first === undefined ? new Uint32Array(0) : first.targetDocs;
  const ordinals = arena.list(targetDocs.length);
  for (let target = 0; target < targetDocs.length; target += 1) {
    const doc = lastDoc(rest, targetDocs[target]!);
    const ordinal = doc < 0 || !isSingle(index) ? 0 : ordinalIn(index, doc);
    ordinals[target] = ordinal === 0 || groupOf === undefined ? ordinal : groupOf[ordinal - 1]! + 1;
  }
  return { level, ordinals };
}

/** @param hops to-one. @returns the doc that a doc leads to by them, or -1 */
function lastDoc(hops: readonly Hop[], from: number): number {
  let doc = from;
  for (let i = 0; i < hops.length; i += 1) {
    const { index, targetDocs } = hops[i]!;
    const link = index.links.starts[doc]!;
    if (link === index.links.starts[doc + 1]!) return -1;
    doc = targetDocs[index.links.targets[link]!]!;
  }
  return doc;
}

/** @returns 1 more than the doc's term, or 0 */
function ordinalIn(index: Exclude<CountedIndex, TextListIndex>, doc: number): number {
  if (index.kind !== 'links') return index.column[doc]!;
  const { starts, targets } = index.links;
  const link = starts[doc]!;
  return link < starts[doc + 1]! ? targets[link]! + 1 : 0;
}
