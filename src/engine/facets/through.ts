/**
 * Tallies of the values of related items: each selected doc counts once for each different value among those that it
 * leads to.
 *
 * Through to-one relationships, docs are counted by the item that they lead to, and these by the next: then each of the
 * last items stands for so many docs. From the first to-many relationship on, the values of each are gathered.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { LinkColumn } from '../../index/columns/index.js';
import { FOLLOWED_LINK } from '../../index/costs/index.js';
import type { Arena } from '../../index/docset/index.js';
import { isFilteredLink, type SegmentJoin, type TextListIndex, type TypeSegment } from '../../index/segment/index.js';
import { type CountedIndex, indexOf, isListed } from './counted-index.js';
import type { Selected } from './facet.js';
import { type Tally, tallyTargets, zeros } from './tally.js';

interface Hop extends SegmentJoin {
  readonly next: TypeSegment;
}

function hopOf({ joins, type }: TypeSegment, name: string): Hop {
  const join = joins.get(name);
  const next = join?.targetTypes[0]?.segment;
  if (join === undefined || next === undefined) throw new InvariantError(`${type.name} leads nowhere by ${name}`);
  return { ...join, next };
}

/** Docs of a segment, each of which stands for so many selected ones. */
interface Weighed {
  readonly docs: Uint32Array;
  /** By doc; undefined: one each. */
  readonly weights: Uint32Array | undefined;
}

/** Where a field is found: on the docs themselves, or behind relationships, each to one type. */
export interface Place {
  readonly hops: readonly Hop[];
  readonly index: CountedIndex;
}

/** @throws InvariantError when the path was not checked against the segment's model */
export function placeOf(segment: TypeSegment, path: string): Place {
  if (!path.includes('.')) return { hops: [], index: indexOf(segment, path) };
  const names = path.split('.');
  const field = names.pop() ?? '';
  const hops: Hop[] = [];
  for (const name of names) hops.push(hopOf(hops.at(-1)?.next ?? segment, name));
  return { hops, index: indexOf(hops.at(-1)?.next ?? segment, field) };
}

/**
 * @param groupOf by term, where several are counted as one; undefined: each is its own
 * @returns the tally of the groups
 * Cost: O(targets) for each to-one relationship, and the links of the docs behind the first to-many one.
 */
export function tallyThrough(
  { hops: all, index }: Place,
  groupOf: Uint32Array | undefined,
  groups: number,
  selected: Selected,
  arena: Arena,
): Tally {
  const hops = [...all];
  const before = arena.budget.spent;
  const first = hops[0]!.index;
  const tallied = first.field.many || !isFilteredLink(first) ? undefined : tallyTargets(first, selected, arena);
  if (tallied === undefined) arena.budget.spend(selected.count * FOLLOWED_LINK);
  // In the arena before the mark: the selection keeps what it has once made.
  let weighed: Weighed = { docs: tallied === undefined ? selected.docs() : NONE, weights: undefined };
  const mark = tallied?.mark ?? arena.mark();
  if (tallied !== undefined) {
    weighed = weighedTargets(hops.shift()!, tallied, arena);
    while (hops[0]?.index.field.many === false) weighed = moved(hops.shift()!, weighed, arena);
  }
  const fan = hops.reduce((all, { index: { links } }) => all * (1 + links.targets.length / links.starts.length), 1);
  arena.budget.spend(weighed.docs.length * FOLLOWED_LINK * fan);
  const counts = zeros(groups, arena);
  const counted = gather({ hops, index }, groupOf, weighed, counts, weighed.docs.length * fan, arena);
  const cost = arena.budget.spent - before;
  return { way: 'related', cost, terms: undefined, counts, missing: selected.count - counted, mark };
}

const NONE = new Uint32Array(0);

function listed(weights: Uint32Array, arena: Arena): Weighed {
  arena.budget.spend(weights.length);
  const docs = arena.list(weights.length);
  let at = 0;
  for (let doc = 0; doc < weights.length; doc += 1) if (weights[doc]! > 0) docs[at++] = doc;
  return { docs: docs.subarray(0, at), weights };
}

function weighedTargets({ targetDocs, next }: Hop, { terms, counts }: Tally, arena: Arena): Weighed {
  arena.budget.spend(counts.length * FOLLOWED_LINK);
  const weights = zeros(next.size, arena);
  for (let i = 0; i < counts.length; i += 1) weights[targetDocs[terms === undefined ? i : terms[i]!]!] = counts[i]!;
  return listed(weights, arena);
}

function moved({ index, targetDocs, next }: Hop, { docs, weights }: Weighed, arena: Arena): Weighed {
  arena.budget.spend(docs.length * FOLLOWED_LINK);
  const { starts, targets } = index.links;
  const sums = zeros(next.size, arena);
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    if (starts[doc]! < starts[doc + 1]!) sums[targetDocs[targets[starts[doc]!]!]!]! += weights?.[doc] ?? 1;
  }
  return listed(sums, arena);
}

/**
 * Counts the terms of the items that the docs lead to, each once for each doc.
 *
 * @param followed how many links that is likely to be
 * @returns how many of the selected docs have one
 */
