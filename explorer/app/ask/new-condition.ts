/**
 * The fields that can be filtered, and the condition one begins with.
 */
import { type DescribedField, type DescribedType, type Description, isRelationship } from '../model/space.js';
import type { Condition } from '../query/query.js';

export interface Filterable {
  /** As in `filter[…]`: `['price']`, `['author', 'id']`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly operators: readonly string[];
  /** Undefined for `id`. */
  readonly field: DescribedField | undefined;
}

/** Those that all the types share. */
export function filterables(
  types: readonly DescribedType[],
  description: Description | undefined,
): readonly Filterable[] {
  const [first, ...others] = types;
  const id: Filterable = { path: ['id'], label: 'id', operators: description?.idOperators ?? [], field: undefined };
  const shared = (first?.fields ?? []).filter(({ name, type }) =>
    others.every(({ fields }) => fields.some((field) => field.name === name && field.type === type)),
  );
  return [
    ...shared
      .filter(({ operators }) => operators.length > 0)
      .map((field): Filterable => {
        const path = isRelationship(field) ? [field.name, 'id'] : [field.name];
        return { path, label: field.name, operators: field.operators, field };
      }),
    id,
  ];
}

/** The operator that is meant most often. */
const usual = ['_eq', '_contains', '_exists'];

export const usualOperator = (operators: readonly string[]): string =>
  usual.find((operator) => operators.includes(operator)) ?? operators[0] ?? '_eq';

export function newCondition(types: readonly DescribedType[]): Condition {
  const [first = { path: ['id'], operators: ['_eq'] }] = filterables(types, undefined);
  return { kind: 'condition', path: first.path, operator: usualOperator(first.operators), values: [] };
}
