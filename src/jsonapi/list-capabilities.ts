/**
 * The operators, sorts and facets that a list accepts, by the rules that check requests: for descriptions of the interface.
 */
import {
  type ContentType,
  type Field,
  isHeldAs,
  isOn,
  isRelationship,
  isSortable,
  type Operator,
} from '../content/model/index.js';
import { isFilterable, operatorsOn } from './check/condition.js';
import { hasFacet, hasStatistics } from './check/counting/counted-fields.js';
import { type FacetOption, facetOptionsOf } from './check/counting/facet-options.js';
import { searchedFieldNames } from './check/highlight.js';
import { sharedField } from './check/shared-fields.js';

/** In the order of the first type's fields; `id` is everywhere and not among them. */
export interface ListCapabilities {
  readonly filters: readonly { readonly field: Field; readonly operators: readonly Operator[] }[];
  readonly sorts: readonly string[];
  /** Locations that a sort measures distances to. */
  readonly distances: readonly string[];
  readonly facets: readonly { readonly field: Field; readonly options: readonly FacetOption[] }[];
  readonly statistics: readonly Field[];
  /** Whether `filter[_search]` is answered. */
  readonly searched: boolean;
  readonly highlights: readonly string[];
  /** Relationships to one type: facets count what is behind them; behind those to one item, sorts and statistics look too. */
  readonly hops: { readonly toOne: readonly string[]; readonly all: readonly string[] };
}

/** Whether a sort measures the distance to the field. */
const hasDistance = (field: Field): boolean => isHeldAs(field, 'locations') && isOn(field, 'sort');

/** Whether both lead to the same one type. */
const leadToSameType = (field: Field, other: Field): boolean =>
  isRelationship(field) && isRelationship(other) && field.to.join() === other.to[0] && isFilterable(field);

const isToOne = (field: Field): boolean => isRelationship(field) && !field.many;

/** @param types of the items of the list, at least one. Cost: O(types · fields). */
export function listCapabilities(types: readonly ContentType[]): ListCapabilities {
  const shared = types[0]!.fields.filter((field) => sharedField(types, field.name) !== undefined);
  // Types may turn off different structures of a field that they share.
  const everywhere = ({ name }: Field, holds: (field: Field) => boolean): boolean =>
    types.every(({ fieldByName }) => holds(fieldByName.get(name)!));
  const hops = shared.filter((field) => everywhere(field, (one) => leadToSameType(one, field)));
  return {
    filters: shared
      .filter((field) => everywhere(field, isFilterable))
      .map((field) => ({ field, operators: operatorsOn(types, field) })),
    sorts: shared.filter((field) => everywhere(field, isSortable)).map(({ name }) => name),
    distances: shared.filter((field) => everywhere(field, hasDistance)).map(({ name }) => name),
    facets: shared
      .filter((field) => everywhere(field, hasFacet))
      .map((field) => ({ field, options: facetOptionsOf(field) })),
    statistics: shared.filter((field) => everywhere(field, hasStatistics)),
    searched: types.every(({ search }) => search !== undefined),
    highlights: searchedFieldNames(types),
    hops: {
      toOne: hops.filter((field) => everywhere(field, isToOne)).map(({ name }) => name),
      all: hops.map(({ name }) => name),
    },
  };
}
