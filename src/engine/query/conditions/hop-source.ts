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
import { linkedToChosen } from '../sources/chosen-links.js';
import { linkedToAnything } from '../sources/link-source.js';
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
  chosen.clear();
  const choice = { hop, filter: through.child, chosen, arena, plan, trace };
  let isEveryItem = true;
  for (const [place, { segment: related }] of targetTypes.entries()) {
    const isIncluded = through.type === undefined || through.type === related.type.name;
    const selectsAll = isIncluded && chooseTargets(choice, place, related);
    if (!selectsAll) isEveryItem = false;
  }
  if (isEveryItem) return linkedToAnything(index, arena);
  return linkedToChosen(index, chosen, arena);
}

/** A filter on the related types, and the set of targets that it selects. */
interface TargetChoice {
  readonly hop: Hop;
  readonly filter: Filter | undefined;
  readonly chosen: Bitset;
  readonly arena: Arena;
  readonly plan: Planner;
  readonly trace: Trace | undefined;
}

/** Adds the targets whose items the filter selects. @returns whether these are all items of the type */
function chooseTargets(
  { hop, filter, chosen, arena, plan: planOn, trace }: TargetChoice,
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
    if (plan.kind === 'none') return false;
    if (plan.kind === 'all') {
      chosen.addRange(from, to);
      return true;
    }
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
      addTargetsWithDocs(chosen.words, targetDocs, from, to, members.bits().words);
    }
    return false;
  } finally {
    relatedArena.budget = budget;
    relatedArena.release(mark);
  }
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
