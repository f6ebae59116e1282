/**
 * Sources of terms that are no neighbours: their docs are listed run by run; and of sets that are made.
 */

import { choose, threshold } from '../../../content/choices/index.js';
import { type OrderPlace, orderPlace, type TermId, termId } from '../../../content/model/index.js';
import { firstAtLeast, holds } from '../../../format/index.js';
import type { LinkColumn } from '../../../index/columns/index.js';
import * as ns from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';
import type { EndingsIndex, FilteredLinkIndex, LinkIndex } from '../../../index/segment/index.js';
import type { ValueColumns } from '../../facets/index.js';
import { fillCostOf, fillRun } from './range-source.js';
import { orByTerms, type Source } from './source.js';

/** `fill` and its cost, of a source whose docs are listed. */
export function filledByList(docs: (arena: Arena) => Uint32Array, size: number, listCost: number) {
  return {
    docs,
    listCost,
    fill(bits: Bitset, arena: Arena): void {
      bits.clear();
      const mark = arena.mark();
      bits.addAll(docs(arena));
      arena.release(mark);
    },
    fillCost: listCost + size * ns.MARK_DOC,
  };
}

/**
 * Docs whose value stands at the places `[start, end)` of the reversed order. The set of most docs is made by taking out
 * the others.
 */
export function reversedRange(index: EndingsIndex, start: OrderPlace, end: OrderPlace): Source {
  const { column, postings, reversed } = index;
  const to = Math.max(start, end);
  const wanted = endingAt(index, start, orderPlace(to));
  const others = [
    endingAt(index, orderPlace(0), start),
    endingAt(index, orderPlace(to), orderPlace(reversed.order.length)),
  ];
  const left = postings.docs.length - wanted.size;
  const listed = filledByList(wanted.docs, wanted.size, wanted.cost);
  const takingOut = others.reduce(
    (sum, { cost }) => sum + cost,
    left * ns.MARK_DOC + 4 * ns.PASS_BITS * postings.docs.length,
  );
  return orByTerms({
    terms: {
      values: index,
      mark: (terms) => terms.addAll(reversed.order.subarray(start, to)),
      markCost: (to - start) * ns.MARK_DOC,
    },
    size: wanted.size,
    ascends: end - start <= 1,
    structure: 'range of the reversed order',
    testCost: ns.VISIT_RUN_FAR,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      const place = reversed.rank[ordinal - 1]!;
      return place >= start && place < end;
    },
    ...listed,
    ...(choose('ending.fill', takingOut < listed.fillCost ? 'others' : 'list') === 'others' && {
      fill(bits: Bitset, arena: Arena): void {
        const mark = arena.mark();
        const without = arena.emptyBitset();
        for (const { docs } of others) without.addAll(docs(arena));
        without.addAll(postings.unpopulated());
        bits.setToAll();
        bits.takeOut(without.words);
        arena.release(mark);
      },
      fillCost: takingOut,
    }),
  });
}

/** The docs of the places `[start, end)` of the reversed order, and what listing them costs. */
interface Ending {
  readonly size: number;
  readonly cost: number;
  readonly docs: (arena: Arena) => Uint32Array;
}

/** Many values are first put in the order of terms, so that their docs are read from front to back. */
function endingAt({ postings, reversed, reversedStarts }: EndingsIndex, start: OrderPlace, end: OrderPlace): Ending {
  const size = reversedStarts[end]! - reversedStarts[start]!;
  const termCount = postings.termCount;
  const asTheyStand = (end - start) * ns.VISIT_RUN_FAR;
  const inTurn = (ns.PASS_BITS + ns.LIST_BITS) * termCount + (end - start) * (ns.MARK_DOC + 1 + ns.VISIT_RUN);
  return {
    size,
    cost: Math.min(asTheyStand, inTurn) + size * ns.COPY_DOC,
    docs(arena) {
      const found = reversed.order.subarray(start, end);
      const isInTurn = choose('ending.order', inTurn < asTheyStand ? 'terms' : 'reversed') === 'terms';
      return runsOf(postings, isInTurn ? ascending(found, termCount, arena) : found, size, arena);
    },
  };
}

/** @param found unique. @returns the same terms, ascending, in the arena */
function ascending(found: Uint32Array, termCount: number, arena: Arena): Uint32Array {
  const bits = new Bitset(termCount, arena.list(Math.ceil(termCount / 32)), arena.routines);
  bits.clear();
  bits.addAll(found);
  return bits.toList(found.length, arena.list(found.length));
}

