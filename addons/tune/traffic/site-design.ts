/**
 * Which pages a site of this content would have: a few lists a type, each with its own filter and order, and items with
 * what they include. Filters, orders and searches are those that the model allows (askable).
 *
 * Elsewhere: a page that is refused for its complexity or cost all the same is not asked for (generate).
 */

import { OperationError } from '../../../src/content/errors/index.js';
import {
  type ContentType,
  encodeComponent,
  type Field,
  isHeldAs,
  type Operator,
} from '../../../src/content/model/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, listCapabilities, parseRequest } from '../../../src/jsonapi/index.js';
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
    if (items.length > 0) designs.push(designType(type, items, random));
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

function designType(type: ContentType, items: readonly Item[], random: SeededRandom): TypeDesign {
  const pageLimit = random.pick(pageLimits) ?? 20;
  const ids = shuffled(
    items.map(({ id }) => id),
    random,
  );
  const { filters: filterable, sorts: sortable, searched } = listCapabilities([type]);
  const sorts = [
    '',
    ...type.attributes
      .filter((field) => isSorted(field) && sortable.includes(field.name))
      .map(({ name }) => `&sort=${random.chance(0.5) ? '-' : ''}${encodeComponent(name)}`),
  ];
  const filters = filterable.flatMap(({ field, operators }) => filterOf(field, operators, items, random) ?? []);
  const words = searched ? wordsOf(items, random) : [];
  if (words.length > 0) filters.push((pick) => `&filter%5B_search%5D=${encodeComponent(pick(words))}`);
  const related = type.relationships.map(({ name }) => name);
  const includes = related.length === 0 ? [''] : ['', `&include=${encodeComponent(random.pick(related) ?? '')}`];
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

const isSorted = (field: Field): boolean => field.type !== 'boolean' && isHeldAs(field, 'numbers', 'texts');

type FilterPart = (pick: (values: readonly string[]) => string) => string;

/**
 * @param operators that the model allows on the field
 * @returns undefined where nothing sensible can be asked of the field
 */
function filterOf(
  field: Field,
  operators: readonly Operator[],
  items: readonly Item[],
  random: SeededRandom,
): FilterPart | undefined {
  const seen = items.map(({ attributes }) => attributes[field.name]);
  const values = shuffled(
    [...new Set(seen.filter((value) => value !== null && typeof value !== 'object').map(String))],
    random,
  );
  const operator = operatorOf(field);
  if (values.length === 0 || operator === undefined || !operators.includes(operator)) return undefined;
  const name = `&filter%5B${encodeComponent(field.name)}%5D%5B${operator}%5D=`;
  const part = (value: string): string => (operator === '_startsWith' ? beginningOf(value, 3) : value);
  return (pick) => `${name}${encodeComponent(part(pick(values)))}`;
}

/** @returns what visitors of such a field would choose by */
function operatorOf(field: Field): Operator | undefined {
  if (field.type === 'boolean' || 'options' in field) return '_eq';
  if (isHeldAs(field, 'numbers')) return '_gte';
  return isHeldAs(field, 'texts') ? '_startsWith' : undefined;
}

/** @returns words of the items, the most popular first */
function wordsOf(items: readonly Item[], random: SeededRandom): readonly string[] {
  const texts = items.slice(0, 100).flatMap(({ attributes }) => Object.values(attributes));
  const words = texts.flatMap((text) => (typeof text === 'string' ? (text.match(/\p{L}{4,}/gu) ?? []) : []));
  return shuffled([...new Set(words)], random);
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
