/**
 * Renders rows as JSON:API resource objects with `JSON.stringify`: the database stores them, and stele's documents are
 * compared with them byte by byte.
 */
import type { AttributeField, ContentType, RelationshipField } from '../../../src/content/model/index.js';
import type { Cell, Row } from './rows.js';

/** Delivery root of the measured space: the beginning of every link. */
export const BASE = '/delivery/jsonapi';

/** How much linkage a to-many relationship shows; the generator links at most eight. */
const linkageMaximum = 20;

export function renderResource(type: ContentType, row: Row): string {
  const self = `${BASE}/${type.name}/${encodeURIComponent(row.id)}`;
  return JSON.stringify({
    type: type.name,
    id: row.id,
    attributes: Object.fromEntries(
      type.attributes.map((field, place) => [field.name, shown(field, row.cells[place] ?? null)]),
    ),
    // Absent if a type has no relationships.
    ...(type.relationships.length === 0
      ? {}
      : {
          relationships: Object.fromEntries(
            type.relationships.map((field, place) => [field.name, linkage(field, row.links[place] ?? [], self)]),
          ),
        }),
    links: { self },
  });
}

function shown(field: AttributeField, cell: Cell): Cell | boolean {
  if (cell === null || typeof cell === 'string') return cell;
  switch (field.type) {
    case 'boolean':
      return cell === 1;
    case 'decimal':
      return decimalText(cell, field.precision);
    case 'dateTime':
      return new Date(cell).toISOString().slice(0, field.format === 'date' ? 10 : undefined);
    default:
      return cell;
  }
}

/** @param units of 10^-precision, not negative */
export function decimalText(units: number, precision: number): string {
  const digits = String(units).padStart(precision + 1, '0');
  const point = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function linkage(field: RelationshipField, ids: readonly string[], item: string): object {
  const [type, another] = field.to;
  if (type === undefined || another !== undefined || ids.length > linkageMaximum) {
    throw new Error(`The benchmark renders no relationship like ${field.name}.`);
  }
  const identifiers = ids.map((id) => ({ type, id }));
  const links = { self: `${item}/relationships/${field.name}`, related: `${item}/${field.name}` };
  return field.many
    ? { data: identifiers, links, meta: { total: ids.length } }
    : { data: identifiers[0] ?? null, links };
}
