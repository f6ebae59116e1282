/**
 * Explanations: the recorded trace as plain data that can be printed or written as JSON.
 *
 * Sizes are exact before execution; costs are estimates, in nanoseconds. Elsewhere: recording (recorder), printing (cli).
 */
import type { CountDecision } from '../../facets/index.js';
import type { PageWay, SearchedWordLists, Step } from './trace.js';

export interface ExplainedCondition {
  readonly type: string;
  /** As in a URL, decoded. */
  readonly condition: string;
  readonly structure: string;
  /** Exact number of items that it selects. */
  readonly size: number;
  /** Share of the type's items, from 0 to 1. */
  readonly share: number;
}

/**
 * How a plan uses the set of a child: it walks the child's list, tests each listed doc against the child, or combines the
 * child's bits with other bits. A single child, and the root, is taken unchanged.
 */
export type Use = 'take' | 'walk' | 'test' | 'combine';

export type ExplainedPlan =
  | { readonly use: Use; readonly kind: 'all' | 'none' }
  | {
      readonly use: Use;
      readonly kind: 'source';
      /** Several if conditions on one field became one range. */
      readonly conditions: readonly string[];
      readonly structure: string;
      readonly size: number;
    }
  | {
      readonly use: Use;
      readonly kind: 'and' | 'or';
      /** Maximum number of docs, known before execution. */
      readonly sizeMaximum: number;
      /** Estimated cost of each strategy that was considered; absent if docs are only tested against the group. */
      readonly costs?: { readonly walk?: number; readonly combine: number };
      /** In the order of evaluation. */
      readonly children: readonly ExplainedPlan[];
    };

export interface PlannedType {
  readonly type: string;
  /** Number of items of the type. */
  readonly items: number;
  readonly plan: ExplainedPlan;
  /** Number of linked items that are tested against the plan; absent if the plan finds the items itself. */
  readonly candidates?: number;
}

/** A searched word, and the posting lists of its matches; no list if nothing matches. */
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
  /** The most items that the filter can select, by a unique field or `id`; absent if the complexity knows no bound. */
  readonly bound?: number;
  readonly conditions: readonly ExplainedCondition[];
  /** Absent without a search. */
  readonly words?: readonly ExplainedWord[];
  /** One for a list; for related items, one per type. */
  readonly plans: readonly PlannedType[];
  readonly order?: ExplainedOrder;
  /** Absent if nothing is counted. */
  readonly counts?: readonly ExplainedCount[];
  /** How the item in the path was found. */
  readonly item?: { readonly type: string; readonly structure: string };
  readonly total?: number;
  /** Items on the page. */
  readonly shown?: number;
  readonly steps: readonly StepTime[];
}
