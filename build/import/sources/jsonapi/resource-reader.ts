/**
 * A resource → values: attributes as they are, relationships followed to their end, images in place of what leads to them.
 */
import type { Intake, TypeIntake } from '../../core/source.js';
import { imageOf } from '../../value/image.js';
import { at, isObject, type Json, listAt, membersOf, numberAt, textAt } from '../../value/json.js';
import { asValue, link, list, looksLikeImage, type Value } from '../../value/value.js';
import { type Client, hrefOf } from './client.js';
import { IMAGE_TYPE, type ImageResources } from './images.js';

/** By the name of the field; undefined where it holds nothing. */
export type Values = ReadonlyMap<string, Value | undefined>;

export class ResourceReader {
  readonly #client: Client;
  readonly #intake: Intake;
  /** Undefined where the server shows none. */
  readonly #images: ImageResources | undefined;
  /** Fields of which an item has told what they lead to. */
  readonly #told = new Set<string>();

  constructor(client: Client, intake: Intake, images: ImageResources | undefined) {
    this.#client = client;
    this.#intake = intake;
    this.#images = images;
  }

  get hasImages(): boolean {
    return this.#images !== undefined;
  }

  /** @param from where the document of the resource is from */
  async values(resource: Json, type: TypeIntake, from: string): Promise<Values> {
    const values = new Map<string, Value | undefined>();
    for (const [field, value] of membersOf(at(resource, 'attributes'))) values.set(field, attribute(value));
    for (const [field, relationship] of membersOf(at(resource, 'relationships'))) {
      const data = await this.#linkage(relationship, from, `${type.name}.${field}`);
      if (data === undefined) continue;
      values.set(field, this.#linked(data, type, field));
    }
    return values;
  }

  #linked(data: Json, type: TypeIntake, field: string): Value | undefined {
    const many = Array.isArray(data);
    const identifiers = many ? listAt({ data }, 'data') : [data];
    const images = identifiers.flatMap((each) =>
      textAt(each, 'type') === IMAGE_TYPE ? (this.#images?.get(textAt(each, 'id') ?? '') ?? []) : [],
    );
    const what = `${type.name}.${field}`;
    if (images.length > 0) {
      this.#told.add(what);
      type.field(field, { shape: { type: 'asset', many } });
      const missing = identifiers.length - images.length;
      if (missing > 0) this.#intake.lose(what, 'links to images that the server does not have', missing);
      return many ? list(images) : images[0];
    }
    const links = identifiers.flatMap((each) => linkTo(each) ?? []);
    // Where nothing is linked, items with links or images have the say.
    if (links.length > 0 || !this.#told.has(what)) type.field(field, { shape: { type: 'link', many } });
    if (links.length === 0) return undefined;
    this.#told.add(what);
    return many ? list(links) : links[0];
  }

  /** @returns the whole linkage; undefined where the server shows none, as is reported */
  async #linkage(relationship: Json, from: string, what: string): Promise<Json | undefined> {
    const data = at(relationship, 'data');
    const total = numberAt(relationship, 'meta', 'total');
    const next = hrefOf(at(relationship, 'links', 'next'));
    const shown = Array.isArray(data) ? data.length : 0;
    const isCut = next !== undefined || (total !== undefined && Array.isArray(data) && total > shown);
    if (data !== undefined && !isCut) return data;
    if (data === undefined && total === 0) return [];
    const start = hrefOf(at(relationship, 'links', 'self')) ?? hrefOf(at(relationship, 'links', 'related'));
    if (start === undefined) {
      this.#intake.lose(what, 'relationships without data or links');
      return undefined;
    }
    return this.#followed(start, from, what, data);
  }

  /** @param shown what is known already, for where the server does not answer */
  async #followed(start: string, from: string, what: string, shown: Json | undefined): Promise<Json | undefined> {
    const all: Json[] = [];
    let address: string | undefined = start;
    let place = from;
    while (address !== undefined) {
      const answer = await this.#client.get(address, place);
      if (!answer.ok) {
        this.#intake.lose(what, `relationships for which the server answers ${answer.status}`);
        return shown;
      }
      const part = at(answer.document, 'data');
      if (!Array.isArray(part)) return part ?? null;
      all.push(...listAt(answer.document, 'data'));
      place = new URL(address, place).href;
      address = hrefOf(at(answer.document, 'links', 'next'));
      if (address !== undefined && new URL(address, place).href === place) break;
    }
    return all;
  }
}

function linkTo(identifier: Json): Value | undefined {
  const [type, id] = [textAt(identifier, 'type'), textAt(identifier, 'id')];
  return isObject(identifier) && type !== undefined && id !== undefined ? link(id, type) : undefined;
}

const attribute = (value: Json): Value | undefined => (looksLikeImage(value) ? imageOf(value) : asValue(value));
