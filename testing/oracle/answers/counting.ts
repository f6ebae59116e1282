/**
 * Naive facets and statistics: reads the values of every item and counts equal ones.
 */

import { type AttributeField, type Field, foldOf, splitFieldPath } from '../../../src/content/model/index.js';
import type { FacetQuery, Grouping } from '../../../src/engine/facets/index.js';
import type { Filter } from '../../../src/engine/query/query-tree.js';
import type { CollectionRequest, RelatedRequest } from '../../../src/jsonapi/request/parsed-request.js';
import {
  fieldOf,
  isImage,
  linksOf,
  type OracleImage,
  type OracleItem,
  OracleList,
  type OracleSpace,
  readValue,
} from '../content/dataset.js';
import { accentFoldedText, compareTexts, exactNumber, instantMs, shownValue } from '../content/values.js';
import type { Member } from '../documents/resources.js';
import { endsOf, matches, metresBetween } from './evaluate.js';

/** @returns the filter without the conditions on the field alone; undefined if nothing is left */
function strip(filter: Filter, field: string): Filter | undefined {
  if (fieldsOf(filter).every((name) => name === field)) return undefined;
  if (filter.kind === 'and') {
    const children = filter.children.flatMap((child) => strip(child, field) ?? []);
    return { kind: 'and', children };
  }
  if (filter.kind !== 'through' || filter.child === undefined) return filter;
  const { relationship, child } = filter;
  if (field === relationship) return { ...filter, child: strip(child, 'id') };
  const isBehind = field.startsWith(`${relationship}.`);
  return isBehind ? { ...filter, child: strip(child, field.slice(relationship.length + 1)) } : filter;
}

/** The fields of all conditions; a condition on the id of a related item is one on the relationship. */
function fieldsOf(filter: Filter): readonly string[] {
  if (filter.kind === 'condition') return [filter.field];
  if (filter.kind === 'through') {
    const { relationship, child } = filter;
    if (child === undefined) return [''];
    return fieldsOf(child).map((field) => (field === 'id' ? relationship : `${relationship}.${field}`));
  }
  return filter.kind === 'not' ? fieldsOf(filter.child) : filter.children.flatMap(fieldsOf);
}

/** Whether an item is counted: it passes all that is not about the facet's own field alone. */
function isCounted(
  space: OracleSpace,
  item: OracleItem,
  filter: Filter | undefined,
  { field, ignoresOwnConditions }: FacetQuery,
): boolean {
  const counted = filter !== undefined && ignoresOwnConditions ? strip(filter, field) : filter;
  return counted === undefined || matches(space, item, counted);
}

/** Name of a value in a facet, and its key for sorting. */
export interface NamedValue {
  readonly shown: unknown;
  readonly order: string | bigint | number;
  /** Set if a prefix is compared with the folded value. */
  readonly folded?: string;
}

/** In units of the field's last digit. */
function unitsOf(field: Field, value: unknown): bigint {
  const { digits, scale } = exactNumber(String(value));
  const precision = field.type === 'decimal' ? field.precision : 0;
  return precision >= scale ? digits * 10n ** BigInt(precision - scale) : digits / 10n ** BigInt(scale - precision);
}

export function namedValue(field: AttributeField, value: string | number | boolean): NamedValue {
  const shown = shownValue(field, value);
  switch (field.type) {
    case 'boolean':
      return { shown, order: Number(value) };
    case 'integer':
    case 'decimal':
      return { shown, order: unitsOf(field, value) };
    case 'dateTime':
      return { shown, order: instantMs(String(value)) };
    default:
      return { shown, order: String(value) };
  }
}

function rangeName(field: Field, { grouping }: FacetQuery, value: unknown): NamedValue {
  const ends = grouping.kind === 'ranges' ? grouping.ends : [];
  const place = ends.filter(({ units }) => units <= unitsOf(field, value)).length;
  const [from, to] = [ends[place - 1]?.label, ends[place]?.label];
  return { shown: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, order: place };
}

