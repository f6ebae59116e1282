/**
 * A resource -> values: attributes, complete relationships, and images in place of links to them.
 */
import type { Intake, TypeIntake } from '../../core/intake/source.js';
import { imagesIn } from '../../value/image.js';
import { at, isObject, type Json, listAt, membersOf, numberAt, textAt } from '../../value/json.js';
import { asValue, type Link, link, list, type Value } from '../../value/value.js';
import { type Client, hrefOf } from './client.js';
import { drupalValues, FILE_TYPE, isOfAccount, SETTINGS } from './drupal.js';
import type { Assets } from './images.js';

/** By name of the field; undefined for an empty field. */
export type Values = ReadonlyMap<string, Value | undefined>;

export class ResourceReader {
  readonly #client: Client;
  readonly #intake: Intake;
  readonly #assets: Assets;
  /** Fields of which an earlier item had links or images. */
  readonly #told = new Set<string>();
  /** Linked types, each with a field that links to it. */
  readonly led = new Map<string, string>();

  constructor(client: Client, intake: Intake, assets: Assets) {
    this.#client = client;
    this.#intake = intake;
    this.#assets = assets;
  }

  /** @param from where the document of the resource is from */
  async values(resource: Json, type: TypeIntake, from: string): Promise<Values> {
    const values = new Map<string, Value | undefined>();
    for (const [field, value] of membersOf(at(resource, 'attributes'))) {
      const what = `${type.name}.${field}`;
      if (isOfAccount(textAt(resource, 'type') ?? '', field)) {
        this.#intake.leaveOut(what, 'only the owner of the account is shown it');
        continue;
      }
      const report = this.#intake.textReport(what, `item ${textAt(resource, 'id') ?? ''}`, true);
      const [told, summary] = drupalValues(value, this.#assets.base, report) ?? [attribute(value)];
      values.set(field, (field === 'uri' ? this.#assets.get(resource) : undefined) ?? told);
      if (summary !== undefined) values.set(`${field}Summary`, summary);
    }
    for (const [field, relationship] of membersOf(at(resource, 'relationships'))) {
      const data = await this.#linkage(relationship, from, `${type.name}.${field}`);
      if (data === undefined) continue;
      values.set(field, this.#linked(data, type, field));
    }
    return values;
  }

  #linked(data: Json, type: TypeIntake, field: string): Value | undefined {
    const many = Array.isArray(data);
    const what = `${type.name}.${field}`;
    const identifiers = (many ? listAt({ data }, 'data') : [data]).filter((each) => this.#isContent(each, what));
    const images = identifiers.flatMap((each) => this.#assets.get(each) ?? []);
    if (images.length > 0 || identifiers.some((each) => textAt(each, 'type') === FILE_TYPE)) {
      this.#told.add(what);
      type.field(field, { shape: { type: 'asset', many } });
      const missing = identifiers.length - images.length;
      if (missing > 0) this.#intake.lose(what, 'links to images or files that the server does not show', missing);
      return many ? list(images) : images[0];
    }
    const links = identifiers.flatMap((each) => linkTo(each) ?? []);
    for (const each of links) if (each.type !== undefined) this.led.set(each.type, field);
    // An empty relationship does not say whether it has links or images; other items do.
    if (links.length > 0 || !this.#told.has(what)) type.field(field, { shape: { type: 'link', many } });
    if (links.length === 0) return undefined;
    this.#told.add(what);
    return many ? list(links) : links[0];
  }

  /** Reports other members of a link. @returns false for a link to settings */
  #isContent(identifier: Json, what: string): boolean {
    const isSettings = textAt(identifier, 'meta', 'drupal_internal__target_id') !== undefined;
    if (isSettings) this.#intake.leaveOut(what, `links to ${SETTINGS}`);
    for (const [name, value] of membersOf(at(identifier, 'meta'))) {
      if (name === 'title' && value !== null && value !== '') this.#intake.lose(what, 'titles of links');
      else if (!/^(?:title|alt|width|height|description)$/.test(name))
        this.#intake.leaveOut(`${what}: meta ${name}`, 'meta is not content');
    }
    return !isSettings;
  }

  /** @returns the complete linkage; undefined if the server shows none, as is reported */
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

  /** @param shown the linkage that the document has, used if the server does not answer */
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

function linkTo(identifier: Json): Link | undefined {
  const [type, id] = [textAt(identifier, 'type'), textAt(identifier, 'id')];
  return isObject(identifier) && type !== undefined && id !== undefined ? link(id, type) : undefined;
}

const attribute = (value: Json): Value | undefined => imagesIn(value) ?? asValue(value);
