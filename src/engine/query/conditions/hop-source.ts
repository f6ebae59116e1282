/**
 * A condition on related items → its source: a plan on the related type finds the items, which are mapped to targets of the
 * relationship, and these to the docs that link to them.
 *
 * This happens during planning, because a source has an exact size; for a to-one relationship the docs are counted, not
 * listed. Elsewhere: the docs of a set of targets (sources/chosen-links).
 */
import { choose } from '../../../content/choices/index.js';
import * as ns from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { prefixRange } from '../../../index/termdict/index.js';
import type { Trace } from '../explain/trace.js';
import { membersCost, type Plan } from '../plan/plan.js';
import type { Filter, Through } from '../query-tree.js';
import { membersOf } from '../run/combine.js';
import type { Members } from '../run/members.js';
import { linkedToChosen } from '../sources/chosen-links.js';
import { linkedToAnything } from '../sources/link-source.js';
import { docList } from '../sources/list-source.js';
import { setSource } from '../sources/set-source.js';
import type { Source } from '../sources/source.js';
import { type Hop, requireHop } from './hops.js';

/** Plans a filter. A parameter, because the planner imports this file. */
type Planner = (segment: TypeSegment, filter: Filter | undefined, trace: Trace | undefined) => Plan;

/** @throws InvariantError if the condition was not checked against the segment's model */
export function hopSource(segment: TypeSegment, through: Through, plan: Planner, trace?: Trace): Source {
  const { arena } = segment;
  const hop = requireHop(segment, through.relationship);
  const { index, targetTypes } = hop;
  const chosen = new Bitset(index.targets.size, arena.list(Math.ceil(index.targets.size / 32)), arena.routines);
  const linkingBits = hasSingleLinks(hop) ? arena.bitset() : undefined;
  if (linkingBits === undefined) chosen.clear();
  const choice = { hop, filter: through.child, chosen, linkingBits, arena, plan, trace };
  let isEveryItem = true;
  for (const [place, { segment: related }] of targetTypes.entries()) {
    const isIncluded = through.type === undefined || through.type === related.type.name;
    const selected = isIncluded ? chooseTargets(choice, place, related) : 'targets';
    if (typeof selected !== 'string') return selected;
    if (selected !== 'all') isEveryItem = false;
  }
  if (isEveryItem) return linkedToAnything(index, arena);
  return linkedToChosen(index, chosen, arena);
}

/** A filter on the related types, and the set of targets that it selects. */
interface TargetChoice {
  readonly hop: Hop;
  readonly filter: Filter | undefined;
  /** Cleared by `chooseTargets` before its use if `linkingBits` are set: the linking docs are often found without it. */
  readonly chosen: Bitset;
  /** Memory for a set of linking docs; undefined if targets may have several links. */
  readonly linkingBits: Bitset | undefined;
  readonly arena: Arena;
  readonly plan: Planner;
  readonly trace: Trace | undefined;
}

/**
 * Whether the relationship leads to one type and each of its targets has one link, as in the inverse of a to-one relationship.
 * To-one relationships do without: their docs are counted and not listed.
 */
const hasSingleLinks = ({ index, targetTypes }: Hop): boolean =>
  index.field.many && targetTypes.length === 1 && index.postings.docs.length === index.targets.size;

/**
 * Adds the targets whose items the filter selects.
 *
 * @returns whether these are all items of the type; the source of the linking docs, if these were found without the targets
 */
function chooseTargets(
  { hop, filter, chosen, linkingBits, arena, plan: planOn, trace }: TargetChoice,
  place: number,
  related: TypeSegment,
): 'all' | 'targets' | Source {
  const { index, targetDocs, targetsOf } = hop;
  const [from, to] = prefixRange(index.targets, Uint8Array.of(place));
  const relatedArena = related.arena;
  const { budget } = relatedArena;
  const mark = relatedArena.mark();
  relatedArena.budget = arena.budget;
  try {
    const plan = planOn(related, filter, trace);
    if (filter !== undefined) trace?.planned(related, plan);
    if (plan.kind === 'none' || plan.kind === 'all') {
      if (linkingBits !== undefined) chosen.clear();
      if (plan.kind === 'none') return 'targets';
      chosen.addRange(from, to);
      return 'all';
    }
    relatedArena.budget.require(membersCost(plan, relatedArena.size));
    const members = membersOf(plan, relatedArena, trace);
    const listedNs = members.listCost + members.count * ns.ADD_TARGET;
    const scannedNs = members.bitsCost + (to - from) * ns.TEST_TARGET;
    if (linkingBits !== undefined) {
      const found = linkingDocsOf(members, Math.min(listedNs, scannedNs), hop, linkingBits, arena);
      if (found !== undefined) return found;
      chosen.clear();
    }
    arena.budget.spend(Math.min(members.count * ns.ADD_TARGET, (to - from) * ns.TEST_TARGET));
    if (choose('hop.targets', listedNs < scannedNs ? 'list' : 'look') === 'list') {
      const targets = targetsOf(place);
      const docs = members.docs();
      for (let i = 0; i < docs.length; i += 1) {
        const target = targets[docs[i]!]!;
        if (target > 0) chosen.add(target - 1);
      }
    } else {
      addTargetsWithDocs(chosen.words, targetDocs, from, to, members.bits().words);
    }
    return 'targets';
  } finally {
    relatedArena.budget = budget;
    relatedArena.release(mark);
  }
}

