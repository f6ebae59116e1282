/**
 * The fields that a sort key can use, level by level: fields and numbers of links, also of the related item of a
 * relationship to one item of one type.
 */
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  findCount,
  findType,
  isRelationship,
  type RelationshipField,
} from '../model/space.js';
import { type FieldChoice, type ListLevel, RELATIONSHIPS_MAXIMUM } from './field-levels.js';

/** @returns the fields that all types have */
const listSharedFields = ([first, ...otherTypes]: readonly DescribedType[]): readonly DescribedField[] =>
  (first?.fields ?? []).filter(({ name }) =>
    otherTypes.every(({ fields }) => fields.some((field) => field.name === name)),
  );

const leadsToOneItem = (field: DescribedField): field is RelationshipField =>
  isRelationship(field) && !field.many && field.to.length === 1 && field.operators.length > 0;

/** @param isOwn whether the field is a field of the list's items: distances are measured to their places only */
function listSortables(field: DescribedField, types: readonly DescribedType[], isOwn: boolean): readonly FieldChoice[] {
  if (field.operators.includes('_near'))
    return isOwn ? [{ value: `${field.name}.distance(0,0)`, steps: [field, { name: 'distance' }] }] : [];
  if (field.sortable) return [{ value: field.name, steps: [field] }];
  const counts = types.flatMap((type) => findCount(type, field.name) ?? []);
  const [count] = counts;
  return count === undefined || counts.length < types.length ? [] : [{ value: count.name, steps: [count] }];
}

/** @returns the levels of sort keys of a list of the types */
export function createSortLevels(
  types: readonly DescribedType[],
  space: DescribedSpace | undefined,
): ListLevel<FieldChoice> {
  return (path) => {
    const target = path.at(-1);
    const levelTypes = target === undefined ? types : target.to.flatMap((name) => findType(space, name) ?? []);
    const fields = listSharedFields(levelTypes);
    const prefix = path.map(({ name }) => `${name}.`).join('');
    const choices = fields
      .flatMap((field) => listSortables(field, levelTypes, target === undefined))
      .map(({ value, steps }) => ({ value: `${prefix}${value}`, steps: [...path, ...steps] }));
    return {
      choices: target === undefined ? [...choices, { value: 'id', steps: [{ name: 'id' }] }] : choices,
      relationships: path.length < RELATIONSHIPS_MAXIMUM ? fields.filter(leadsToOneItem) : [],
    };
  };
}
