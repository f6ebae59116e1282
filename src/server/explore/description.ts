/**
 * `GET /explore/model.json`: what the explorer must know before it can ask: spaces, types, fields, operators, limits.
 */
import { hasFacet } from '../../jsonapi/index.js';
import { type ContentType, type Field, ID_OPERATORS, isSortable, LIMITS, operatorsOf } from '../../model/index.js';
import type { Space } from '../../snapshot/index.js';
import type { Mount } from '../deliver/mounts.js';
import type { DescribedField, DescribedSpace, DescribedType, Description } from './described.js';

const described = (field: Field): DescribedField => ({
  ...field,
  operators: operatorsOf(field),
  sortable: isSortable(field),
  facet: hasFacet(field),
});

function describedType(space: Space, type: ContentType): DescribedType {
  const items = space.types.get(type.name)?.segment.size ?? 0;
  return { name: type.name, items, search: type.search !== undefined, fields: type.fields.map(described) };
}

function describedSpace({ served: { name, space }, path }: Mount): DescribedSpace {
  const root = path.slice(1);
  if (space === undefined) return { name, root, snapshot: null, locales: [], types: [] };
  const types = [...space.model.contentTypes.values()];
  return {
    name,
    root,
    locales: space.model.locales.map(({ code }) => code),
    snapshot: space.id,
    types: types.map((type) => describedType(space, type)),
  };
}

export const describe = (mounts: readonly Mount[]): Description => ({
  spaces: mounts.map(describedSpace),
  idOperators: ID_OPERATORS,
  limits: LIMITS,
});
