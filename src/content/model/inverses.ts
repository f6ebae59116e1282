/**
 * Inverse relationships: a relationship with `inverse` gives each type that it leads to a to-many relationship with the
 * linking items.
 *
 * Derived relationships follow the type's own fields, in the order of the model. They are fields like any other, except that
 * neither an export nor `model.json` has them. Elsewhere: their links (build/columns/inverse-column), the checks of the option
 * (json/read-inverses).
 */
import { type ContentType, replaceFields } from './content-type.js';
import { pickDescriptiveTexts } from './descriptive-texts.js';
import { type Field, type InverseSortKey, isInverse, type RelationshipField } from './fields.js';

/** The fields that an export has values of, which precede the derived ones. */
export const exportedFields = (type: Pick<ContentType, 'fields'>): readonly Field[] =>
  type.fields.some(isInverse) ? type.fields.filter((field) => !isInverse(field)) : type.fields;

/** @param sort the option's text: names separated by commas, each with `-` in front if it is descending */
export const readInverseSort = (sort: string | undefined): readonly InverseSortKey[] =>
  sort === undefined
    ? []
    : sort.split(',').map((key) => {
        const isDescending = key.startsWith('-');
        return { field: isDescending ? key.slice(1) : key, isDescending };
      });

/** A relationship with an inverse, and the type that has it. */
export interface DeclaredInverse {
  readonly type: ContentType;
  readonly field: RelationshipField & Required<Pick<RelationshipField, 'inverse'>>;
}

const hasInverse = (field: RelationshipField): field is DeclaredInverse['field'] => field.inverse !== undefined;

/** In the order of the model. */
export const declaredInverses = (types: readonly ContentType[]): readonly DeclaredInverse[] =>
  types.flatMap((type) => type.relationships.filter(hasInverse).map((field) => ({ type, field })));

/** @returns the relationship that each target type gets */
const derivedField = ({ type, field }: DeclaredInverse): RelationshipField => {
  const { name, sort, ...texts } = field.inverse;
  const inverseOf = Object.freeze({ type: type.name, field: field.name, sort: readInverseSort(sort) });
  return Object.freeze({
    name,
    type: 'relationship',
    to: [type.name],
    many: true,
    ...pickDescriptiveTexts(texts),
    inverseOf,
  });
};

/** @param types as the model defines them. @returns the types with the inverses that lead from them; all types if there are none */
export function withInverses(types: readonly ContentType[]): readonly ContentType[] {
  const inverses = declaredInverses(types);
  if (inverses.length === 0) return types;
  return types.map((type) => {
    const derived = inverses.filter(({ field }) => field.to.includes(type.name)).map(derivedField);
    return derived.length === 0 ? type : replaceFields(type, [...type.fields, ...derived]);
  });
}
