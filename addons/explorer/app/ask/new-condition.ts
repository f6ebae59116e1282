/**
 * The fields that a condition can use, and the first condition of an empty filter.
 */

import type { Named } from '../model/names.js';
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  type Description,
  findCount,
  findType,
  isRelationship,
  type RelationshipField,
} from '../model/space.js';
import type { Condition } from '../query/query.js';

export interface Filterable {
  /** Names in the brackets of `filter`: `['price']`, `['author', 'id']`. */
  readonly path: readonly string[];
  readonly label: string;
  /** The fields of the label, with their texts in the model. */
  readonly steps: readonly Named[];
  readonly operators: readonly string[];
  /** Undefined for `id`. */
  readonly field: DescribedField | undefined;
}

/** @returns the filterable fields that all types have, fields of related items, and `id` */
export function listFilterables(
  types: readonly DescribedType[],
  description: Description | undefined,
  space: DescribedSpace | undefined,
): readonly Filterable[] {
  const [first, ...otherTypes] = types;
  const id: Filterable = {
    path: ['id'],
    label: 'id',
    steps: [{ name: 'id' }],
    operators: description?.idOperators ?? [],
    field: undefined,
  };
  const shared = (first?.fields ?? []).filter(({ name, type }) =>
    otherTypes.every(({ fields }) => fields.some((field) => field.name === name && field.type === type)),
  );
  return [
    ...shared
      .filter(({ operators }) => operators.length > 0)
      .flatMap((field): readonly Filterable[] => {
        const { name, operators } = field;
        if (!isRelationship(field)) return [{ path: [name], label: name, steps: [field], operators, field }];
        const link: Filterable = { path: [name, 'id'], label: name, steps: [field], operators, field };
        return [link, ...listCounts(types, name), ...listRelatedFields(field, space)];
      }),
    ...listLocaleField(types),
    id,
  ];
}

/** @returns the locales in which an item has texts of its own, if all types have localized fields */
function listLocaleField(types: readonly DescribedType[]): readonly Filterable[] {
  const fields = types.flatMap(({ localeField }) => localeField ?? []);
  const [field] = fields;
  if (field === undefined || fields.length < types.length) return [];
  return [{ path: [field.name], label: field.name, steps: [field], operators: field.operators, field }];
}

/** @returns the number of a relationship's links, if all types have it */
function listCounts(types: readonly DescribedType[], relationship: string): readonly Filterable[] {
  const counts = types.flatMap((type) => findCount(type, relationship) ?? []);
  const [count] = counts;
  if (count === undefined || counts.length < types.length) return [];
  return [{ path: count.name.split('.'), label: count.name, steps: [count], operators: count.operators, field: count }];
}

/** @returns the fields of related items, over one relationship; longer paths can be written in the URL */
function listRelatedFields(relationship: RelationshipField, space: DescribedSpace | undefined): readonly Filterable[] {
  const { name, to } = relationship;
  const types = to.flatMap((one) => findType(space, one) ?? []);
  return listFilterables(types, undefined, undefined)
    .filter(({ path, field }) => path.at(-1) !== 'id' && field !== undefined)
    .map((one) => ({
      ...one,
      path: [name, ...one.path],
      label: `${name}.${one.label}`,
      steps: [relationship, ...one.steps],
    }));
}

/**
 * @returns the path of the condition: `_exists` applies to the relationship, other operators to the related item's id
 */
export const conditionPath = ({ path }: Filterable, operator: string): readonly string[] =>
  operator === '_exists' && path.length > 1 && path.at(-1) === 'id' ? path.slice(0, -1) : path;

/** Operators for a new condition, the first that the field has. */
const usualOperators = ['_eq', '_contains', '_exists'];

export const chooseOperator = (operators: readonly string[]): string =>
  usualOperators.find((operator) => operators.includes(operator)) ?? operators[0] ?? '_eq';

export function createCondition(types: readonly DescribedType[]): Condition {
  const [first = { path: ['id'], operators: ['_eq'] }] = listFilterables(types, undefined, undefined);
  return { kind: 'condition', path: first.path, operator: chooseOperator(first.operators), values: [] };
}
