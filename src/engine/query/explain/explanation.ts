/**
 * Explanations: what a trace recorded, as plain data that can be printed or written as JSON.
 *
 * Sizes are exact and known before execution; costs are estimates, in nanoseconds.
 */

import { TooCostlyError } from '../../../content/errors/index.js';
import { decimalText } from '../../../content/model/index.js';
import { Budget } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { CountDecision } from '../../facets/index.js';
import { anySourceOf } from '../plan/planner.js';
import type { Condition, Filter, Operand, Through, Value } from '../query-tree.js';
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
 * What its parent does with a set: walks its list, tests each doc of the list against it, combines its bits with the
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
      /** What finding its docs was estimated to cost in each way that was weighed; absent where it is only tested. */
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

/** @returns the condition as it stands in a URL, decoded: `filter[price][_lt]=10`; several behind one relationship */
export const spelled = (condition: Condition | Through): string => spelledAll(condition, 'filter').join(' AND ');

function spelledAll(filter: Filter, before: string): readonly string[] {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator, operand } = filter;
      const [first] = valuesOf(operand);
      const path = first?.kind === 'itemId' ? `[${field}][id]` : `[${field}]`;
      return [`${before}${path}[${operator}]=${written(operand)}`];
    }
    case 'through': {
      const { relationship, type, child } = filter;
      const behind = `${before}[${relationship}]`;
      const ofType = type === undefined ? [] : [`${behind}[type][_eq]=${type}`];
      return child === undefined ? ofType : [...ofType, ...spelledAll(child, behind)];
    }
    case 'not':
      return spelledAll(filter.child, before);
    case 'and':
    case 'or':
      return filter.children.flatMap((child) => spelledAll(child, before));
  }
}

const valuesOf = (operand: Operand): readonly Operand[] => (operand.kind === 'list' ? operand.values : [operand]);

function written(operand: Operand): string {
  switch (operand.kind) {
    case 'populated':
      return String(operand.value);
    case 'list':
      return operand.values.map(writtenValue).join(',');
    default:
      return writtenValue(operand);
  }
}

function writtenValue(value: Value): string {
  switch (value.kind) {
    case 'boolean':
      return String(value.value);
    case 'number':
      return decimalText(value.digits, value.scale);
    case 'instant':
      return new Date(value.ms).toISOString();
    case 'area':
      return value.area.written;
    case 'text':
    case 'itemId':
      return Buffer.from(value.bytes).toString();
  }
}

/*
 * Which conditions of a filter make it dear: for those who are told that it is too costly.
 */

function* conditionsOf(filter: Filter): Generator<Condition | Through> {
  if (filter.kind === 'condition' || filter.kind === 'through') yield filter;
  else if (filter.kind === 'not') yield* conditionsOf(filter.child);
  else for (const child of filter.children) yield* conditionsOf(child);
}

/**
 * @param maximum nanoseconds that looking at all of them may take: what does not fit is not done, and counts as what it
 *                was estimated to take
 * @returns the conditions by what finding all their docs costs, the costliest first
 * Cost: as planning the filter, up to the maximum.
 */
export function costliestConditions(
  segment: TypeSegment,
  filter: Filter,
  maximum: number,
): readonly (Condition | Through)[] {
  const { arena } = segment;
  const { budget } = arena;
  const mark = arena.mark();
  let left = maximum;
  const costOf = (condition: Condition | Through): number => {
    const own = new Budget(left);
    arena.budget = own;
    try {
      const { fillCost } = anySourceOf(segment, condition);
      return own.spent + fillCost;
    } catch (error) {
      if (error instanceof TooCostlyError) return error.cost;
      throw error;
    } finally {
      left -= own.spent;
    }
  };
  try {
    const costs = Array.from(conditionsOf(filter), (condition) => ({ condition, cost: costOf(condition) }));
    return costs.sort((a, b) => b.cost - a.cost).map(({ condition }) => condition);
  } finally {
    arena.budget = budget;
    arena.release(mark);
  }
}
