/**
 * The naive evaluator: tests every item against the filter, sorts all matches, and cuts out the page.
 *
 * It follows contract §§2 to 4 line by line and uses no plans, ordinals or doc sets.
 */
import { type Field, splitFieldPath } from '../../../src/content/model/index.js';
import type { CollectionQuery, Condition, Filter, SortKey, Window } from '../../../src/engine/query/query-tree.js';
import {
  fieldOf,
  isImage,
  itemsOf,
  linksOf,
  type OracleImage,
  type OracleItem,
  OracleList,
  type OracleSpace,
  type OracleValue,
  readValue,
  targetOf,
} from '../content/dataset.js';
import { compareNumbers, compareTexts, exactNumber, foldFor, instantMs } from '../content/values.js';

export interface Answer {
  /** How many items the filter selects, the page aside. */
  readonly total: number;
  /** The page's ids, in order. */
  readonly ids: string[];
}

export interface Selection {
  readonly total: number;
  readonly items: readonly OracleItem[];
}

/** The raw value of a sortable or filterable field; `id` is a text that is always there. */
const rawValue = (item: OracleItem, field: string): OracleValue | undefined =>
  field === 'id' ? item.id : readValue(item, field);

/** Not null, not absent, and for the text types not the empty string, nor a list of no others. */
const isPopulated = (value: OracleValue | undefined): value is OracleValue =>
  value instanceof OracleList ? value.isPopulated : value !== undefined && value !== '';

/** @returns negative, 0 or positive; both values belong to fields of this type */
function compareValues(type: Field['type'], a: OracleValue, b: OracleValue): number {
  switch (type) {
    case 'boolean':
      return Number(a) - Number(b);
    case 'integer':
    case 'decimal':
      return compareNumbers(exactNumber(String(a)), exactNumber(String(b)));
    case 'dateTime':
      return instantMs(String(a)) - instantMs(String(b));
    case 'select':
    case 'text':
    case 'textMultiline':
    case 'markdown':
      return compareTexts(String(a), String(b));
    case 'file':
    case 'image':
    case 'json':
    case 'location':
    case 'relationship':
      throw new Error(`fields of type ${type} have no order`);
    default:
      return type satisfies never;
  }
}

/** How the value compares with the operand: negative, 0 or positive. */
function compareWithOperand(value: OracleValue, { operand }: Condition): number {
  switch (operand.kind) {
    case 'boolean':
      return Number(value) - Number(operand.value);
    case 'number':
      return compareNumbers(exactNumber(String(value)), operand);
    case 'instant':
      return instantMs(String(value)) - operand.ms;
    case 'text':
      return Buffer.compare(Buffer.from(String(value)), operand.bytes);
    case 'area':
    case 'populated':
    case 'list':
    case 'itemId':
      throw new Error(`an operand of kind ${operand.kind} is not compared with values`);
    default:
      return operand satisfies never;
  }
}

/** Whether text and pattern, as strings of Latin-1, one character a byte, pass a test: the text functions on bytes. */
function onBytes(
  value: OracleValue,
  { operand }: Condition,
  test: (text: string, pattern: string) => boolean,
): boolean {
  if (operand.kind !== 'text') throw new Error(`a pattern is a text, not an operand of kind ${operand.kind}`);
  return test(Buffer.from(String(value)).toString('latin1'), Buffer.from(operand.bytes).toString('latin1'));
}

/** Compares both texts folded. */
function onFolded(
  value: OracleValue,
  { operand }: Condition,
  fold: (text: string) => string,
  test: (text: string, pattern: string) => boolean,
): boolean {
  if (operand.kind !== 'text') throw new Error(`a pattern is a text, not an operand of kind ${operand.kind}`);
  return test(fold(String(value)), fold(Buffer.from(operand.bytes).toString()));
}

/**
 * Half of an angle of units of 10^-7 degrees. Times a constant, and not divided: places that are as far away but for
 * distances that differ by less than the precision of floats come in the order of this product.
 */
