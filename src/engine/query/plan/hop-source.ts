/**
 * A condition behind a relationship → its source. It is answered on the related type, by its own plan; whose items it
 * selects become targets of the relationship, and these the docs that link to them.
 *
 * All this is done in planning, as only then it is known how many docs there are; of a to-one relationship these are
 * counted and not listed.
 */

import { choose } from '../../../content/choices/index.js';
import { InvariantError } from '../../../content/errors/index.js';
import { type DocId, docId, termId } from '../../../content/model/index.js';
import * as ns from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import {
  type FilteredLinkIndex,
  isFilteredLink,
  type SegmentJoin,
  type TypeSegment,
} from '../../../index/segment/index.js';
import { prefixRange } from '../../../index/termdict/index.js';
import type { Trace } from '../explain/trace.js';
import type { Filter, Through } from '../query-tree.js';
import { membersOf } from '../run/combine.js';
import {
  docList,
  fillByRuns,
  linkedTo,
  linkedToAny,
  linkedToOthers,
  linkedToSomething,
  linksOf,
  runsOf,
  takeFromLinked,
} from './list-source.js';
import { membersCost, type Plan } from './plan.js';
import type { Source } from './source.js';

/** A relationship that can be gone through, either way. */
export interface Hop extends SegmentJoin {
  readonly index: FilteredLinkIndex;
}

/** @throws InvariantError when the name was not checked against the model */
export function hopOf({ joins, type }: TypeSegment, relationship: string): Hop {
  const join = joins.get(relationship);
  if (join === undefined || !isFilteredLink(join.index))
    throw new InvariantError(`nothing leads through ${relationship} of ${type.name}`);
  return { ...join, index: join.index };
}

/** @returns the doc that a path of to-one relationships leads to, and the field at its end; undefined where it leads nowhere */
export function endOf(
  from: { readonly segment: TypeSegment; readonly doc: DocId },
  path: string,
): { readonly segment: TypeSegment; readonly doc: DocId; readonly field: string } | undefined {
  const names = path.split('.');
  const field = names.pop() ?? '';
  let { segment, doc } = from;
  for (const name of names) {
    const { index, targetDocs, targetTypes } = hopOf(segment, name);
    const [next] = targetTypes;
    if (next === undefined || index.links.countOf(doc) === 0) return undefined;
    doc = docId(targetDocs[index.links.targetOf(index.links.firstOf(doc))]!);
    segment = next.segment;
  }
  return { segment, doc, field };
}

/** Plans a filter; handed in, as plans are made of sources. */
type Planner = (segment: TypeSegment, filter: Filter | undefined, trace: Trace | undefined) => Plan;

/** @throws InvariantError when the condition was not checked against the segment's model */
export function hopSource(segment: TypeSegment, through: Through, plan: Planner, trace?: Trace): Source {
  const { arena } = segment;
  const hop = hopOf(segment, through.relationship);
  const { index, targetTypes } = hop;
  const chosen = new Bitset(index.targets.size, arena.list(Math.ceil(index.targets.size / 32)), arena.routines);
  chosen.clear();
  const choice = { hop, filter: through.child, chosen, arena, plan, trace };
  let isAny = true;
  for (const [place, { segment: related }] of targetTypes.entries()) {
    const isMeant = through.type === undefined || through.type === related.type.name;
    isAny = isMeant && chooseTargets(choice, place, related) && isAny;
  }
  if (isAny) return linkedToSomething(index, arena);
  return linkedToChosen(index, chosen, arena);
}

/** Of which targets a filter on the related types chooses. */
interface Choice {
  readonly hop: Hop;
  readonly filter: Filter | undefined;
  readonly chosen: Bitset;
  readonly arena: Arena;
  readonly plan: Planner;
  readonly trace: Trace | undefined;
}