/** Docs whose value is one of the listed terms. @param terms ascending, unique */
export function termList(values: ValueColumns, terms: Uint32Array, structure: string): Source {
  const { column, postings } = values;
  let size = 0;
  for (const term of terms) size += postings.countOf(termId(term));
  let wanted: Bitset | undefined;
  return orByTerms({
    terms: { values, mark: (set) => set.addAll(terms), markCost: terms.length * ns.MARK_DOC },
    size,
    ascends: terms.length <= 1,
    structure,
    testCost: ns.TEST_DOC,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      wanted ??= Bitset.of(postings.termCount, terms);
      return wanted.has(ordinal - 1);
    },
    ...filledByList(
      (arena) => runsOf(postings, terms, size, arena),
      size,
      terms.length * ns.VISIT_RUN + size * ns.COPY_DOC,
    ),
    fill: (bits, arena) => fillByRuns(postings, terms, size, bits, arena),
  });
}

/** Makes `bits` the set of the docs of the terms. @param size at least how many docs that are */
export function fillByRuns(postings: RunPostings, terms: Uint32Array, size: number, bits: Bitset, arena: Arena): void {
  const mark = arena.mark();
  const isDense = size * fewDocs > bits.size && bits.size <= manyDocs;
  if (terms.length > 0 && choose('runs.fill', isDense ? 'bytes' : 'list') === 'bytes') {
    const { starts, docs } = postings;
    arena.routines.fillRuns(bits.words, terms, starts, docs, arena.list(bits.words.length * 8));
  } else {
    bits.clear();
    bits.addAll(runsOf(postings, terms, size, arena));
  }
  arena.release(mark);
}

/** Fewer docs of a segment than one in so many are listed and marked as bits. */
const fewDocs = 16;
/** Of more docs a byte each is beyond a processor's caches. */
const manyDocs = 2 ** 20;

/** Docs whose value is one of the terms of any of the runs. @param runs of terms, at least one, ascending, apart */
export function termRanges(values: ValueColumns, runs: readonly (readonly [start: TermId, end: TermId])[]): Source {
  const { column, postings } = values;
  const terms = postings.termCount;
  const starts = Uint32Array.from(runs, ([start]) => start);
  const ends = Uint32Array.from(runs, ([, end]) => end);
  const size = runs.reduce((sum, [start, end]) => sum + postings.count(start, end), 0);
  const markThese = ns.PASS_BITS * postings.docs.length + size * ns.MARK_DOC;
  const markOthers = fillCostOf(values, termId(0), terms) + (postings.populated - size) * ns.MARK_DOC;
  return orByTerms({
    terms: {
      values,
      mark: (set) => {
        for (const [start, end] of runs) set.addRange(start, end);
      },
      markCost: runs.length * ns.MARK_TERM_RUN + ns.PASS_BITS * terms,
    },
    size,
    ascends: false,
    structure: `${runs.length} runs of docs by value`,
    testCost: ns.TEST_DOC + Math.log2(runs.length),
    has(doc) {
      const ordinal = column[doc]!;
      const run = firstAtLeast(ends, ordinal);
      return run < starts.length && starts[run]! < ordinal;
    },
    docs(arena) {
      const out = arena.list(size);
      let at = 0;
      for (const [start, end] of runs) {
        out.set(postings.run(start, end), at);
        at += postings.count(start, end);
      }
      return out;
    },
    listCost: size,
    ...(choose('ranges.fill', markOthers < markThese ? 'others' : 'these') === 'others'
      ? {
          fill(bits) {
            fillRun(values, bits, termId(0), terms);
            for (const [index, start] of starts.entries()) {
              const before = index === 0 ? 0 : ends[index - 1]!;
              if (start > before) bits.toggleAll(postings.run(termId(before), termId(start)));
            }
            bits.toggleAll(postings.run(termId(ends.at(-1) ?? 0), terms));
          },
          fillCost: markOthers,
        }
      : {
          fill(bits) {
            bits.clear();
            for (const [start, end] of runs) bits.addAll(postings.run(start, end));
          },
          fillCost: markThese,
        }),
  });
}