const half = (units: number): number => units * (Math.PI / 3_600_000_000);

/** The haversine of the angle between two places, of whole units: it grows as distances do. */
export function apart(a: OracleImage, b: { readonly latitude: number; readonly longitude: number }): number {
  const units = (degrees: unknown): number => Math.round(Number(degrees) * 1e7);
  const [latitude, other] = [units(a['latitude']), units(b.latitude)];
  const turned = Math.abs(units(a['longitude']) - units(b.longitude));
  const northwards = Math.sin(half(Math.abs(latitude - other)));
  const eastwards = Math.sin(half(Math.min(turned, 3_600_000_000 - turned)));
  const circle = (of: number): number => Math.sin(2 * half(900_000_000 - Math.abs(of)));
  return northwards * northwards + circle(latitude) * circle(other) * (eastwards * eastwards);
}

/** Along a sphere of the earth's mean radius. */
export const metresBetween = (...[a, b]: Parameters<typeof apart>): number =>
  2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(apart(a, b))));

function liesIn(value: OracleValue, { operand }: Condition): boolean {
  if (operand.kind !== 'area' || !isImage(value)) throw new Error('a place lies in an area');
  const { area } = operand;
  // A place that is nearer to a border than the precision of floats may count as on either side.
  if (area.shape === 'circle') return metresBetween(value, area.centre) <= area.metres + 1e-6;
  const [latitude, longitude] = [Number(value['latitude']), Number(value['longitude'])];
  const { west, south, east, north } = area;
  // The antimeridian has two numbers, whichever the place and the box have.
  const numbers = Math.abs(longitude) === 180 ? [180, -180] : [longitude];
  const isBetween = (one: number): boolean => (west > east ? one >= west || one <= east : one >= west && one <= east);
  return numbers.some(isBetween) && latitude >= south && latitude <= north;
}

const equals = (text: string, other: string): boolean => text === other;
const contains = (text: string, pattern: string): boolean => text.includes(pattern);
const starts = (text: string, pattern: string): boolean => text.startsWith(pattern);
const ends = (text: string, pattern: string): boolean => text.endsWith(pattern);

/** Whether the item has a value of the field, or links to something. */
function hasValue(item: OracleItem, field: string): boolean {
  const value = rawValue(item, field);
  return Array.isArray(value) ? value.length > 0 : isPopulated(value);
}

function holds(item: OracleItem, condition: Condition, fold: () => (text: string) => string): boolean {
  const { operand } = condition;
  if (operand.kind === 'list') {
    const isAny = operand.values.some((value) => holds(item, { ...condition, operator: '_eq', operand: value }, fold));
    return condition.operator === '_nin' ? !isAny && hasValue(item, condition.field) : isAny;
  }
  if (operand.kind === 'itemId') {
    const operandText = Buffer.from(operand.bytes).toString();
    return linksOf(item, condition.field).some((link) => link.id === operandText);
  }
  const value = rawValue(item, condition.field);
  if (operand.kind === 'populated') return hasValue(item, condition.field) === operand.value;
  // SQL's rule for NULL: an unpopulated item satisfies no operator, `_neq` included.
  if (!isPopulated(value)) return false;
  if (value instanceof OracleList) return value.texts.some((text) => compareWithOperand(text, condition) === 0);
  switch (condition.operator) {
    case '_eq':
      return compareWithOperand(value, condition) === 0;
    case '_neq':
      return compareWithOperand(value, condition) !== 0;
    case '_gt':
      return compareWithOperand(value, condition) > 0;
    case '_gte':
      return compareWithOperand(value, condition) >= 0;
    case '_lt':
      return compareWithOperand(value, condition) < 0;
    case '_lte':
      return compareWithOperand(value, condition) <= 0;
    case '_contains':
      return onBytes(value, condition, contains);
    case '_startsWith':
      return onBytes(value, condition, starts);
    case '_endsWith':
      return onBytes(value, condition, ends);
    case '_ieq':
      return onFolded(value, condition, fold(), equals);
    case '_icontains':
      return onFolded(value, condition, fold(), contains);
    case '_istartsWith':
      return onFolded(value, condition, fold(), starts);
    case '_iendsWith':
      return onFolded(value, condition, fold(), ends);
    case '_near':
    case '_within':
      return liesIn(value, condition);
    case '_exists':
    case '_in':
    case '_nin':
      throw new Error(`${condition.operator} takes another operand`);
    default:
      return condition.operator satisfies never;
  }
}