/** Adds the targets whose items the filter selects. @returns whether these are all items of the type */
function chooseTargets(
  { hop, filter, chosen, arena, plan: planOn, trace }: Choice,
  place: number,
  related: TypeSegment,
): boolean {
  const { index, targetDocs, targetsOf } = hop;
  const [from, to] = prefixRange(index.targets, Uint8Array.of(place));
  const other = related.arena;
  const { budget } = other;
  const mark = other.mark();
  other.budget = arena.budget;
  try {
    const plan = planOn(related, filter, trace);
    if (filter !== undefined) trace?.planned(related, plan);
    if (plan.kind === 'all') chosen.addRange(from, to);
    if (plan.kind === 'all' || plan.kind === 'none') return plan.kind === 'all';
    other.budget.require(membersCost(plan, other.size));
    const members = membersOf(plan, other, trace);
    const listed = members.listCost + members.count * ns.ADD_TARGET;
    const looked = members.bitsCost + (to - from) * ns.TEST_TARGET;
    arena.budget.spend(Math.min(members.count * ns.ADD_TARGET, (to - from) * ns.TEST_TARGET));
    if (choose('hop.targets', listed < looked ? 'list' : 'look') === 'list') {
      const targets = targetsOf(place);
      const docs = members.docs();
      for (let i = 0; i < docs.length; i += 1) {
        const target = targets[docs[i]!]!;
        if (target > 0) chosen.add(target - 1);
      }
    } else {
      addPlaces(chosen.words, targetDocs, from, to, members.bits().words);
    }
    return false;
  } finally {
    other.budget = budget;
    other.release(mark);
  }
}

/**
 * Adds the places `[from, to)` at which a doc of a set stands. No branch but at the end of a word: whether a doc is in it
 * cannot be foretold.
 */
function addPlaces(out: Uint32Array, docs: Uint32Array, from: number, to: number, set: Uint32Array): void {
  let word = 0;
  for (let place = from; place < to; place += 1) {
    const doc = docs[place]!;
    word |= ((set[doc >>> 5]! >>> (doc & 31)) & 1) << (place & 31);
    if ((place & 31) !== 31 && place + 1 < to) continue;
    out[place >>> 5]! |= word;
    word = 0;
  }
}

function linkedToChosen(index: FilteredLinkIndex, chosen: Bitset, arena: Arena): Source {
  const { links, postings, field } = index;
  const count = chosen.count();
  const structure = `docs by link target, of ${count} targets`;
  // Where each doc has one link at most, the targets that are not chosen tell as much.
  const isFewer = field.many || choose('hop.side', count * 2 <= chosen.size ? 'chosen' : 'others') === 'chosen';
  const fewer = isFewer ? listOf(chosen, count, arena) : othersOf(chosen, count, arena);
  const [only, another] = fewer;
  if (isFewer && only === undefined) return docList(fewer, structure);
  if (isFewer && only !== undefined && another === undefined)
    return { ...linkedTo(links, postings, termId(only)), structure };
  if (!field.many) arena.budget.spend(fewer.length * ns.COPY_DOC);
  const linked = linksOf(postings, fewer);
  const isCheap = linked * ns.MARK_DOC + 4 * ns.PASS_BITS * arena.size <= fewer.length * ns.COPY_DOC;
  // Of one link each, they are marked at once only where that costs no more than counting them did.
  if (field.many || choose('hop.links', isCheap ? 'mark' : 'count') === 'mark') {
    if (isFewer) return linkedToAny(postings, fewer, 'link target', arena, linked);
    return { ...linkedToOthers(index, fewer, arena, linked), structure };
  }
  const size = isFewer ? linked : links.targets.length - linked;
  const { starts, targets } = links;
  return {
    size,
    ascends: false,
    structure,
    testCost: ns.TEST_LINK,
    has(doc) {
      const link = starts[doc]!;
      return link < starts[doc + 1]! && chosen.has(targets[link]!);
    },
    docs: (own) => runsOf(postings, isFewer ? fewer : listOf(chosen, count, own), size, own),
    listCost: count * ns.VISIT_RUN + size * ns.COPY_DOC,
    fill(bits, own) {
      fillByRuns(postings, fewer, linked, bits, own);
      if (!isFewer) takeFromLinked(bits, links, own);
    },
    fillCost: fewer.length * ns.VISIT_RUN + linked * (ns.COPY_DOC + ns.MARK_DOC) + ns.COMBINE_STORED * arena.size,
  };
}

/** @returns the targets, ascending */
const listOf = (targets: Bitset, count: number, arena: Arena): Uint32Array => targets.toList(count, arena.list(count));

/** @returns those that are not in the set, ascending */
function othersOf(targets: Bitset, count: number, arena: Arena): Uint32Array {
  const others = new Bitset(targets.size, arena.list(targets.words.length), arena.routines);
  others.setToAll();
  others.takeOut(targets.words);
  return listOf(others, targets.size - count, arena);
}
