/**
 * `GET /explore/model.json`: what the explorer must know before it can ask: spaces, types, fields, operators, limits.
 */
import { hasFacet } from '../../jsonapi/index.js';
import { type Field, ID_OPERATORS, isSortable, LIMITS, operatorsOf } from '../../model/index.js';
import type { SpaceType } from '../../snapshot/index.js';
import type { Mount } from '../deliver/mounts.js';
import type { DescribedField, DescribedSpace, DescribedType, Description } from './described.js';

const described = (field: Field): DescribedField => ({
  ...field,
  operators: operatorsOf(field),
  sortable: isSortable(field),
  facet: hasFacet(field),
});

function describedType({ segment: { type, size } }: SpaceType): DescribedType {
  return { name: type.name, items: size, search: type.search !== undefined, fields: type.fields.map(described) };
}

function describedSpace({ served: { name, space }, path }: Mount): DescribedSpace {
  const root = path.slice(1);
  if (space === undefined) return { name, root, snapshot: null, locales: [], types: [] };
  return {
    name,
    root,
    locales: space.model.locales.map(({ code }) => code),
    snapshot: space.id,
    types: [...space.types.values()].map(describedType),
  };
}

export const describe = (mounts: readonly Mount[]): Description => ({
  spaces: mounts.map(describedSpace),
  idOperators: ID_OPERATORS,
  limits: LIMITS,
});
