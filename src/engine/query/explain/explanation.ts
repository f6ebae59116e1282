/**
 * Explanations: the recorded trace as plain data that can be printed or written as JSON.
 *
 * Sizes are exact and known before execution; costs are estimates, in nanoseconds.
 */

import type { CountDecision } from '../../facets/index.js';
import type { PageWay, SearchedWordLists, Step } from './trace.js';

export interface ExplainedCondition {
  readonly type: string;
  /** As in a URL, decoded. */
  readonly condition: string;
  readonly structure: string;
  /** Exactly how many items it selects. */
  readonly size: number;
  /** Of the type's items, from 0 to 1. */
  readonly share: number;
}

/**
 * The way a parent uses a set: it walks the set's list, tests each doc of the list against it, combines its bits with the
 * others', or, at the root and where nothing is to be combined, takes it as it is.
 */
export type Use = 'take' | 'walk' | 'test' | 'combine';

export type ExplainedPlan =
  | { readonly use: Use; readonly kind: 'all' | 'none' }
  | {
      readonly use: Use;
      readonly kind: 'source';
      /** Several where conditions on one field became one range. */
      readonly conditions: readonly string[];
      readonly structure: string;
      readonly size: number;
    }
  | {
      readonly use: Use;
      readonly kind: 'and' | 'or';
      /** At most how many docs, before execution. */
      readonly sizeMaximum: number;
      /** Estimated cost of finding its docs in each way that was considered; absent if docs are only tested against it. */
      readonly costs?: { readonly walk?: number; readonly combine: number };
      /** In the order they are looked at. */
      readonly children: readonly ExplainedPlan[];
    };

export interface PlannedType {
  readonly type: string;
  /** All of the type's. */
  readonly items: number;
  readonly plan: ExplainedPlan;
  /** How many linked items are tested against the plan one by one; absent where the plan finds the items itself. */
  readonly candidates?: number;
}

/** A word that is looked for, and the lists that answer it: none where nothing is like it. */
export interface ExplainedWord extends SearchedWordLists {
  readonly type: string;
  readonly lists: readonly (SearchedWordLists['lists'][number] & { readonly because: string })[];
}

export interface ExplainedOrder {
  readonly way: PageWay;
  readonly because: string;
  readonly costs?: { readonly walk: number; readonly take: number };
}

/** How a facet or a field's statistics were counted. */
export interface ExplainedCount extends CountDecision {
  readonly type: string;
  readonly because: string;
}

export interface StepTime {
  readonly step: Step;
  readonly elapsedNs: number;
}

export interface Explanation {
  readonly conditions: readonly ExplainedCondition[];
  /** Of a search; absent where there is none. */
  readonly words?: readonly ExplainedWord[];
  /** One for a list; for related items one for each of their types. */
  readonly plans: readonly PlannedType[];
  readonly order?: ExplainedOrder;
  /** Absent where nothing is counted. */
  readonly counts?: readonly ExplainedCount[];
  /** How an item that the path names was found. */
  readonly item?: { readonly type: string; readonly structure: string };
  readonly total?: number;
  /** Items on the page. */
  readonly shown?: number;
  readonly steps: readonly StepTime[];
}
