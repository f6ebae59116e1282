/**
 * List capabilities: the operators, sorts, facets and statistics that a list accepts, for descriptions of the interface.
 *
 * The rules are those that check requests (check/), so a description never promises a parameter that is refused.
 */
import {
  type ContentType,
  type Field,
  hasLinkCount,
  isHeldAs,
  isOn,
  isRelationship,
  isSortable,
  LOCALE_FIELD,
  linkCountField,
  type Operator,
  operatorsOf,
  queriedField,
} from '../content/model/index.js';
import { isFilterable, operatorsOn } from './check/condition.js';
import { hasFacet, hasStatistics } from './check/counting/counted-fields.js';
import { type FacetOption, facetOptionsOf } from './check/counting/facet-options.js';
import { searchedFieldNames } from './check/highlight.js';
import { sharedField } from './check/shared-fields.js';

/** In the order of the first type's fields, then the locale field and the counts of links; without `id`, which every list accepts. */
export interface ListCapabilities {
  /** Filters on fields of the model; filters on counts are `counts`. */
  readonly filters: readonly { readonly field: Field; readonly operators: readonly Operator[] }[];
  /** Counts of links, as integer fields; a filter writes their names in two brackets. */
  readonly counts: readonly { readonly field: Field; readonly operators: readonly Operator[] }[];
  readonly sorts: readonly string[];
  /** Location fields that a sort can measure distances to. */
  readonly distances: readonly string[];
  readonly facets: readonly { readonly field: Field; readonly options: readonly FacetOption[] }[];
  readonly statistics: readonly Field[];
  /** Whether `filter[_search]` is answered. */
  readonly searched: boolean;
  readonly highlights: readonly string[];
  /** Relationships to one type: facets count fields of the related items; sorts and statistics follow only the to-one ones. */
  readonly hops: { readonly toOne: readonly string[]; readonly all: readonly string[] };
}

/** Whether a sort can measure the distance to the field. */
const hasDistance = (field: Field): boolean => isHeldAs(field, 'locations') && isOn(field, 'sort');

/** Whether both are relationships to the same single type. */
const leadToSameType = (field: Field, other: Field): boolean =>
  isRelationship(field) && isRelationship(other) && field.to.join() === other.to[0] && isFilterable(field);

const isToOne = (field: Field): boolean => isRelationship(field) && !field.many;

/** @param types of the items of the list, at least one. Cost: O(types · fields). */
export function listCapabilities(types: readonly ContentType[]): ListCapabilities {
  const shared = types[0]!.fields.filter((field) => sharedField(types, field.name) !== undefined);
  // Types may turn off different index structures of a field that they share.
  const inEveryType = ({ name }: Field, holds: (field: Field) => boolean): boolean =>
    types.every((type) => holds(queriedField(type, name)!));
  const localeField = sharedField(types, LOCALE_FIELD);
  const asked = localeField === undefined ? shared : [...shared, localeField];
  const counts = shared.flatMap((field) => {
    const isCounted =
      hasLinkCount(field) && inEveryType(field, (other) => hasLinkCount(other) && isOn(other, 'filter'));
    return isCounted ? [linkCountField(field)] : [];
  });
  const hops = shared.filter((field) => inEveryType(field, (other) => leadToSameType(other, field)));
  return {
    filters: asked
      .filter((field) => inEveryType(field, isFilterable))
      .map((field) => ({ field, operators: operatorsOn(types, field) })),
    counts: counts.map((field) => ({ field, operators: operatorsOf(field) })),
    sorts: [...shared.filter((field) => inEveryType(field, isSortable)), ...counts].map(({ name }) => name),
    distances: shared.filter((field) => inEveryType(field, hasDistance)).map(({ name }) => name),
    facets: [...asked.filter((field) => inEveryType(field, hasFacet)), ...counts].map((field) => ({
      field,
      options: facetOptionsOf(field),
    })),
    statistics: [...shared.filter((field) => inEveryType(field, hasStatistics)), ...counts],
    searched: types.every(({ search }) => search !== undefined),
    highlights: searchedFieldNames(types),
    hops: {
      toOne: hops.filter((field) => inEveryType(field, isToOne)).map(({ name }) => name),
      all: hops.map(({ name }) => name),
    },
  };
}