/** Maximum number of linking docs that are listed: sorting more docs takes longer than marking them. */
const listedMaximum = 256;

/**
 * The source of the docs that link to the members, found without their targets.
 *
 * @param targetsNs cost of choosing the targets of the members
 * @param bits      overwritten
 * @returns undefined if choosing the targets is cheaper
 */
function linkingDocsOf(members: Members, targetsNs: number, hop: Hop, bits: Bitset, arena: Arena): Source | undefined {
  const followNs = members.count * ns.ADD_TARGET;
  const isListable = members.count <= listedMaximum;
  const listNs = isListable ? members.count * ns.ORDER_DOC : Number.POSITIVE_INFINITY;
  const markNs = 2 * ns.PASS_BITS * arena.size;
  const viaTargetsNs = targetsNs + members.count * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size;
  const isDirect = members.listCost + followNs + Math.min(listNs, markNs) < viaTargetsNs;
  // A list saves the answer from reading the whole set again.
  const directWay = listNs < markNs + ns.LIST_BITS * arena.size ? 'list' : 'mark';
  const possible = [isListable ? 'list' : undefined, 'mark', 'targets'] as const;
  const way = choose('hop.docs', isDirect ? directWay : 'targets', possible);
  if (way === 'targets') return undefined;
  arena.budget.spend(followNs + (way === 'list' ? listNs : markNs));
  const docs = members.docs();
  return way === 'list' ? listLinkingDocs(hop.linkingDocs(), docs) : markLinkingDocs(bits, hop.linkingDocs(), docs);
}

const describeTargets = (count: number): string => `docs by link target, of ${count} targets`;

/**
 * @param linkingDocs related doc → the doc that links to it + 1, or 0
 * @param members     related docs
 * @returns           the docs that link to the members
 * Cost: O(members · log members).
 */
function listLinkingDocs(linkingDocs: Uint32Array, members: Uint32Array): Source {
  const docs = new Uint32Array(members.length);
  let targetCount = 0;
  for (let i = 0; i < members.length; i += 1) {
    const linkingDoc = linkingDocs[members[i]!]!;
    if (linkingDoc > 0) docs[targetCount++] = linkingDoc - 1;
  }
  const sorted = docs.subarray(0, targetCount).sort();
  let count = 0;
  for (let i = 0; i < targetCount; i += 1) {
    const isRepeated = count > 0 && sorted[i] === sorted[count - 1];
    if (!isRepeated) sorted[count++] = sorted[i]!;
  }
  return docList(sorted.subarray(0, count), describeTargets(targetCount));
}

/**
 * As `listLinkingDocs`, as a set.
 *
 * @param bits overwritten
 * Cost: O(members + docs / 32).
 */
function markLinkingDocs(bits: Bitset, linkingDocs: Uint32Array, members: Uint32Array): Source {
  bits.clear();
  const { words } = bits;
  let targetCount = 0;
  for (let i = 0; i < members.length; i += 1) {
    const linkingDoc = linkingDocs[members[i]!]!;
    if (linkingDoc === 0) continue;
    const doc = linkingDoc - 1;
    words[doc >>> 5]! |= 1 << (doc & 31);
    targetCount += 1;
  }
  return setSource(bits, bits.count(), describeTargets(targetCount));
}

/**
 * Adds the targets `[from, to)` whose doc is in a set, collecting 32 targets into a word. The loop has no branch on
 * membership, because the processor cannot predict it.
 */
function addTargetsWithDocs(out: Uint32Array, docs: Uint32Array, from: number, to: number, set: Uint32Array): void {
  let word = 0;
  for (let place = from; place < to; place += 1) {
    const doc = docs[place]!;
    word |= ((set[doc >>> 5]! >>> (doc & 31)) & 1) << (place & 31);
    if ((place & 31) !== 31 && place + 1 < to) continue;
    out[place >>> 5]! |= word;
    word = 0;
  }
}
