/**
 * The fields that a condition can use, level by level, and the first condition of an empty filter.
 */
import type { Named } from '../model/names.js';
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  type Description,
  findCount,
  findType,
  inverseSource,
  isRelationship,
  isUnique,
  type RelationshipField,
} from '../model/space.js';
import { type Condition, conditionSubject } from '../query/query.js';
import { type FieldChoice, type ListLevel, RELATIONSHIPS_MAXIMUM } from './field-levels.js';

export interface Filterable extends FieldChoice {
  /** Names in the brackets of `filter`: `['price']`, `['author', 'id']`. */
  readonly path: readonly string[];
  readonly operators: readonly string[];
  /** Undefined for `id`. */
  readonly field: DescribedField | undefined;
}

/** @returns the filterable fields that all types have */
function listSharedFields([first, ...otherTypes]: readonly DescribedType[]): readonly DescribedField[] {
  const filterableFields = (first?.fields ?? []).filter(({ operators }) => operators.length > 0);
  return filterableFields.filter(({ name, type }) =>
    otherTypes.every(({ fields }) => fields.some((field) => field.name === name && field.type === type)),
  );
}

function createFilterable(
  path: readonly string[],
  steps: readonly Named[],
  operators: readonly string[],
  field: DescribedField | undefined,
  note?: string,
): Filterable {
  const choice = { value: conditionSubject({ path }), path, steps, operators, field };
  return note === undefined ? choice : { ...choice, note };
}

/** @returns the field; of a relationship, the choice of related items and the number of links */
function listChoicesOfField(field: DescribedField, types: readonly DescribedType[]): readonly Filterable[] {
  const { name, operators } = field;
  if (!isRelationship(field))
    return [createFilterable([name], [field], operators, field, isUnique(field) ? 'unique' : undefined)];
  const source = inverseSource(field);
  const note = source === undefined ? undefined : `inverse of ${source}`;
  return [createFilterable([name, 'id'], [field], operators, field, note), ...listCounts(types, name)];
}

/** @returns the locales in which an item has texts of its own, if all types have localized fields */
function listLocaleField(types: readonly DescribedType[]): readonly Filterable[] {
  const fields = types.flatMap(({ localeField }) => localeField ?? []);
  const [field] = fields;
  if (field === undefined || fields.length < types.length) return [];
  return [createFilterable([field.name], [field], field.operators, field)];
}

/** @returns the number of a relationship's links, if all types have it */
function listCounts(types: readonly DescribedType[], relationship: string): readonly Filterable[] {
  const counts = types.flatMap((type) => findCount(type, relationship) ?? []);
  const [count] = counts;
  if (count === undefined || counts.length < types.length) return [];
  return [createFilterable(count.name.split('.'), [count], count.operators, count)];
}

/** @returns the filterable fields that all types have, and `id` */
export const listFilterables = (
  types: readonly DescribedType[],
  idOperators: readonly string[],
): readonly Filterable[] => [
  ...listSharedFields(types).flatMap((field) => listChoicesOfField(field, types)),
  ...listLocaleField(types),
  createFilterable(['id'], [{ name: 'id' }], idOperators, undefined),
];

/** The choice of a related item follows its relationship, so the last level has none. */
const canFollow = (choice: Filterable, path: readonly RelationshipField[]): boolean =>
  path.length < RELATIONSHIPS_MAXIMUM || choice.field === undefined || !isRelationship(choice.field);

/** @returns the levels of conditions on a list of the types */
export function createFilterLevels(
  types: readonly DescribedType[],
  description: Description | undefined,
  space: DescribedSpace | undefined,
): ListLevel<Filterable> {
  return (path) => {
    const target = path.at(-1);
    if (target === undefined)
      return {
        choices: listFilterables(types, description?.idOperators ?? []),
        relationships: listSharedFields(types).filter(isRelationship),
      };
    const levelTypes = target.to.flatMap((name) => findType(space, name) ?? []);
    const names = path.map(({ name }) => name);
    const choices = listFilterables(levelTypes, [])
      .filter((choice) => choice.field !== undefined && canFollow(choice, path))
      .map((choice) => {
        const steps = [...path, ...choice.steps];
        const fullPath = [...names, ...choice.path];
        return createFilterable(fullPath, steps, choice.operators, choice.field, choice.note);
      });
    const relationships = listSharedFields(levelTypes).filter(isRelationship);
    return { choices, relationships: path.length < RELATIONSHIPS_MAXIMUM ? relationships : [] };
  };
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
  const [first = { path: ['id'], operators: ['_eq'] }] = listFilterables(types, []);
  return { kind: 'condition', path: first.path, operator: chooseOperator(first.operators), values: [] };
}
