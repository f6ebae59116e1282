/**
 * Many plain requests to a space: lists, items, related items and linkage with all that they take, and items that do
 * not exist. Less odd than those of testing/oracle/arbitraries, and made a thousand times as fast.
 */
import type { AttributeField, ContentType, RelationshipField } from '../../../src/content/model/index.js';
import { type Pick, picker } from '../../../testing/oracle/arbitraries/picking.js';
import { itemsOf, linksOf, type OracleItem, type OracleSpace, typeOf } from '../../../testing/oracle/index.js';

const one = <T>(pick: Pick, list: readonly T[]): T | undefined => list[pick(list.length || 1)];

const isSortable = ({ type }: AttributeField): boolean => type !== 'image';

const hasFacet = ({ type }: AttributeField | RelationshipField): boolean =>
  !['image', 'markdown', 'textMultiline'].includes(type);

function condition(pick: Pick, item: OracleItem | undefined, field: AttributeField | RelationshipField): string {
  if (field.type === 'relationship') {
    const link = item === undefined ? undefined : one(pick, linksOf(item, field.name));
    return `filter[${field.name}][id][_eq]=${encodeURIComponent(link?.id ?? 'none')}`;
  }
  const value = item?.values.get(field.name);
  const isOrdered = ['integer', 'decimal', 'dateTime'].includes(field.type) && typeof value !== 'object';
  if (isOrdered && value !== undefined) return `filter[${field.name}][_gte]=${encodeURIComponent(String(value))}`;
  if (typeof value === 'string' && field.type === 'text') {
    return `filter[${field.name}][_contains]=${encodeURIComponent(Array.from(value).slice(0, 3).join(''))}`;
  }
  return `filter[${field.name}][_exists]=${pick(2) === 0}`;
}

/** What a list of the type's items takes. */
function listParameters(pick: Pick, space: OracleSpace, type: ContentType): string[] {
  const parameters: string[] = [];
  const filtered = one(
    pick,
    type.fields.filter((field) => field.type !== 'image'),
  );
  const sorted = one(pick, type.attributes.filter(isSortable));
  if (pick(2) === 0 && filtered !== undefined) {
    parameters.push(condition(pick, one(pick, itemsOf(space, type.name)), filtered));
  }
  if (pick(3) === 0 && sorted !== undefined) parameters.push(`sort=${pick(2) === 0 ? '-' : ''}${sorted.name}`);
  if (pick(2) === 0) parameters.push(`page[limit]=${1 + pick(9)}`);
  if (pick(2) === 0) parameters.push(`page[skip]=${pick(20)}`);
  const counted = one(
    pick,
    type.fields.filter((field) => hasFacet(field)),
  );
  if (pick(3) === 0 && counted !== undefined) {
    parameters.push(`_facet[${counted.name}]=${pick(9)}`);
    if (pick(2) === 0) parameters.push(`_facet[${counted.name}][own]=ignored`);
    if (counted.type === 'relationship' && pick(2) === 0) parameters.push(`_facet[${counted.name}][include]=true`);
    else if (counted.type !== 'relationship' && pick(2) === 0) parameters.push(`_stats=${counted.name}`);
  }
  return parameters;
}

/** What every document of resources takes. */
function shownParameters(pick: Pick, space: OracleSpace, type: ContentType): string[] {
  const parameters: string[] = [];
  const followed = one(pick, type.relationships);
  if (pick(3) === 0 && followed !== undefined) {
    const target = typeOf(space, followed.to[0] ?? type.name);
    const next = one(pick, target.relationships);
    parameters.push(`include=${followed.name}${pick(3) === 0 && next !== undefined ? `.${next.name}` : ''}`);
    if (followed.many) parameters.push(`page[${followed.name}][limit]=${pick(5)}`);
  }
  if (pick(4) === 0) parameters.push(`fields[${type.name}]=${one(pick, type.fields)?.name ?? ''}`);
  return parameters;
}

const written = (path: string, parameters: readonly string[]): string =>
  parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;

function target(pick: Pick, space: OracleSpace): string {
  const type = one(pick, [...space.model.contentTypes.values()]);
  if (type === undefined) return '';
  const kind = pick(10);
  if (kind < 3) {
    return written(`/${type.name}`, [...listParameters(pick, space, type), ...shownParameters(pick, space, type)]);
  }
  const item = pick(50) === 0 ? undefined : one(pick, itemsOf(space, type.name));
  const path = `/${type.name}/${encodeURIComponent(item?.id ?? 'none')}`;
  const relationship = one(pick, type.relationships);
  if (kind < 7 || relationship === undefined) return written(path, shownParameters(pick, space, type));
  if (kind === 7) return `${path}/relationships/${relationship.name}`;
  const to = typeOf(space, relationship.to[0] ?? type.name);
  const isList = relationship.many && relationship.to.length === 1;
  const parameters = isList ? listParameters(pick, space, to) : [];
  return written(`${path}/${relationship.name}`, parameters);
}

/** @returns targets below the delivery root; some more than once, a few refused */
export function plainTargets(space: OracleSpace, seed: number, count: number): readonly string[] {
  const pick = picker(seed);
  return Array.from({ length: count }, () => target(pick, space));
}
