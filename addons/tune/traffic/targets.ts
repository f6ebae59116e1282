/**
 * The targets of a traffic on a snapshot. Where values were hashed, each stands for one of the snapshot: equal ones for
 * equal ones, of the same field, so that what was asked often is asked often.
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
import { beginningOf } from './beginning.js';
import { readHashed } from './hashed-values.js';
import { type Slot, targetOf } from './template.js';
import type { Traffic } from './traffic.js';

/** @returns path and query below the delivery root of each distinct request, percent-encoded */
export function targetsOf(traffic: Traffic, space: Space): readonly string[] {
  const values = new DrawnValues(space);
  return traffic.distinct.map(({ template, values: held }) => {
    const shape = traffic.templates[template];
    if (shape === undefined) return '/';
    if (traffic.values === 'kept') return targetOf(shape, held);
    return targetOf(
      shape,
      held.map((value, place) => values.of(shape.type, shape.slots[place], value)),
    );
  });
}

/** Stands for a value where the snapshot has none to draw from, such as of a field that is gone. */
const NOTHING = 'nothing';
const itemsTried = 50;

class DrawnValues {
  readonly #space: Space;
  readonly #drawn = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(space: Space) {
    this.#space = space;
  }

  of(typeName: string | undefined, slot: Slot | undefined, held: string): string {
    const hashed = readHashed(held);
    const { model } = this.#space;
    // Where several types are searched, words of one of them do.
    const type =
      typeName === SEARCH_PATH || typeName === SUGGEST_PATH
        ? primaryTypes(model, searchEndpoint(model))[0]
        : model.contentTypes.get(typeName ?? '');
    if (slot === undefined || hashed === undefined) return held;
    if (type === undefined) return NOTHING;
    const key = `${type.name}/${slot.kind}/${slot.fields.join('.')}/${held}`;
    let value = this.#drawn.get(key);
    if (value === undefined) {
      value = this.#draw(type, slot, hashed.draw, hashed.length);
      this.#drawn.set(key, value);
    }
    return value;
  }

  #draw(type: ContentType, { kind, fields }: Slot, draw: number, length: number): string {
    if (kind === 'id') return String(this.#item(type, draw)?.['id'] ?? NOTHING);
    if (kind === 'words') return this.#words(type, draw, length);
    const owner = this.#owner(type, fields);
    const name = fields.at(-1);
    if (owner === undefined || name === undefined) return NOTHING;
    const field = owner.fieldByName.get(name);
    if (field !== undefined && isRelationship(field)) {
      const target = this.#space.model.contentTypes.get(field.to[0] ?? '');
      return target === undefined ? NOTHING : String(this.#item(target, draw)?.['id'] ?? NOTHING);
    }
    if (name === 'id') return String(this.#item(owner, draw)?.['id'] ?? NOTHING);
    const value = this.#value(owner, name, draw);
    return kind === 'part' ? beginningOf(value, Math.max(1, length)) : value;
  }

  /** @returns the first value from the drawn item on; not every item has one of every field */
  #value(type: ContentType, name: string, draw: number): string {
    for (let place = draw; place < draw + itemsTried; place += 1) {
      const attributes = this.#item(type, place)?.['attributes'];
      const value = isRecord(attributes) ? attributes[name] : undefined;
      const one: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') return String(one);
    }
    return NOTHING;
  }

  /** @returns the type that has the last of the fields, the others being relationships */
  #owner(type: ContentType, fields: readonly string[]): ContentType | undefined {
    let owner: ContentType | undefined = type;
    for (const name of fields.slice(0, -1)) {
      const field = owner?.fieldByName.get(name);
      if (field === undefined || !isRelationship(field)) return owner;
      owner = this.#space.model.contentTypes.get(field.to[0] ?? '');
    }
    return owner;
  }

  /** @returns words of an item's texts that are about as long together as those searched */
  #words(type: ContentType, draw: number, length: number): string {
    const attributes = this.#item(type, draw)?.['attributes'];
    const texts = isRecord(attributes) ? Object.values(attributes).filter((value) => typeof value === 'string') : [];
    const words = texts.join(' ').match(/\p{L}{3,}/gu) ?? [];
    if (words.length === 0) return NOTHING;
    let text = words[draw % words.length] ?? NOTHING;
    for (let next = 1; text.length < length && next < words.length; next += 1) {
      text += ` ${words[(draw + next) % words.length]}`;
    }
    return text;
  }

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