/** A set that is stored as bits. @param words of the set, with no bit beyond the docs */
export function storedSet(words: Uint32Array, structure: string, arena: Arena): Source {
  const bits = arena.bitset();
  bits.setTo(words);
  return madeSet(bits, bits.count(), structure);
}

/**
 * @param made with no bit beyond the docs, from now on not to be changed
 * @param size how many docs it has
 */
export function madeSet(made: Bitset, size: number, structure: string): Source {
  return {
    size,
    ascends: true,
    structure,
    testCost: ns.SIFT_BITS,
    has: (doc) => made.has(doc),
    made,
    docs: (arena) => made.toList(size, arena.list(size)),
    listCost: ns.LIST_BITS * made.size + size,
    fill: (bits) => bits.setTo(made.words),
    fillCost: ns.COMBINE_STORED * made.size,
  };
}

/** @param docs ascending, unique */
export function docList(docs: Uint32Array, structure: string): Source {
  return {
    size: docs.length,
    ascends: true,
    structure,
    testCost: ns.TEST_DOC * 4,
    has: (doc) => holds(docs, doc),
    ...filledByList(() => docs, docs.length, 0),
  };
}

/** From so many docs on, a run is copied or marked at once: a view of it costs about as much as copying a few dozen one by one. */
const longRun = 64;

/** The docs of the terms, term by term. @param size how many docs that are. Cost: O(docs). */
export function runsOf({ docs, starts }: RunPostings, terms: Uint32Array, size: number, arena: Arena): Uint32Array {
  const out = arena.list(size);
  const { routines } = arena;
  const long = threshold('runs.long', longRun);
  let at = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i]!;
    const start = starts[term]!;
    const end = starts[term + 1]!;
    if (end - start >= long) {
      routines.copy(out.subarray(at, at + end - start), docs.subarray(start, end));
      at += end - start;
    } else for (let place = start; place < end; place += 1) out[at++] = docs[place]!;
  }
  return out;
}

/*
 * Sources of links: the docs that link to one target, to any of several, or to others.
 */

/** Docs that link to the target. */
export function linkedTo(links: LinkColumn, postings: RunPostings, target: TermId): Source {
  const size = postings.countOf(target);
  return {
    size,
    ascends: true,
    structure: 'docs by link target',
    testCost: ns.TEST_LINKS,
    has: (doc) => links.has(doc, target),
    ...filledByList(() => postings.runOf(target), size, 0),
  };
}

/**
 * Docs that link to any of the targets; they may link to several.
 *
 * @param links how many links the targets have
 * Cost: O(docs of the targets + docs of the segment / 32), as their number is known only when they are united.
 */
export function linkedToAny(
  postings: RunPostings,
  targets: Uint32Array,
  what: string,
  arena: Arena,
  links = linksOf(postings, targets),
): Source {
  arena.budget.spend(links * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillByRuns(postings, targets, links, bits, arena);
  return madeSet(
    bits,
    bits.count(),
    `docs by ${what}, of ${targets.length} ${what === 'value' ? 'values' : 'targets'}`,
  );
}

/** Docs that link to anything. */
export function linkedToSomething({ links }: LinkIndex, arena: Arena): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size);
  return storedSet(links.linked(), 'docs with a link', arena);
}

/**
 * Docs that link to something, and to none of the targets.
 *
 * @param linked how many links the targets have
 * Cost: O(docs of the targets + docs of the segment / 32).
 */
export function linkedToOthers(
  { links, postings }: FilteredLinkIndex,
  targets: Uint32Array,
  arena: Arena,
  linked = linksOf(postings, targets),
): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size + linked * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillByRuns(postings, targets, linked, bits, arena);
  takeFromLinked(bits, links, arena);
  return madeSet(bits, bits.count(), `docs by link target, but those of ${targets.length} targets`);
}

/** Makes of docs the others of those that have a link. */
export function takeFromLinked(bits: Bitset, links: LinkColumn, arena: Arena): void {
  const mark = arena.mark();
  const linked = arena.bitset();
  linked.setTo(links.linked());
  linked.takeOut(bits.words);
  bits.setTo(linked.words);
  arena.release(mark);
}

/** @returns how many links the targets have */
export function linksOf({ starts }: RunPostings, targets: Uint32Array): number {
  let links = 0;
  for (let i = 0; i < targets.length; i += 1) links += starts[targets[i]! + 1]! - starts[targets[i]!]!;
  return links;
}
