/**
 * Target groups: for each target of a to-many relationship its single value, looked up once instead of once for each link.
 *
 * They exist only for the last to-many relationship of a path, because a target of an earlier one leads to several values.
 */
import type { Arena } from '../../../index/docset/index.js';
import type { LocaleIndex, TextListIndex } from '../../../index/segment/index.js';
import type { CountedField, Hop } from '../counted-field.js';
import type { CountedIndex } from '../counted-index.js';

export interface TargetGroups {
  /** Index of the relationship in the path. */
  readonly level: number;
  /** Target → 1 + the group of its value, or 0 if it has none. In the arena. */
  readonly ordinals: Uint32Array;
}

type SingleIndex = Exclude<CountedIndex, TextListIndex | LocaleIndex>;

/** Whether an item has at most one value. */
const isSingle = (index: CountedIndex): index is SingleIndex =>
  index.kind !== 'textLists' && index.kind !== 'locales' && !(index.kind === 'links' && index.field.many);

/** @returns the level of the last to-many relationship, if each of its targets has at most one value; otherwise undefined */
export function targetGroupsLevel({ hops, index }: CountedField): number | undefined {
  const level = hops.findLastIndex((hop) => hop.index.field.many);
  return level >= 0 && isSingle(index) ? level : undefined;
}

/**
 * @param level   as `targetGroupsLevel` returns it
 * @param groupOf term → its group; undefined: each term is a group
 * Cost: O(targets · relationships after the level).
 */
export function targetGroups(
  { hops, index }: CountedField,
  level: number,
  groupOf: Uint32Array | undefined,
  arena: Arena,
): TargetGroups {
  const [first, ...laterHops] = hops.slice(level);
  const targetDocs = first === undefined ? new Uint32Array(0) : first.targetDocs;
  const ordinals = arena.list(targetDocs.length);
  for (let target = 0; target < targetDocs.length; target += 1) {
    const doc = lastDoc(laterHops, targetDocs[target]!);
    const ordinal = doc < 0 || !isSingle(index) ? 0 : ordinalIn(index, doc);
    ordinals[target] = ordinal === 0 || groupOf === undefined ? ordinal : groupOf[ordinal - 1]! + 1;
  }
  return { level, ordinals };
}

/** @param hops all to-one. @returns the doc at the end of the hops, or -1 if a link is missing */
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

/** @returns 1 + the doc's term, or 0 if it has no value */
function ordinalIn(index: SingleIndex, doc: number): number {
  if (index.kind !== 'links') return index.column[doc]!;
  const { starts, targets } = index.links;
  const link = starts[doc]!;
  return link < starts[doc + 1]! ? targets[link]! + 1 : 0;
}