function gather(
  { hops, index }: Place,
  groupOf: Uint32Array | undefined,
  weighed: Weighed,
  counts: Uint32Array,
  followed: number,
  arena: Arena,
): number {
  const seen = zeros(counts.length, arena);
  let [weight, stamp, isAny] = [0, 0, false];
  const count = (term: number): void => countGroup(groupOf === undefined ? term : groupOf[term]!);
  const countGroup = (group: number): void => {
    isAny = true;
    if (seen[group] === stamp) return;
    seen[group] = stamp;
    counts[group]! += weight;
  };
  const last = hops.findLastIndex((hop) => hop.index.field.many);
  const isLong = last >= 0 && followed > hops[last]!.index.targets.size;
  const ordinals = isLong ? ordinalsOf(hops.slice(last), index, groupOf, arena) : undefined;
  const visit = (level: number, doc: number): void => {
    const hop = hops[level];
    const own = hop?.index ?? index;
    if (own.kind === 'links' || isListed(own)) {
      const { starts, targets } = own.links;
      const end = starts[doc + 1]!;
      for (let link = starts[doc]!; link < end; link += 1) {
        const target = targets[link]!;
        if (hop === undefined) count(target);
        else if (ordinals === undefined || level < last) visit(level + 1, hop.targetDocs[target]!);
        else if (ordinals[target]! > 0) countGroup(ordinals[target]! - 1);
      }
      return;
    }
    const ordinal = own.column[doc]!;
    if (ordinal > 0) count(ordinal - 1);
  };
  const visitAll = ({ docs, weights }: Weighed, level: number): number => {
    let counted = 0;
    if (level === last && ordinals !== undefined) {
      counted = countOrdinals(hops[last]!.index.links, ordinals, { docs, weights }, { counts, seen, stamp });
      stamp += docs.length;
      return counted;
    }
    for (let i = 0; i < docs.length; i += 1) {
      weight = weights?.[docs[i]!] ?? 1;
      stamp += 1;
      isAny = false;
      visit(level, docs[i]!);
      if (isAny) counted += weight;
    }
    return counted;
  };
  let level = 0;
  let counted = 0;
  for (; level < hops.length && mostLeadToOne(hops[level]!, weighed); level += 1) {
    const { one, several } = parted(hops[level]!, weighed, arena);
    counted += visitAll(several, level);
    weighed = one;
  }
  return counted + visitAll(weighed, level);
}

/** Counts what the links of the docs lead to. @param seen by group, the stamp of the doc it was counted for last */
function countOrdinals(
  { starts, targets }: LinkColumn,
  ordinals: Uint32Array,
  { docs, weights }: Weighed,
  { counts, seen, stamp }: { readonly counts: Uint32Array; readonly seen: Uint32Array; readonly stamp: number },
): number {
  let counted = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    const weight = weights?.[doc] ?? 1;
    const own = stamp + i + 1;
    const end = starts[doc + 1]!;
    let any = 0;
    for (let link = starts[doc]!; link < end; link += 1) {
      const ordinal = ordinals[targets[link]!]!;
      any |= ordinal;
      if (ordinal === 0 || seen[ordinal - 1] === own) continue;
      seen[ordinal - 1] = own;
      counts[ordinal - 1]! += weight;
    }
    if (any !== 0) counted += weight;
  }
  return counted;
}

/** Whether more docs lead to one item alone, as a rule, than there are such items. */
const mostLeadToOne = ({ index: { links }, next }: Hop, { docs }: Weighed): boolean =>
  docs.length > next.size && links.targets.length < 2 * links.starts.length;

/** @returns the items that docs lead to alone, which stand for these, and the docs that lead to several */
function parted({ index, targetDocs, next }: Hop, { docs, weights }: Weighed, arena: Arena) {
  const { starts, targets } = index.links;
  const sums = zeros(next.size, arena);
  const several = arena.list(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    const link = starts[doc]!;
    const links = starts[doc + 1]! - link;
    if (links === 1) sums[targetDocs[targets[link]!]!]! += weights?.[doc] ?? 1;
    else if (links > 1) several[count++] = doc;
  }
  return { one: listed(sums, arena), several: { docs: several.subarray(0, count), weights } };
}

/**
 * @param hops to-one behind the first
 * @returns by target of the first relationship, 1 more than the group of the item that it leads to, and 0 where it leads
 *          to none; undefined where an item may have several values
 */
function ordinalsOf(
  [first, ...rest]: readonly Hop[],
  index: CountedIndex,
  groupOf: Uint32Array | undefined,
  arena: Arena,
): Uint32Array | undefined {
  if (first === undefined || index.kind === 'textLists' || (index.kind === 'links' && index.field.many))
    return undefined;
  const { targetDocs } = first;
  const ordinals = arena.list(targetDocs.length);
  for (let target = 0; target < targetDocs.length; target += 1) {
    let doc = targetDocs[target]!;
    let isThere = true;
    for (let i = 0; i < rest.length && isThere; i += 1) {
      const { links } = rest[i]!.index;
      const link = links.starts[doc]!;
      isThere = link < links.starts[doc + 1]!;
      if (isThere) doc = rest[i]!.targetDocs[links.targets[link]!]!;
    }
    const ordinal = isThere ? ordinalIn(index, doc) : 0;
    ordinals[target] = ordinal === 0 || groupOf === undefined ? ordinal : groupOf[ordinal - 1]! + 1;
  }
  return ordinals;
}

function ordinalIn(index: Exclude<CountedIndex, TextListIndex>, doc: number): number {
  if (index.kind !== 'links') return index.column[doc]!;
  const { starts, targets } = index.links;
  const link = starts[doc]!;
  return link < starts[doc + 1]! ? targets[link]! + 1 : 0;
}
