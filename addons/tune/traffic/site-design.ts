/**
 * The design of an invented site: for each content type a few list pages with a filter and an order, and pages of
 * items.
 *
 * The design uses only filters, orders and searches that the model allows.
 * Elsewhere: leaving out pages that exceed the limits of complexity or cost (generate).
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
import type { SeededRandom } from './seeded-random.js';
import { cutPrefix } from './text-prefix.js';

/**
 * @param pick chooses one of the values, popular ones more often
 * @returns a target below the delivery root
 */
export type ListPage = (pick: (values: readonly string[]) => string) => string;

export interface TypeDesign {
  readonly type: string;
  /** Ids of items, the most popular first. */
  readonly ids: readonly string[];
  readonly lists: readonly ListPage[];
  readonly pageLimit: number;
  /** Queries of item pages: empty, or beginning with `?`. */
  readonly itemSearches: readonly string[];
  /** Relationships with a page of related items. */
  readonly related: readonly string[];
}

/** Items of each type that are read for ids and values; visitors request no other items. */
const itemsReadMaximum = 1000;
const pageLimits = [10, 20, 24, 50];
const listsATypeMaximum = 5;

/** @throws OperationError for a snapshot without items */
export function designSite(space: Space, random: SeededRandom): readonly TypeDesign[] {
  const designs: TypeDesign[] = [];
  for (const type of space.model.contentTypes.values()) {
    const items = readItems(space, type);
    if (items.length > 0) designs.push(designType(type, items, random));
  }
  if (designs.length > 0) return shuffle(designs, random);
  throw new OperationError(
    'The snapshot has no items, so there is nothing to request. Build it from an export with items.',
  );
}

interface Item {
  readonly id: string;
  readonly attributes: Record<string, unknown>;
}

/** @returns the first items of the type, in the order of the export */
function readItems(space: Space, type: ContentType): readonly Item[] {
  const items: Item[] = [];
  for (let skip = 0; skip < itemsReadMaximum; skip += 100) {
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
  const ids = shuffle(
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
  const filters = filterable.flatMap(({ field, operators }) => designFilter(field, operators, items, random) ?? []);
  const words = searched ? collectWords(items, random) : [];
  if (words.length > 0) filters.push((pick) => `&filter%5B_search%5D=${encodeComponent(pick(words))}`);
  const related = type.relationships.map(({ name }) => name);
  const includes = related.length === 0 ? [''] : ['', `&include=${encodeComponent(random.pick(related) ?? '')}`];
  const lists: ListPage[] = [];
  for (let listIndex = 0; listIndex < listsATypeMaximum; listIndex += 1) {
    const order = `${random.pick(sorts) ?? ''}${random.pick(includes) ?? ''}`;
    const head = `/${type.name}?page%5Blimit%5D=${pageLimit}`;
    const filter = listIndex === 0 ? undefined : random.pick(filters);
    lists.push((pick) => `${head}${filter?.(pick) ?? ''}${order}`);
  }
  const itemSearches = includes.map((include) => include.replace('&', '?'));
  return { type: type.name, ids, lists, pageLimit, itemSearches, related };
}

const isSorted = (field: Field): boolean => field.type !== 'boolean' && isHeldAs(field, 'numbers', 'texts');

type FilterPart = (pick: (values: readonly string[]) => string) => string;

/**
 * @param operators operators that the model allows on the field
 * @returns undefined if no useful filter is possible
 */
function designFilter(
  field: Field,
  operators: readonly Operator[],
  items: readonly Item[],
  random: SeededRandom,
): FilterPart | undefined {
  const fieldValues = items.map(({ attributes }) => attributes[field.name]);
  const values = shuffle(
    [...new Set(fieldValues.filter((value) => value !== null && typeof value !== 'object').map(String))],
    random,
  );
  const operator = chooseOperator(field);
  if (values.length === 0 || operator === undefined || !operators.includes(operator)) return undefined;
  const name = `&filter%5B${encodeComponent(field.name)}%5D%5B${operator}%5D=`;
  const operand = (value: string): string => (operator === '_startsWith' ? cutPrefix(value, 3) : value);
  return (pick) => `${name}${encodeComponent(operand(pick(values)))}`;
}

/** @returns the operator that a site would most likely offer for the field */
function chooseOperator(field: Field): Operator | undefined {
  if (field.type === 'boolean' || 'options' in field) return '_eq';
  if (isHeldAs(field, 'numbers')) return '_gte';
  return isHeldAs(field, 'texts') ? '_startsWith' : undefined;
}

/** @returns words of the items in random order; the first will be the most popular */
function collectWords(items: readonly Item[], random: SeededRandom): readonly string[] {
  const texts = items.slice(0, 100).flatMap(({ attributes }) => Object.values(attributes));
  const words = texts.flatMap((text) => (typeof text === 'string' ? (text.match(/\p{L}{4,}/gu) ?? []) : []));
  return shuffle([...new Set(words)], random);
}

/** @returns a copy in random order. Source: Fisher and Yates. */
function shuffle<Value>(list: readonly Value[], random: SeededRandom): Value[] {
  const remaining = [...list];
  const shuffledList: Value[] = [];
  while (remaining.length > 0) {
    const drawnIndex = random.below(remaining.length);
    const [drawn] = remaining.slice(drawnIndex, drawnIndex + 1);
    const last = remaining.pop();
    if (drawn !== undefined) shuffledList.push(drawn);
    if (last !== undefined && drawnIndex < remaining.length) remaining[drawnIndex] = last;
  }
  return shuffledList;
}
