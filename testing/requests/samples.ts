/**
 * The raw material of random requests: the lists of a space, and existing values.
 */
import type { Random } from '../../data/generate/random.js';
import {
  type ContentType,
  type Field,
  isLocaleField,
  isRelationship,
  type RelationshipField,
} from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';

interface Item {
  readonly id: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Relationship → ids. */
  readonly links: ReadonlyMap<string, readonly string[]>;
}

export interface ListPath {
  readonly path: string;
  readonly type: ContentType;
}

const itemsWanted = 400;

export class Samples {
  readonly lists: readonly ListPath[];
  /** Items of the largest type. */
  readonly size: number;
  readonly #items = new Map<ContentType, readonly Item[]>();

  /** Cost: a few pages of each type. */
  constructor(space: Space) {
    const lists: ListPath[] = [];
    let size = 0;
    for (const [name, { segment }] of space.types) {
      const items = itemsOf(space, segment.type, segment.size);
      this.#items.set(segment.type, items);
      size = Math.max(size, segment.size);
      // A large type is where time is lost.
      const weight = Math.max(1, Math.round(Math.log10(segment.size + 1)));
      for (let i = 0; i < weight; i += 1) lists.push({ path: `/${name}`, type: segment.type });
      lists.push(...relatedLists(space, segment.type, items));
      const [first] = items;
      if (segment.similar !== undefined && first !== undefined)
        lists.push({ path: `/${name}/${encodeURIComponent(first.id)}/_similar`, type: segment.type });
      if (segment.type.search !== undefined) {
        lists.push({ path: '/_search', type: segment.type }, { path: '/_suggest', type: segment.type });
      }
    }
    this.lists = lists;
    this.size = size;
  }

  /** @returns the type that a relationship leads to, where it is one */
  behind({ to }: RelationshipField): ContentType | undefined {
    return to.length > 1 ? undefined : Array.from(this.#items.keys()).find(({ name }) => name === to[0]);
  }

  /** @returns the id of some item without a comma; never empty */
  id(random: Random, type: ContentType): string {
    const ids = (this.#items.get(type) ?? []).map(({ id }) => id).filter((id) => !id.includes(','));
    return ids.length === 0 ? '1' : random.pick(ids);
  }

  /** @returns a value of some item, as a filter takes it, of a place `<latitude>,<longitude>`; never empty */
  value(random: Random, type: ContentType, field: Field): string {
    if (isLocaleField(field) && field.type === 'select') return random.pick(field.options);
    const items = this.#items.get(type) ?? [];
    for (let tries = 0; tries < 20 && items.length > 0; tries += 1) {
      const item = random.pick(items);
      if (isRelationship(field)) {
        const ids = item.links.get(field.name) ?? [];
        if (ids.length > 0) return random.pick(ids);
        continue;
      }
      const value = item.attributes.get(field.name);
      if (value !== undefined && value !== '') return value;
    }
    if (field.type === 'location') return `${random.below(90)},${random.below(180)}`;
    return field.type === 'boolean' ? 'true' : field.type === 'dateTime' ? '2024-01-01' : '1';
  }
}

/** The related items of the item with the longest list, of those looked at. */
function relatedLists(space: Space, type: ContentType, items: readonly Item[]): readonly ListPath[] {
  return type.relationships.flatMap(({ name, many, to }) => {
    const target = space.model.contentTypes.get(to[0] ?? '');
    if (!many || to.length !== 1 || target === undefined) return [];
    const [first] = items.toSorted((a, b) => (b.links.get(name)?.length ?? 0) - (a.links.get(name)?.length ?? 0));
    if (first === undefined) return [];
    return [{ path: `/${type.name}/${encodeURIComponent(first.id)}/${name}`, type: target }];
  });
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

function itemsOf(space: Space, type: ContentType, size: number): readonly Item[] {
  const items: Item[] = [];
  const pages = 4;
  for (let page = 0; page < pages; page += 1) {
    const skip = Math.floor((size * page) / pages);
    const search = `?page[limit]=${itemsWanted / pages}&page[skip]=${skip}`;
    const document: unknown = JSON.parse(
      answer(space, parseRequest(space.model, `/${type.name}`, search), '').toString(),
    );
    const data = isObject(document) ? document['data'] : undefined;
    if (Array.isArray(data)) items.push(...data.flatMap((item: unknown) => (isObject(item) ? [itemOf(item)] : [])));
  }
  return items;
}

function itemOf(item: Json): Item {
  const attributes = new Map<string, string>();
  for (const [name, value] of membersOf(item['attributes'])) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      attributes.set(name, String(value));
    else if (Array.isArray(value) && typeof value[0] === 'string') attributes.set(name, value.at(-1));
    else if (isObject(value) && 'latitude' in value)
      attributes.set(name, `${String(value['latitude'])},${String(value['longitude'])}`);
  }
  const links = new Map<string, readonly string[]>();
  for (const [name, relationship] of membersOf(item['relationships'])) {
    const data = isObject(relationship) ? relationship['data'] : undefined;
    const all: readonly unknown[] = Array.isArray(data) ? data : [data];
    links.set(
      name,
      all.flatMap((link) => (isObject(link) && typeof link['id'] === 'string' ? [link['id']] : [])),
    );
  }
  return { id: String(item['id']), attributes, links };
}
