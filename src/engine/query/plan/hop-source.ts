/**
 * A condition behind a relationship → its source. It is answered on the related type, by its own plan; whose items it
 * selects become targets of the relationship, and these the docs that link to them.
 *
 * All this is done in planning, as only then it is known how many docs there are; of a to-one relationship these are
 * counted and not listed.
 */

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
import { docList, fillByRuns, filledByList, linkedTo, linkedToAny, linkedToSomething, runsOf } from './list-source.js';
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
    isAny = isMeant && choose(choice, place, related) && isAny;
  }
  if (isAny) return linkedToSomething(index, arena);
  const count = chosen.count();
  return linkedToChosen(index, chosen.toList(count, arena.list(count)), chosen, arena);
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
function choose(
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
    const listed = members.listCost + members.count * ns.TARGET;
    const looked = members.bitsCost + (to - from) * ns.LOOKED_AT;
    arena.budget.spend(Math.min(members.count * ns.TARGET, (to - from) * ns.LOOKED_AT));
    if (listed < looked) {
      const targets = targetsOf(place);
      const docs = members.docs();
      for (let i = 0; i < docs.length; i += 1) {
        const target = targets[docs[i]!]!;
        if (target > 0) chosen.add(target - 1);
      }
    } else {
      const bits = members.bits();
      for (let target: number = from; target < to; target += 1) if (bits.has(targetDocs[target]!)) chosen.add(target);
    }
    return false;
  } finally {
    other.budget = budget;
    other.release(mark);
  }
}

/** @param targets ascending. @param chosen the same as bits */
function linkedToChosen(index: FilteredLinkIndex, targets: Uint32Array, chosen: Bitset, arena: Arena): Source {
  const { links, postings, field } = index;
  const structure = `docs by link target, of ${targets.length} targets`;
  const [only] = targets;
  if (only === undefined) return docList(targets, structure);
  if (targets.length === 1) return { ...linkedTo(links, postings, termId(only)), structure };
  if (field.many) return linkedToAny(postings, targets, 'link target', arena);
  arena.budget.spend(targets.length * ns.COPIED);
  let size = 0;
  for (let i = 0; i < targets.length; i += 1) size += postings.countOf(termId(targets[i]!));
  const { starts, targets: linked } = links;
  return {
    size,
    ascends: false,
    structure,
    testCost: ns.TEST_LINK,
    has(doc) {
      const link = starts[doc]!;
      return link < starts[doc + 1]! && chosen.has(linked[link]!);
    },
    ...filledByList((own) => runsOf(postings, targets, size, own), size, targets.length * ns.GATHER + size * ns.COPIED),
    fill: (bits, own) => fillByRuns(postings, targets, size, bits, own),
  };
}
