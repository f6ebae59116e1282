/**
 * A request's parameters as a query that can be edited, and back.
 *
 * What the explorer has no control for stays as it is, at the end.
 *
 * The part of a list that is shown.
 */
import { isListOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Param } from '../address/place.js';

export type GroupKind = '_AND' | '_OR' | '_NOT';

export interface Condition {
  readonly kind: 'condition';
  /** `['price']`, or of a relationship `['author', 'id']`. */
  readonly path: readonly string[];
  readonly operator: string;
  /** One, but of `_in` and `_nin`. */
  readonly values: readonly string[];
}

export interface Group {
  readonly kind: 'group';
  readonly group: GroupKind;
  /** Each of conditions that hold together. */
  readonly alternatives: readonly (readonly FilterNode[])[];
}

export type FilterNode = Condition | Group;

/** What a condition is on, for people: of which related item it asks the id, that it is one. */
export const subjectOf = ({ path }: Pick<Condition, 'path'>): string => path.join('.').replace(/\.id$/, '');

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

export interface Query {
  readonly filter: readonly FilterNode[];
  readonly search: string | undefined;
  readonly sort: readonly SortKey[];
  /** Undefined where the parameter is not there. */
  readonly include: readonly string[] | undefined;
  readonly limit: string | undefined;
  readonly skip: string | undefined;
  /** `reviews.limit` → `5`: windows of relationships, by path. */
  readonly windows: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly locale: string | undefined;
  readonly others: readonly Param[];
}

export const isList = isListOperator;
export const isGroupKind = (text: string | undefined): text is GroupKind =>
  text === '_AND' || text === '_OR' || text === '_NOT';

/** `filter[_OR][0][price][_lt]` → `filter`, `_OR`, `0`, `price`, `_lt`; undefined where brackets do not close. */
export function partsOf(name: string): readonly string[] | undefined {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) return undefined;
  const [, first = '', rest = ''] = match;
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
}

export const listOf = (value: string): readonly string[] => value.split(',').filter((part) => part !== '');

export const LIMIT_USUAL = 20;
