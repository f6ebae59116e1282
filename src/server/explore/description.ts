/**
 * `GET /explore/model.json`: what the explorer must know before it can ask: spaces, types, fields, operators, limits.
 */
import { type AnySpace, hasFacet, isEngine } from '../../api/jsonapi/index.js';
import {
  type ContentType,
  type Field,
  ID_OPERATORS,
  isHeldAs,
  isSortable,
  LIMITS,
  operatorsOf,
} from '../../content/model/index.js';
import type { Mount } from '../deliver/mounts.js';
import type { DescribedField, DescribedSpace, DescribedType, Description } from './described.js';

const described = (field: Field): DescribedField => ({
  ...field,
  operators: operatorsOf(field),
  sortable: isSortable(field),
  // Places are counted by distance only, from where nobody has said.
  facet: hasFacet(field) && !isHeldAs(field, 'locations'),
});

const describedType = ({ name, search, similar, fields }: ContentType, items: number): DescribedType => ({
  name,
  items,
  search: search !== undefined,
  similar: similar === true,
  fields: fields.map(described),
});

const describedTypes = (space: AnySpace): readonly DescribedType[] =>
  isEngine(space)
    ? [...space.model.contentTypes.values()].map((type) => describedType(type, space.sizes.get(type.name) ?? 0))
    : [...space.types.values()].map(({ segment: { type, size } }) => describedType(type, size));

function describedSpace({ served: { name, space }, path }: Mount): DescribedSpace {
  const root = path.slice(1);
  if (space === undefined) return { name, root, snapshot: null, locales: [], types: [] };
  return {
    name,
    root,
    locales: space.model.locales.map(({ code }) => code),
    snapshot: space.id,
    types: describedTypes(space),
  };
}

export const describe = (mounts: readonly Mount[]): Description => ({
  spaces: mounts.map(describedSpace),
  idOperators: ID_OPERATORS,
  limits: LIMITS,
});
