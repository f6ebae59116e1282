/**
 * Any JSON:API server: its collections are found at the address given, and followed page by page.
 *
 * What a document shows of a relationship may be a part of it: the rest is asked for.
 */
import { OperationError } from '../../../../src/errors/index.js';
import type { FieldValue, Intake, Source } from '../../frame/source.js';
import { imageOf } from '../../value/image.js';
import { at, isObject, type Json, type JsonObject, listAt, membersOf, numberAt, textAt } from '../../value/json.js';
import { asValue, link, list, looksLikeImage, type Value } from '../../value/value.js';
import { Client, hrefOf } from './client.js';

export const jsonapi: Source = {
  space: 'jsonapi',
  async read(input, intake) {
    const crawl = new Crawl(input, intake);
    return crawl.all();
  },
};

/** Links of a root document that lead to no collection. */
const notCollections: ReadonlySet<string> = new Set([
  'self',
  'related',
  'describedby',
  'first',
  'last',
  'prev',
  'next',
  'home',
  'up',
  'me',
]);
/** The most that stele gives; a server that does not take it is asked without. */
const pageSize = 'page[limit]=100';

class Crawl {
  readonly #base: string;
  readonly #client: Client;
  readonly #intake: Intake;
  readonly #seen = new Set<string>();
  #takesPageSize = true;
  #items = 0;

  constructor(base: string, intake: Intake) {
    this.#base = base;
    this.#client = new Client(base, intake.headers);
    this.#intake = intake;
  }

  async all(): Promise<string | undefined> {
    const root = await this.#must(this.#base, this.#base);
    if (at(root, 'data') !== undefined && !(Array.isArray(root['data']) && root['data'].length === 0)) {
      await this.#collection(this.#base);
    } else {
      const collections = this.#collectionsOf(root);
      if (collections.length === 0) {
        throw new OperationError(
          `${this.#base} links to no collection; give the address of one, or of a document that links to them`,
        );
      }
      for (const [name] of collections) if (isTypeName(root, name)) this.#intake.type(name);
      for (const [, address] of collections) await this.#collection(address);
    }
    return textAt(root, 'meta', 'space');
  }

  #collectionsOf(root: JsonObject): readonly (readonly [string, string])[] {
    return membersOf(at(root, 'links')).flatMap(([name, target]) => {
      const address = hrefOf(target);
      return notCollections.has(name) || address === undefined ? [] : [[name, address] as const];
    });
  }

  async #must(address: string, from: string): Promise<JsonObject> {
    const answer = await this.#client.get(address, from);
    if (answer.ok) return answer.document;
    const hint = answer.status === 401 || answer.status === 403 ? ' Give what it asks for with --header.' : '';
    throw new OperationError(`${new URL(address, from).href} answers ${answer.status}.${hint} Nothing was written.`);
  }

  async #collection(address: string): Promise<void> {
    let next: string | undefined = address;
    let from = this.#base;
    let isFirst = true;
    const visited = new Set<string>();
    while (next !== undefined) {
      const url: string = new URL(next, from).href;
      if (visited.has(url)) throw new OperationError(`${url} links to itself as its next page. Nothing was written.`);
      visited.add(url);
      const document = isFirst ? await this.#firstPage(url) : await this.#must(url, from);
      if (document === undefined) return;
      const data = at(document, 'data');
      for (const resource of Array.isArray(data) ? listAt(data) : data === null || data === undefined ? [] : [data])
        await this.#resource(resource, url);
      this.#intake.progress(
        'asking the server',
        this.#items,
        Math.max(this.#items, numberAt(document, 'meta', 'total') ?? 0),
      );
      next = hrefOf(at(document, 'links', 'next'));
      from = url;
      isFirst = false;
    }
  }

  /** @returns undefined where the server does not show the collection, as is reported */
  async #firstPage(url: string): Promise<JsonObject | undefined> {
    if (this.#takesPageSize && !url.includes('?')) {
      const answer = await this.#client.get(`${url}?${pageSize.replace('[', '%5B').replace(']', '%5D')}`, url);
      if (answer.ok) return answer.document;
      if (answer.status === 400) this.#takesPageSize = false;
    }
    const answer = await this.#client.get(url, url);
    if (answer.ok) return answer.document;
    if (answer.status >= 500) throw new OperationError(`${url} answers ${answer.status}. Nothing was written.`);
    this.#intake.lose(`collection ${new URL(url).pathname}`, `the server answers ${answer.status}`);
    return undefined;
  }

  async #resource(resource: Json, from: string): Promise<void> {
    const [key, id] = [textAt(resource, 'type'), textAt(resource, 'id')];
    if (key === undefined || id === undefined)
      return this.#intake.lose('resources', 'a resource without a type or an id');
    // Several collections may show the same resource.
    if (this.#seen.has(`${key} ${id}`)) return;
    this.#seen.add(`${key} ${id}`);
    this.#items += 1;
    const type = this.#intake.type(key);
    const values: FieldValue[] = [];
    for (const [field, value] of membersOf(at(resource, 'attributes'))) values.push({ field, value: attribute(value) });
    for (const [field, relationship] of membersOf(at(resource, 'relationships'))) {
      const data = await this.#linkage(relationship, from, `${type.name}.${field}`);
      if (data === undefined) continue;
      const many = Array.isArray(data);
      type.field(field, { shape: { type: 'link', many } });
      const links = (many ? listAt(data) : [data]).flatMap((each) => linkTo(each) ?? []);
      values.push({ field, value: links.length === 0 ? undefined : many ? list(links) : links[0] });
    }
    for (const [name] of membersOf(at(resource, 'meta')))
      this.#intake.leaveOut(`${type.name}: meta ${name}`, 'meta of a resource');
    await type.add(id, values, from);
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
      this.#intake.lose(what, 'relationships without data and links');
      return undefined;
    }
    const all: Json[] = [];
    let address: string | undefined = start;
    let place = from;
    while (address !== undefined) {
      const answer = await this.#client.get(address, place);
      if (!answer.ok) {
        this.#intake.lose(what, `relationships for which the server answers ${answer.status}`);
        return data;
      }
      const part = at(answer.document, 'data');
      if (!Array.isArray(part)) return part ?? null;
      all.push(...listAt(part));
      place = new URL(address, place).href;
      address = hrefOf(at(answer.document, 'links', 'next'));
      if (address !== undefined && new URL(address, place).href === place) break;
    }
    return all;
  }
}

/** Whether the root says that its links are named after types, as stele does. */
const isTypeName = (root: JsonObject, name: string): boolean =>
  listAt(root, 'meta', 'contentTypes').some((type) => textAt(type, 'name') === name);

function linkTo(identifier: Json): Value | undefined {
  const [type, id] = [textAt(identifier, 'type'), textAt(identifier, 'id')];
  return isObject(identifier) && type !== undefined && id !== undefined ? link(id, type) : undefined;
}

const attribute = (value: Json): Value | undefined => (looksLikeImage(value) ? imageOf(value) : asValue(value));
