/**
 * Which pages a site of this content would have: a few lists a type, each with its own filter and order, and items with
 * what they include.
 */

import { answer, parseRequest } from '../../api/jsonapi/index.js';
import { OperationError, RequestError } from '../../content/errors/index.js';
import {
  type ContentType,
  encodeComponent,
  type Field,
  isHeldAs,
  isRelationship,
  type Operator,
} from '../../content/model/index.js';
import { isRecord } from '../../format/index.js';
import type { Space } from '../../index/snapshot/index.js';
import { beginningOf } from './beginning.js';
import type { SeededRandom } from './random.js';

/** @param pick one of the values, the popular ones more often. @returns a target below the delivery root */
export type ListPage = (pick: (values: readonly string[]) => string) => string;

export interface TypeDesign {
  readonly type: string;
  /** The most popular first. */
  readonly ids: readonly string[];
  readonly lists: readonly ListPage[];
  readonly pageLimit: number;
  /** `''`, or beginning with `?`. */
  readonly itemSearches: readonly string[];
  /** Relationships whose related items have a page. */
  readonly related: readonly string[];
}

/** Items a type that are looked at for ids and values; visitors ask for no others. */
const itemsSeen = 1000;
const pageLimits = [10, 20, 24, 50];
const listsATypeMaximum = 5;

/** @throws OperationError for a snapshot without items */
export function designSite(space: Space, random: SeededRandom): readonly TypeDesign[] {
  const designs: TypeDesign[] = [];
  for (const type of space.model.contentTypes.values()) {
    const items = someItems(space, type);
    if (items.length > 0) designs.push(designType(space, type, items, random));
  }
  if (designs.length > 0) return shuffled(designs, random);
  throw new OperationError('The snapshot has no items, so visitors could ask for nothing.');
}

interface Item {
  readonly id: string;
  readonly attributes: Record<string, unknown>;
}

function someItems(space: Space, type: ContentType): readonly Item[] {
  const items: Item[] = [];
  for (let skip = 0; skip < itemsSeen; skip += 100) {
    const request = parseRequest(space.model, `/${type.name}`, `?page%5Blimit%5D=100&page%5Bskip%5D=${skip}`);
    const document: unknown = JSON.parse(answer(space, request, '').toString());
    const data = isRecord(document) ? document['data'] : undefined;
    if (!Array.isArray(data) || data.length === 0) break;
    for (const entry of data) {
      if (!isRecord(entry)) continue;
      const attributes = entry['attributes'];
      items.push({ id: String(entry['id']), attributes: isRecord(attributes) ? attributes : {} });
    }
  }
  return items;
}

function designType(space: Space, type: ContentType, items: readonly Item[], random: SeededRandom): TypeDesign {
  const pageLimit = random.pick(pageLimits) ?? 20;
  const ids = shuffled(
    items.map(({ id }) => id),
    random,
  );
  const sorts = [
    '',
    ...type.attributes.filter(isSorted).map(({ name }) => `&sort=${random.chance(0.5) ? '-' : ''}${name}`),
  ];
  const filters = type.attributes.flatMap((field) => filterOf(field, items, random) ?? []);
  if (type.search !== undefined) filters.push(searchOf(items, random));
  const related = type.relationships.map(({ name }) => name);
  const include = `include=${encodeComponent(random.pick(related) ?? '')}`;
  const isTaken = (search: string): boolean => related.length > 0 && isAnswered(space, type, search);
  const includes = isTaken(`?page%5Blimit%5D=${pageLimit}&${include}`) ? ['', `&${include}`] : [''];
  const lists: ListPage[] = [];
  for (let made = 0; made < listsATypeMaximum; made += 1) {
    const order = `${random.pick(sorts) ?? ''}${random.pick(includes) ?? ''}`;
    const head = `/${type.name}?page%5Blimit%5D=${pageLimit}`;
    const filter = made === 0 ? undefined : random.pick(filters);
    lists.push((pick) => `${head}${filter?.(pick) ?? ''}${order}`);
  }
  const itemSearches = includes.map((include) => include.replace('&', '?'));
  return { type: type.name, ids, lists, pageLimit, itemSearches, related };
}

/** Whether the list is not refused as too complex. */
function isAnswered(space: Space, type: ContentType, search: string): boolean {
  try {
    parseRequest(space.model, `/${type.name}`, search);
    return true;
  } catch (error) {
    if (error instanceof RequestError) return false;
    throw error;
  }
}

const isSorted = (field: Field): boolean => field.type !== 'boolean' && isHeldAs(field, 'numbers', 'texts');

type FilterPart = (pick: (values: readonly string[]) => string) => string;

/** @returns undefined where nothing sensible can be asked of the field */
function filterOf(field: Field, items: readonly Item[], random: SeededRandom): FilterPart | undefined {
  if (isRelationship(field)) return undefined;
  const seen = items.map(({ attributes }) => attributes[field.name]);
  const values = shuffled(
    [...new Set(seen.filter((value) => value !== null && typeof value !== 'object').map(String))],
    random,
  );
  const operator = operatorOf(field);
  if (values.length === 0 || operator === undefined) return undefined;
  const name = `&filter%5B${encodeComponent(field.name)}%5D%5B${operator}%5D=`;
  const part = (value: string): string => (operator === '_startsWith' ? beginningOf(value, 3) : value);
  return (pick) => `${name}${encodeComponent(part(pick(values)))}`;
}

function operatorOf(field: Field): Operator | undefined {
  if (field.type === 'boolean' || 'options' in field) return '_eq';
  if (isHeldAs(field, 'numbers')) return '_gte';
  return isHeldAs(field, 'texts') ? '_startsWith' : undefined;
}

function searchOf(items: readonly Item[], random: SeededRandom): FilterPart {
  const texts = items.slice(0, 100).flatMap(({ attributes }) => Object.values(attributes));
  const words = texts.flatMap((text) => (typeof text === 'string' ? (text.match(/\p{L}{4,}/gu) ?? []) : []));
  const popular = shuffled([...new Set(words)], random);
  return (pick) => `&filter%5B_search%5D=${encodeComponent(pick(popular))}`;
}

/** Source: Fisher, Yates. */
function shuffled<Value>(list: readonly Value[], random: SeededRandom): Value[] {
  const left = [...list];
  const mixed: Value[] = [];
  while (left.length > 0) {
    const place = random.below(left.length);
    const [taken] = left.slice(place, place + 1);
    const last = left.pop();
    if (taken !== undefined) mixed.push(taken);
    if (last !== undefined && place < left.length) left[place] = last;
  }
  return mixed;
}
