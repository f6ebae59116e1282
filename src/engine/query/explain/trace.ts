/**
 * Trace: the interface by which parser, planner and executor report their decisions as they take them.
 *
 * Each decision is reported at the place where it is taken, with the figures it is based on, so that the report cannot differ
 * from the execution. Without a trace, each call is one test of an undefined value, and its arguments are not computed.
 * Elsewhere: recording the reports (recorder), printing them (cli).
 */
import type { MatchKind } from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { CountDecision } from '../../facets/index.js';
import type { Plan } from '../plan/plan.js';
import type { Condition, Through } from '../query-tree.js';
import type { Source } from '../sources/source.js';

/** The steps of a request, in order; a step that a request does not need is left out. */
export const STEPS = ['parse', 'check', 'plan', 'execute', 'order', 'page', 'count', 'assemble'] as const;
export type Step = (typeof STEPS)[number];

/** How the docs of an AND or OR are found. Costs are in nanoseconds, as estimated. */
export type MembersDecision =
  | {
      readonly way: 'walk';
      readonly cost: number;
      readonly combineCost: number;
      /** The child whose docs are listed. */
      readonly listed: Plan;
      /** The children that each listed doc is tested against, in this order. */
      readonly tests: readonly Plan[];
    }
  /** `walkCost` is absent where there was no choice: an OR is always combined. */
  | {
      readonly way: 'combine';
      readonly cost: number;
      readonly walkCost?: number;
      /** Children that are not combined; the docs left are tested against them, in this order. */
      readonly tests: readonly Plan[];
    };

/** How a page's docs are found. */
export const PAGE_WAYS = {
  none: 'nothing is on the page',
  places: 'export order: every item is selected, so the page is a range of places',
  first: 'export order: the first items of the set are stored',
  bits: 'export order: count the bits of the set up to the page',
  scan: 'export order: scan the column of values until the page is full',
  slice: 'export order: the list has it, so the page is a slice',
  walkDocs: 'walk all items in export order, testing each, until the page is full',
  markBits: 'mark the listed items as bits and count them up to the page',
  select: 'take the listed items and select the page among them',
  walkKey: 'walk the stored order of the first sort field, testing each item, until the page is full',
  nearest: 'nearest first: order the items of a ring around the place in which the page lies',
  stored: 'the best answers first: those of the word are stored',
  best: 'the best answers first: select the page by how well items answer the search',
  candidates: 'order the linked items that are left',
} as const;
export type PageWay = keyof typeof PAGE_WAYS;

export interface PageDecision {
  readonly way: PageWay;
  /** Estimated cost of walking a stored order up to the page, in nanoseconds. */
  readonly walk: number;
  /** Estimated cost of taking all members and selecting among them. */
  readonly take: number;
}

/** Of a phrase or word that is marked: its words stand together, or anywhere, or the docs that have it are left out. */
export type PhraseKind = 'together' | 'anywhere' | 'excluded';

/** How lists come to answer a word. */
export const LIST_KINDS: Readonly<Record<MatchKind | PhraseKind, string>> = {
  word: 'the word in its forms',
  begun: 'words that begin with it',
  beginning: 'words that begin with it, listed together',
  synonym: 'what the model has stand in for it',
  doubling: 'words that differ by a doubled letter',
  typo: 'words it may be mistyped for',
  together: 'its words in all their forms, one after the other',
  anywhere: 'its words in all their forms, in any place',
  excluded: 'left out: its words in all their forms',
};

/** The lists that answer a word, before any is read. */
export interface SearchedWordLists {
  readonly word: string;
  /** How each list came to answer it, and how many docs it has. */
  readonly lists: readonly { readonly kind: MatchKind | PhraseKind; readonly size: number }[];
}

export interface Trace {
  /** The step begins, and the one before ends. */
  step(step: Step): void;
  /** The path names an item, looked up by the hash of its id. */
  item(segment: TypeSegment): void;
  /** The structure that answers a condition; its `size` is exact. */
  condition(segment: TypeSegment, condition: Condition | Through, source: Source): void;
  /** The words that are looked for, in their order. */
  searched(segment: Pick<TypeSegment, 'type'>, words: readonly SearchedWordLists[]): void;
  /** Two conditions on one field became one source. */
  folded(merged: Source, first: Source, second: Source, kind: 'and' | 'or'): void;
  /** A condition of a `_NOT` became the source of all other docs. */
  negated(complement: Source, source: Source): void;
  /** @param candidates how many linked docs each are tested; undefined where the plan finds the docs itself */
  planned(segment: TypeSegment, plan: Plan, candidates?: number): void;
  members(plan: Plan, decision: MembersDecision): void;
  page(decision: PageDecision): void;
  result(total: number, pageItems: number): void;
  /** A facet or a field's statistics were counted. */
  counted(segment: TypeSegment, decision: CountDecision): void;
}
