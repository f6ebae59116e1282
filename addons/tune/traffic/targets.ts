/**
 * Targets of traffic on a snapshot: path and query of each distinct request.
 *
 * A hashed value is replaced by a value of the same field in the snapshot. Equal hashes get equal values, so frequent
 * requests stay frequent.
 */

import { type ContentType, isRelationship } from '../../../src/content/model/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import {
  answer,
  parseRequest,
  primaryTypes,
  SEARCH_PATH,
  SUGGEST_PATH,
  searchEndpoint,
} from '../../../src/jsonapi/index.js';
import { readHashed } from './hashed-values.js';
import { fillTemplate, type Slot } from './template.js';
import { cutPrefix } from './text-prefix.js';
import type { Traffic } from './traffic.js';

/**
 * @returns path and query of each distinct request below the delivery root, percent-encoded. Cost: a few answers for
 * each hash.
 */
export function buildTargets(traffic: Traffic, space: Space): readonly string[] {
  const values = new ReplacedValues(space);
  return traffic.distinct.map(({ template, values: storedValue }) => {
    const requestTemplate = traffic.templates[template];
    if (requestTemplate === undefined) return '/';
    if (traffic.values === 'kept') return fillTemplate(requestTemplate, storedValue);
    return fillTemplate(
      requestTemplate,
      storedValue.map((value, slotIndex) =>
        values.replace(requestTemplate.type, requestTemplate.slots[slotIndex], value),
      ),
    );
  });
}

/** The replacement if the snapshot has no value, for example because the field was removed. */
const NO_VALUE = 'nothing';
const itemsTried = 50;

/** Replacements of hashed values, the same for equal hashes. */
class ReplacedValues {
  readonly #space: Space;
  readonly #drawn = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(space: Space) {
    this.#space = space;
  }

  replace(typeName: string | undefined, slot: Slot | undefined, storedValue: string): string {
    const hashed = readHashed(storedValue);
    const { model } = this.#space;
    // For a search of several types, words of the first type are used.
    const type =
      typeName === SEARCH_PATH || typeName === SUGGEST_PATH
        ? primaryTypes(model, searchEndpoint(model))[0]
        : model.contentTypes.get(typeName ?? '');
    if (slot === undefined || hashed === undefined) return storedValue;
    if (type === undefined) return NO_VALUE;
    const key = `${type.name}/${slot.kind}/${slot.fields.join('.')}/${storedValue}`;
    let value = this.#drawn.get(key);
    if (value === undefined) {
      value = this.#draw(type, slot, hashed.draw, hashed.length);
      this.#drawn.set(key, value);
    }
    return value;
  }

  #draw(type: ContentType, { kind, fields }: Slot, draw: number, length: number): string {
    if (kind === 'id') return String(this.#item(type, draw)?.['id'] ?? NO_VALUE);
    if (kind === 'words') return this.#words(type, draw, length);
    const owner = this.#owner(type, fields);
    const name = fields.at(-1);
    if (owner === undefined || name === undefined) return NO_VALUE;
    const field = owner.fieldByName.get(name);
    if (field !== undefined && isRelationship(field)) {
      const target = this.#space.model.contentTypes.get(field.to[0] ?? '');
      return target === undefined ? NO_VALUE : String(this.#item(target, draw)?.['id'] ?? NO_VALUE);
    }
    if (name === 'id') return String(this.#item(owner, draw)?.['id'] ?? NO_VALUE);
    const value = this.#value(owner, name, draw);
    return kind === 'part' ? cutPrefix(value, Math.max(1, length)) : value;
  }

  /** @returns the value of the drawn item, or of the next item in which the field is populated */
  #value(type: ContentType, name: string, draw: number): string {
    for (let slotIndex = draw; slotIndex < draw + itemsTried; slotIndex += 1) {
      const attributes = this.#item(type, slotIndex)?.['attributes'];
      const value = isRecord(attributes) ? attributes[name] : undefined;
      const firstValue: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof firstValue === 'string' || typeof firstValue === 'number' || typeof firstValue === 'boolean')
        return String(firstValue);
    }
    return NO_VALUE;
  }

  /** @returns the type of the last field in a path whose other fields are relationships */
  #owner(type: ContentType, fields: readonly string[]): ContentType | undefined {
    let owner: ContentType | undefined = type;
    for (const name of fields.slice(0, -1)) {
      const field = owner?.fieldByName.get(name);
      if (field === undefined || !isRelationship(field)) return owner;
      owner = this.#space.model.contentTypes.get(field.to[0] ?? '');
    }
    return owner;
  }

  /** @returns words from the texts of an item, together about as long as the hashed words */
  #words(type: ContentType, draw: number, length: number): string {
    const attributes = this.#item(type, draw)?.['attributes'];
    const texts = isRecord(attributes) ? Object.values(attributes).filter((value) => typeof value === 'string') : [];
    const words = texts.join(' ').match(/\p{L}{3,}/gu) ?? [];
    if (words.length === 0) return NO_VALUE;
    let text = words[draw % words.length] ?? NO_VALUE;
    for (let next = 1; text.length < length && next < words.length; next += 1) {
      text += ` ${words[(draw + next) % words.length]}`;
    }
    return text;
  }

  /** @returns the item at the position `draw` modulo the number of items; undefined if there are none */
  #item(type: ContentType, draw: number): Record<string, unknown> | undefined {
    let count = this.#counts.get(type.name);
    if (count === undefined) {
      const meta = this.#document(`/${type.name}`, '?page%5Blimit%5D=1')['meta'];
      count = isRecord(meta) && typeof meta['total'] === 'number' ? meta['total'] : 0;
      this.#counts.set(type.name, count);
    }
    if (count === 0) return undefined;
    const { data } = this.#document(`/${type.name}`, `?page%5Blimit%5D=1&page%5Bskip%5D=${draw % count}`);
    const item: unknown = Array.isArray(data) ? data[0] : undefined;
    return isRecord(item) ? item : undefined;
  }

  #document(path: string, search: string): Record<string, unknown> {
    const document: unknown = JSON.parse(
      answer(this.#space, parseRequest(this.#space.model, path, search), '').toString(),
    );
    return isRecord(document) ? document : {};
  }
}
