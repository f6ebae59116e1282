/**
 * Trace: the interface by which parser, planner and executor report their decisions.
 *
 * A decision is reported by the code that makes it, with the figures it is based on, so that the report cannot differ from
 * the execution. Without a trace, each call is one test for undefined, and its arguments are not computed.
 * Elsewhere: recording the reports (recorder), printing them (cli).
 */
import type { MatchKind } from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { CountDecision } from '../../facets/index.js';
import type { Plan } from '../plan/plan.js';
import type { Condition, Through } from '../query-tree.js';
import type { Source } from '../sources/source.js';

/** The steps of a request, in order; a request skips the steps that it does not need. */
export const STEPS = ['parse', 'check', 'plan', 'execute', 'order', 'page', 'count', 'assemble'] as const;
export type Step = (typeof STEPS)[number];

/** How the docs of an AND or OR are found. Costs are estimates, in nanoseconds. */
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
  | {
      readonly way: 'combine';
      readonly cost: number;
      /** Absent for an OR, which is always combined. */
      readonly walkCost?: number;
      /** Children that are not combined; the docs left are tested against them, in this order. */
      readonly tests: readonly Plan[];
    };

/** How a page's docs are found. */
export const PAGE_WAYS = {
  none: 'the page has no items',
  places: 'export order: every item is selected, so the page is a range of doc ids',
  first: 'export order: the first selected items are stored',
  bits: 'export order: count the bits of the selected items up to the page',
  scan: 'export order: scan the column of values until the page is full',
  slice: 'export order: the list of selected items is in this order, so the page is a slice of it',
  walkDocs: 'walk all items in export order, testing each, until the page is full',
  markBits: 'mark the listed items as bits and count them up to the page',
  select: 'take the listed items and select the page among them',
  walkKey: 'walk the stored order of the first sort field, testing each item, until the page is full',
  nearest: 'nearest first: order only the items in the ring around the origin that contains the page',
  stored: 'best matches first: the best matches of the word are stored',
  best: 'best matches first: select the page by the score of each item',
  candidates: 'order the linked items that pass the filter',
} as const;
export type PageWay = keyof typeof PAGE_WAYS;

export interface PageDecision {
  readonly way: PageWay;
  /** Estimated cost of walking a stored order up to the page, in nanoseconds. */
  readonly walk: number;
  /** Estimated cost of taking all members and selecting among them. */
  readonly take: number;
}

/** How a phrase matches: its words follow one another, or are anywhere in the doc; or docs with the phrase are excluded. */
export type PhraseKind = 'together' | 'anywhere' | 'excluded';

/** How titles decide the order: a whole title is the typed text, or a title has the typed words side by side. */
export type TitleKind = 'wholeTitle' | 'title';

/** How a posting list matches a word or a phrase, with the descriptions in explanations. */
export const LIST_KINDS: Readonly<Record<MatchKind | PhraseKind | TitleKind, string>> = {
  word: 'the word in all its forms',
  begun: 'words that begin with it',
  beginning: 'words that begin with it, in one stored list',
  synonym: 'synonyms of it in the model',
  compound: 'compounds that have it as a part',
  joined: 'the same word written in parts or as one',
  phrase: 'a quotation of a long question: it counts like a word',
  doubling: 'words that differ by a doubled letter',
  typo: 'words that differ by a typing mistake',
  together: 'its words in all their forms, next to one another',
  anywhere: 'its words in all their forms, anywhere in the item',
  excluded: 'excluded: its words in all their forms',
  wholeTitle: 'it is the whole title: before all other items',
  title: 'the title has its words side by side: before items that match as many words',
};

/** The posting lists that match a word, before any is read. */
export interface SearchedWordLists {
  readonly word: string;
  /** How each list matches the word, and its number of docs. */
  readonly lists: readonly { readonly kind: MatchKind | PhraseKind | TitleKind; readonly size: number }[];
}

export interface Trace {
  /** A step begins, and the previous one ends. */
  step(step: Step): void;
  /** The filter can select at most so many items, as the complexity counts them. Not called if it has no bound. */
  bound(items: number): void;
  /** The path names an item, looked up by the hash of its id. */
  item(segment: TypeSegment): void;
  /** The structure that answers a condition; its `size` is exact. */
  condition(segment: TypeSegment, condition: Condition | Through, source: Source): void;
  /** The searched words, in the order of the query. */
  searched(segment: Pick<TypeSegment, 'type'>, words: readonly SearchedWordLists[]): void;
  /** Two conditions on one field became one source. */
  folded(merged: Source, first: Source, second: Source, kind: 'and' | 'or'): void;
  /** A condition of a `_NOT` became the source of all other docs. */
  negated(complement: Source, source: Source): void;
  /** @param candidates number of linked docs that are tested; undefined if the plan finds the docs itself */
  planned(segment: TypeSegment, plan: Plan, candidates?: number): void;
  /** How the docs of a plan are found. */
  members(plan: Plan, decision: MembersDecision): void;
  /** How the docs of the requested page are found. */
  page(decision: PageDecision): void;
  /** The number of selected items, and the number of items on the page. */
  result(total: number, pageItems: number): void;
  /** A facet or a field's statistics were counted. */
  counted(segment: TypeSegment, decision: CountDecision): void;
}