function distanceName({ from, ends }: Extract<Grouping, { kind: 'distances' }>, place: OracleImage): NamedValue {
  const far = metresBetween(place, from);
  // A value that differs from a border by less than the precision of floats counts as beyond it.
  const at = ends.filter(({ units }) => Number(units) / 1000 <= far).length;
  const [least, most] = [ends[at - 1]?.label, ends[at]?.label];
  return {
    shown: { ...(least === undefined ? {} : { from: least }), ...(most === undefined ? {} : { to: most }) },
    order: at,
  };
}

/** The names of an item's values, or of those behind relationships, each once. */
function namesOf(space: OracleSpace, from: OracleItem, facet: FacetQuery, isList: boolean): readonly NamedValue[] {
  const { items, field } = endsOf(space, from, facet.field);
  const names = items.flatMap((item) => ownNames(space, item, { ...facet, field }, isList));
  return [...new Map(names.map((named) => [JSON.stringify(named.shown), named])).values()];
}

function ownNames(space: OracleSpace, item: OracleItem, facet: FacetQuery, isList: boolean): readonly NamedValue[] {
  const field = fieldOf(space, item.type, facet.field);
  if (field.type === 'relationship') {
    return linksOf(item, field.name).map((link) => {
      const place = isList ? String(field.to.indexOf(link.type)).padStart(3, '0') : link.type;
      return { shown: { type: link.type, id: link.id }, order: `${place}\0${link.id}` };
    });
  }
  const value = readValue(item, field.name);
  if (value instanceof OracleList) return value.texts.map((text) => ({ shown: text, order: text }));
  if (facet.grouping.kind === 'distances') {
    return value === undefined || !isImage(value) ? [] : [distanceName(facet.grouping, value)];
  }
  if (value === undefined || value === '' || typeof value === 'object' || field.type === 'image') return [];
  if (facet.grouping.kind === 'ranges') return [rangeName(field, facet, value)];
  if (facet.grouping.kind === 'values') {
    const named = namedValue(field, value);
    return [foldOf(field) === 'accents' ? { ...named, folded: accentFoldedText(String(value)) } : named];
  }
  const length = { year: 4, month: 7, day: 10 }[facet.grouping.period];
  const name = new Date(instantMs(String(value))).toISOString().slice(0, length);
  return [{ shown: name, order: name }];
}

/** @returns negative, 0 or positive; both of one field */
export const compareNamed = ({ order: a }: NamedValue, { order: b }: NamedValue): number =>
  typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : a < b ? -1 : Number(a > b);

function begins({ shown, folded }: NamedValue, { prefix }: FacetQuery): boolean {
  if (prefix === undefined) return true;
  if (folded !== undefined) return folded.startsWith(accentFoldedText(Buffer.from(prefix).toString()));
  const text = typeof shown === 'object' && shown !== null && 'id' in shown ? String(shown.id) : String(shown);
  return text.startsWith(Buffer.from(prefix).toString());
}

function facetMember(space: OracleSpace, items: readonly OracleItem[], facet: FacetQuery, isList: boolean): Member {
  const counts = new Map<string, { readonly named: NamedValue; count: number }>();
  let missing = 0;
  for (const item of items) {
    const names = namesOf(space, item, facet, isList);
    if (names.length === 0) missing += 1;
    for (const named of names.filter((one) => begins(one, facet))) {
      const key = JSON.stringify(named.shown);
      const known = counts.get(key) ?? { named, count: 0 };
      known.count += 1;
      counts.set(key, known);
    }
  }
  const sorted = [...counts.values()].sort((a, b) => compareNamed(a.named, b.named));
  if (!facet.isByValue) sorted.sort((a, b) => b.count - a.count);
  const values = sorted.slice(0, facet.limit).map(({ named, count }) => ({ value: named.shown, count }));
  return { values, total: sorted.length, missing };
}