/** Whether the item satisfies the filter. */
export function matches(space: OracleSpace, item: OracleItem, filter: Filter): boolean {
  switch (filter.kind) {
    case 'through': {
      const { relationship, type, child } = filter;
      const related = linksOf(item, relationship).filter((link) => type === undefined || link.type === type);
      return related.some((link) => child === undefined || matches(space, targetOf(space, link), child));
    }
    case 'condition':
      return holds(item, filter, () => foldFor(fieldOf(space, item.type, filter.field)));
    case 'and':
      return filter.children.every((child) => matches(space, item, child));
    case 'or':
      return filter.children.some((child) => matches(space, item, child));
    case 'not':
      return !matches(space, item, filter.child);
    default:
      return filter satisfies never;
  }
}

/** The items that a path of relationships leads to, each as often as it does, and the field at its end. */
export function endsOf(
  space: OracleSpace,
  from: OracleItem,
  path: string,
): { readonly items: readonly OracleItem[]; readonly field: string } {
  const { hops, field } = splitFieldPath(path);
  let items: readonly OracleItem[] = [from];
  for (const name of hops) items = items.flatMap((item) => linksOf(item, name).map((link) => targetOf(space, link)));
  return { items, field };
}

function valueAt(space: OracleSpace, from: OracleItem, path: string): OracleValue | undefined {
  const { items, field } = endsOf(space, from, path);
  return items[0] === undefined ? undefined : rawValue(items[0], field);
}

/** Unpopulated items come last in both directions, so `descending` turns only the order of values round. */
function compareItems(space: OracleSpace, a: OracleItem, b: OracleItem, key: SortKey): number {
  const [left, right] = [valueAt(space, a, key.field), valueAt(space, b, key.field)];
  if (!isPopulated(left) || !isPopulated(right)) return Number(isPopulated(right)) - Number(isPopulated(left));
  if (key.from !== undefined) {
    if (!isImage(left) || !isImage(right)) throw new Error('a place is far from another');
    const nearer = apart(left, key.from) - apart(right, key.from);
    return key.descending ? -nearer : nearer;
  }
  const { items, field } = endsOf(space, a, key.field);
  const type = field === 'id' ? 'text' : fieldOf(space, items[0]?.type ?? '', field).type;
  const order = compareValues(type, left, right);
  return key.descending ? -order : order;
}

/** By all keys. */
export function compareByKeys(space: OracleSpace, a: OracleItem, b: OracleItem, sort: readonly SortKey[]): number {
  for (const key of sort) {
    const order = compareItems(space, a, b, key);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * The items of `candidates` that the filter selects, sorted and cut to the page.
 *
 * @param candidates in the order that breaks ties: the export's, or a relationship's stored order
 * Cost: O(items · conditions + items · log(items) · keys).
 */
export function select(
  space: OracleSpace,
  candidates: readonly OracleItem[],
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
): Selection {
  const selected = candidates.filter((item) => filter === undefined || matches(space, item, filter));
  // Array.prototype.sort is stable, so ties keep the order of the candidates.
  const sorted = selected.sort((a, b) => compareByKeys(space, a, b, sort));
  return { total: sorted.length, items: sorted.slice(page.skip, page.skip + page.limit) };
}

/** @returns the answer to a query on one content type, which every implementation of the executor must give */
export function evaluate(space: OracleSpace, query: CollectionQuery): Answer {
  const { total, items } = select(space, itemsOf(space, query.type), query.filter, query.sort, query.page);
  return { total, ids: items.map((item) => item.id) };
}
