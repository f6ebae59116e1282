/**
 * Reads a resource as values: attributes, complete relationships, and images in place of links to them.
 *
 * If a document has only a part of a relationship, the remaining linkage is requested.
 * Elsewhere: formats of Drupal (drupal), values in several locales (localized).
 */
import type { Intake, TypeIntake } from '../../core/intake/source.js';
import { readImages } from '../../value/image.js';
import { isObject, type Json, listAt, memberAt, numberAt, readMembers, textAt } from '../../value/json.js';
import { type Link, link, list, toValue, type Value } from '../../value/value.js';
import { type Client, readHref } from './client.js';
import { FILE_TYPE, isAccountField, readDrupalValues, SETTINGS } from './drupal.js';
import type { Assets } from './images.js';

/** By name of the field; undefined for an empty field. */
export type Values = ReadonlyMap<string, Value | undefined>;

export class ResourceReader {
  readonly #client: Client;
  readonly #intake: Intake;
  readonly #assets: Assets;
  /** Fields in which an earlier item had links or images. */
  readonly #declaredFields = new Set<string>();
  /** Linked types, each with a field that links to it. */
  readonly fieldByTargetType = new Map<string, string>();

  constructor(client: Client, intake: Intake, assets: Assets) {
    this.#client = client;
    this.#intake = intake;
    this.#assets = assets;
  }

  /** @param documentUrl address of the document that has the resource. @returns values by field */
  async readValues(resource: Json, type: TypeIntake, documentUrl: string): Promise<Values> {
    const values = new Map<string, Value | undefined>();
    for (const [field, value] of readMembers(memberAt(resource, 'attributes'))) {
      const subject = `${type.name}.${field}`;
      if (isAccountField(textAt(resource, 'type') ?? '', field)) {
        this.#intake.leaveOut(subject, 'only the owner of the account is shown it');
        continue;
      }
      const report = this.#intake.textReport(subject, `item ${textAt(resource, 'id') ?? ''}`, true);
      const [drupalValue, summary] = readDrupalValues(value, this.#assets.base, report) ?? [readAttribute(value)];
      values.set(field, (field === 'uri' ? this.#assets.get(resource) : undefined) ?? drupalValue);
      if (summary !== undefined) values.set(`${field}Summary`, summary);
    }
    for (const [field, relationship] of readMembers(memberAt(resource, 'relationships'))) {
      const data = await this.#readLinkage(relationship, documentUrl, `${type.name}.${field}`);
      if (data === undefined) continue;
      values.set(field, this.#readTargets(data, type, field));
    }
    return values;
  }

  #readTargets(data: Json, type: TypeIntake, field: string): Value | undefined {
    const isMany = Array.isArray(data);
    const subject = `${type.name}.${field}`;
    const identifiers = (isMany ? listAt({ data }, 'data') : [data]).filter((identifier) =>
      this.#isContent(identifier, subject),
    );
    const images = identifiers.flatMap((identifier) => this.#assets.get(identifier) ?? []);
    if (images.length > 0 || identifiers.some((identifier) => textAt(identifier, 'type') === FILE_TYPE)) {
      this.#declaredFields.add(subject);
      type.field(field, { shape: { type: 'asset', many: isMany } });
      const missing = identifiers.length - images.length;
      if (missing > 0) this.#intake.lose(subject, 'links to images or files that the server does not show', missing);
      return isMany ? list(images) : images[0];
    }
    const links = identifiers.flatMap((identifier) => readLink(identifier) ?? []);
    for (const target of links) if (target.type !== undefined) this.fieldByTargetType.set(target.type, field);
    // An empty relationship does not say whether it has links or images; other items do.
    if (links.length > 0 || !this.#declaredFields.has(subject))
      type.field(field, { shape: { type: 'link', many: isMany } });
    if (links.length === 0) return undefined;
    this.#declaredFields.add(subject);
    return isMany ? list(links) : links[0];
  }

  /** Reports metadata of a link that is left out. @returns false for a link to settings */
  #isContent(identifier: Json, subject: string): boolean {
    const isSettings = textAt(identifier, 'meta', 'drupal_internal__target_id') !== undefined;
    if (isSettings) this.#intake.leaveOut(subject, `links to ${SETTINGS}`);
    for (const [name, value] of readMembers(memberAt(identifier, 'meta'))) {
      if (name === 'title' && value !== null && value !== '') this.#intake.lose(subject, 'titles of links');
      else if (!/^(?:title|alt|width|height|description)$/.test(name))
        this.#intake.leaveOut(`${subject}: meta ${name}`, 'meta is not content');
    }
    return !isSettings;
  }

  /** @returns the complete linkage; undefined if the server shows none, as is reported */
  async #readLinkage(relationship: Json, documentUrl: string, subject: string): Promise<Json | undefined> {
    const data = memberAt(relationship, 'data');
    const total = numberAt(relationship, 'meta', 'total');
    const next = readHref(memberAt(relationship, 'links', 'next'));
    const shownCount = Array.isArray(data) ? data.length : 0;
    const isCut = next !== undefined || (total !== undefined && Array.isArray(data) && total > shownCount);
    if (data !== undefined && !isCut) return data;
    if (data === undefined && total === 0) return [];
    const start =
      readHref(memberAt(relationship, 'links', 'self')) ?? readHref(memberAt(relationship, 'links', 'related'));
    if (start === undefined) {
      this.#intake.lose(subject, 'relationships without data or links');
      return undefined;
    }
    return this.#requestLinkage(start, documentUrl, subject, data);
  }

  /** @param shownLinkage the linkage in the document, used if the server refuses the request */
  async #requestLinkage(
    start: string,
    documentUrl: string,
    subject: string,
    shownLinkage: Json | undefined,
  ): Promise<Json | undefined> {
    const linkage: Json[] = [];
    let address: string | undefined = start;
    let pageUrl = documentUrl;
    while (address !== undefined) {
      const answer = await this.#client.get(address, pageUrl);
      if (!answer.ok) {
        this.#intake.lose(subject, `relationships for which the server answers ${answer.status}`);
        return shownLinkage;
      }
      const pageLinkage = memberAt(answer.document, 'data');
      if (!Array.isArray(pageLinkage)) return pageLinkage ?? null;
      linkage.push(...listAt(answer.document, 'data'));
      pageUrl = new URL(address, pageUrl).href;
      address = readHref(memberAt(answer.document, 'links', 'next'));
      if (address !== undefined && new URL(address, pageUrl).href === pageUrl) break;
    }
    return linkage;
  }
}

function readLink(identifier: Json): Link | undefined {
  const [type, id] = [textAt(identifier, 'type'), textAt(identifier, 'id')];
  return isObject(identifier) && type !== undefined && id !== undefined ? link(id, type) : undefined;
}

const readAttribute = (value: Json): Value | undefined => readImages(value) ?? toValue(value);
