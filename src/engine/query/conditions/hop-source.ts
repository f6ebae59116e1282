/**
 * A condition behind a relationship → its source. A plan on the related type finds the related items; these
 * become targets of the relationship, and the targets become the docs that link to them.
 *
 * This happens during planning, because the number of docs must be known; for a to-one relationship the docs are
 * counted, not listed.
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
import { linkedToChosen } from '../sources/chosen-links.js';
import { linkedToAnything } from '../sources/link-source.js';
import type { Source } from '../sources/source.js';
import { type Hop, hopOf } from './hops.js';

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
    const isIncluded = through.type === undefined || through.type === related.type.name;
    isAny = isIncluded && chooseTargets(choice, place, related) && isAny;
  }
  if (isAny) return linkedToAnything(index, arena);
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
  const relatedArena = related.arena;
  const { budget } = relatedArena;
  const mark = relatedArena.mark();
  relatedArena.budget = arena.budget;
  try {
    const plan = planOn(related, filter, trace);
    if (filter !== undefined) trace?.planned(related, plan);
    if (plan.kind === 'all') chosen.addRange(from, to);
    if (plan.kind === 'all' || plan.kind === 'none') return plan.kind === 'all';
    relatedArena.budget.require(membersCost(plan, relatedArena.size));
    const members = membersOf(plan, relatedArena, trace);
    const listedNs = members.listCost + members.count * ns.ADD_TARGET;
    const scannedNs = members.bitsCost + (to - from) * ns.TEST_TARGET;
    arena.budget.spend(Math.min(members.count * ns.ADD_TARGET, (to - from) * ns.TEST_TARGET));
    if (choose('hop.targets', listedNs < scannedNs ? 'list' : 'look') === 'list') {
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
    relatedArena.budget = budget;
    relatedArena.release(mark);
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
