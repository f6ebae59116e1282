/**
 * A query: the parameters of a request in the form that the controls edit. Parameters without a control stay unchanged, at the
 * end.
 *
 * Elsewhere: parameters to a query (read), a query to parameters (write).
 */
import { isListOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Param } from '../address/place.js';

export type GroupKind = '_AND' | '_OR' | '_NOT';

export interface Condition {
  readonly kind: 'condition';
  /** Steps to the field: `['price']`, or `['author', 'id']` for a relationship. */
  readonly path: readonly string[];
  readonly operator: string;
  /** One value; any number for `_in` and `_nin`. */
  readonly values: readonly string[];
}

export interface Group {
  readonly kind: 'group';
  readonly group: GroupKind;
  /** The conditions of one alternative must all be true. */
  readonly alternatives: readonly (readonly FilterNode[])[];
}

export type FilterNode = Condition | Group;

/** @returns the name of the field for people; the id of a related item is shown as the relationship */
export const conditionSubject = ({ path }: Pick<Condition, 'path'>): string => path.join('.').replace(/\.id$/, '');

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

export interface Query {
  readonly filter: readonly FilterNode[];
  readonly search: string | undefined;
  readonly sort: readonly SortKey[];
  /** Undefined if the request has no `include`. */
  readonly include: readonly string[] | undefined;
  readonly limit: string | undefined;
  readonly skip: string | undefined;
  /** Path of a limit or skip of a relationship → its value: `reviews.limit` → `5`. */
  readonly windows: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly locale: string | undefined;
  /** Parameters without a member of their own: facets, statistics, highlights, and those without a control. */
  readonly otherParams: readonly Param[];
}

export const isList = isListOperator;
export const isGroupKind = (text: string | undefined): text is GroupKind =>
  text === '_AND' || text === '_OR' || text === '_NOT';

/** `filter[_OR][0][price][_lt]` → `filter`, `_OR`, `0`, `price`, `_lt`; undefined if the brackets are not balanced. */
export function splitName(name: string): readonly string[] | undefined {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) return undefined;
  const [, head = '', brackets = ''] = match;
  const steps = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step);
  return [head, ...steps];
}

export const splitList = (value: string): readonly string[] => value.split(',').filter((part) => part !== '');

export const LIMIT_DEFAULT = 20;