/** @returns the decimal number with exactly `digits` digits after the point */
function decimal(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : '.'}${text.slice(point)}`;
}

/** Half to even, by trying which of two neighbours is nearer. */
function rounded(sum: bigint, count: bigint): bigint {
  const floor = (sum - (((sum % count) + count) % count)) / count;
  const [below, above] = [sum - floor * count, (floor + 1n) * count - sum];
  if (below === above) return floor % 2n === 0n ? floor : floor + 1n;
  return below < above ? floor : floor + 1n;
}

function statisticsMember(
  space: OracleSpace,
  items: readonly OracleItem[],
  path: string,
  field: AttributeField,
): Member {
  const named = items
    .map((item) => endsOf(space, item, path).items[0])
    .map((item) => (item === undefined ? undefined : readValue(item, field.name)))
    .filter((value): value is string | number | boolean => {
      return value !== undefined && value !== '' && typeof value !== 'object';
    })
    .map((value) => namedValue(field, value))
    .sort(compareNamed);
  return statisticsOfNamed(field, named, items.length);
}

/** @param named the values of the items that have one, ascending. @param items how many there are in all */
export function statisticsOfNamed(field: AttributeField, named: readonly NamedValue[], items: number): Member {
  const own = {
    count: named.length,
    missing: items - named.length,
    min: named[0]?.shown ?? null,
    max: named.at(-1)?.shown ?? null,
  };
  if (field.type !== 'integer' && field.type !== 'decimal') return own;
  const precision = field.type === 'decimal' ? field.precision : 0;
  const sum = named.reduce((total, { order }) => total + BigInt(order), 0n);
  if (named.length === 0) return { ...own, sum: decimal(0n, precision), mean: null };
  const mean = decimal(rounded(sum * 1_000_000n, BigInt(named.length)), precision + 6);
  const [whole = '', fraction = ''] = mean.split('.');
  const digits = fraction.slice(0, precision) + fraction.slice(precision).replace(/0+$/, '');
  return { ...own, sum: decimal(sum, precision), mean: digits === '' ? whole : `${whole}.${digits}` };
}

/** The field at the end of a path. */
function fieldAt(space: OracleSpace, type: string, path: string): Field {
  const { hops, field } = splitFieldPath(path);
  let typeAtHop = type;
  for (const hop of hops) {
    const relationship = fieldOf(space, typeAtHop, hop);
    typeAtHop = relationship.type === 'relationship' ? (relationship.to[0] ?? '') : '';
  }
  return fieldOf(space, typeAtHop, field);
}

/** Members of `meta` other than the total, and the items that facets include. */
export function countedMembers(
  space: OracleSpace,
  candidates: readonly OracleItem[],
  request: CollectionRequest | RelatedRequest,
): { readonly meta: Member; readonly included: readonly { readonly type: string; readonly id: string }[] } {
  const { counting, filter } = request;
  if (counting === undefined) return { meta: {}, included: [] };
  const type = request.kind === 'collection' ? request.type.name : (request.relationship.to[0] ?? '');
  const facets: Record<string, Member> = Object.create(null);
  const included: { type: string; id: string }[] = [];
  for (const facet of counting.facets) {
    const counted = candidates.filter((item) => isCounted(space, item, filter, facet));
    facets[facet.field] = facetMember(space, counted, facet, request.kind === 'collection');
    if (!counting.included.has(facet.field)) continue;
    for (const link of candidates.flatMap((item) => linksOf(item, facet.field))) {
      const shown = JSON.stringify(facets[facet.field]?.['values']);
      if (shown.includes(JSON.stringify({ type: link.type, id: link.id }))) included.push(link);
    }
    const order = JSON.stringify(facets[facet.field]?.['values']);
    included.sort(
      (a, b) =>
        order.indexOf(JSON.stringify({ type: a.type, id: a.id })) -
        order.indexOf(JSON.stringify({ type: b.type, id: b.id })),
    );
  }
  const selected = candidates.filter((item) => filter === undefined || matches(space, item, filter));
  const stats: Record<string, Member> = Object.create(null);
  for (const name of counting.statistics) {
    const field = fieldAt(space, type, name);
    if (field.type !== 'relationship') stats[name] = statisticsMember(space, selected, name, field);
  }
  return {
    meta: {
      ...(counting.facets.length === 0 ? {} : { facets }),
      ...(counting.statistics.length === 0 ? {} : { stats }),
    },
    included,
  };
}
