/**
 * JSON:API documents from SQLite, as one would write them by hand: rendered items stored as JSON text and joined by the
 * database.
 *
 * The documents are stele's byte by byte, which every run checks. Stele's own parser reads the URL in two microseconds,
 * because only the database is compared.
 */
import { LRUCache } from 'lru-cache';
import { type ContentModel, type ContentType, encodeComponent, isAttribute } from '../../../src/content/model/index.js';
import { type CollectionRequest, type ItemRequest, pageSearch, type Shape } from '../../../src/jsonapi/index.js';
import { parseUrl } from '../../harness/contestant.js';
import { BASE } from '../../harness/input/render.js';
import type { Database, SqlValue, Statement } from '../../harness/sqlite/driver.js';
import { nullableFields, openInMemory } from '../../harness/sqlite/index.js';
import { jsonTable, linkTable, quoted } from '../../harness/sqlite/schema.js';
import { itemSql, statementsOf } from '../../harness/sqlite/statements.js';

/** Number of statements that stay prepared: more than the benchmark has shapes of queries. */
const statementsMaximum = 2000;

const head = '{"jsonapi":{"version":"1.1"},"links":{"self":"';
const nothing = Buffer.alloc(0);

export class SqliteDocuments {
  readonly #database: Database;
  readonly #model: ContentModel;
  readonly #nullable: ReadonlySet<string>;
  readonly #statements = new LRUCache<string, Statement>({ max: statementsMaximum });

  /** Opens a loaded database and reads all of it into memory. Cost: one pass over the file. */
  constructor(path: string, model: ContentModel) {
    this.#database = openInMemory(path);
    this.#model = model;
    this.#nullable = nullableFields(this.#database, model);
  }

  /**
   * @param url below the delivery root
   * @returns   undefined if there is no such item
   * @throws    RequestError if the URL is wrong
   */
  answer(url: string): Buffer | undefined {
    const { request } = parseUrl(this.#model, url);
    return request.kind === 'item' ? this.#item(request) : this.#list(request);
  }

  #item(request: ItemRequest): Buffer | undefined {
    const { type, id } = request;
    const item = this.#blob(itemSql(type), [id]);
    if (item.byteLength === 0) return undefined;
    const parts = [Buffer.from(`${head}${BASE}/${type.name}/${encodeComponent(id)}${request.search}"},"data":`), item];
    if (request.hasInclude) parts.push(Buffer.from(',"included":['), this.#included(type, id, request.shape), CLOSE);
    return Buffer.concat([...parts, BRACE]);
  }

  #list(request: CollectionRequest): Buffer {
    if (request.hasInclude) throw new Error('The server over SQLite includes nothing in lists.');
    const { count, page } = statementsOf(this.#model, request, (type, field) => this.#nullable.has(`${type}/${field}`));
    const total = Number(this.#statement(count.sql).get(...count.values));
    const items = this.#blob(page.sql, page.values);
    const path = `${BASE}/${request.type.name}`;
    const links = `${path}${request.search}"${pageLinks(path, request, total)}},"data":[`;
    return Buffer.concat([Buffer.from(head + links), items, Buffer.from(`],"meta":{"total":${total}}}`)]);
  }

  /**
   * Collects the related items of one item, relationship by relationship in the model's order. No two items of the benchmark are the same.
   */
  #included(type: ContentType, id: string, shape: Shape): Buffer {
    const followed = type.relationships.filter(({ name }) => shape.includes.has(name));
    const found = followed.map(({ name }) => this.#blob(relatedSql(type, name), [id]));
    const present = found.filter(({ byteLength }) => byteLength > 0);
    return Buffer.concat(present.flatMap((bytes, place) => (place === 0 ? [bytes] : [COMMA, bytes])));
  }

  #blob(sql: string, values: readonly SqlValue[]): Uint8Array {
    const value = this.#statement(sql).get(...values);
    return value instanceof Uint8Array ? value : nothing;
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql).pluck();
    this.#statements.set(sql, statement);
    return statement;
  }
}

const BRACE = Buffer.from('}');
const CLOSE = Buffer.from(']');
const COMMA = Buffer.from(',');

/**
 * @returns the statement that joins the JSON of the items an item's relationship leads to; its value is the item's id
 */
function relatedSql(type: ContentType, name: string): string {
  const field = type.fieldByName.get(name);
  const target = field === undefined || isAttribute(field) ? undefined : field.to[0];
  if (field === undefined || isAttribute(field) || target === undefined) throw new Error(`${name} is no relationship.`);
  const item = `(SELECT rowid FROM ${quoted(type.name)} WHERE id = ?)`;
  if (!field.many) {
    const related = `SELECT ${quoted(name)} FROM ${quoted(type.name)} WHERE rowid = ${item}`;
    return `SELECT CAST(json AS BLOB) FROM ${jsonTable(target)} WHERE rowid = (${related})`;
  }
  const links = `SELECT target FROM ${linkTable(type.name, name)} WHERE source = ${item} ORDER BY position`;
  return `SELECT CAST(group_concat(j.json, ',') AS BLOB) FROM (${links}) l CROSS JOIN ${jsonTable(target)} j ON j.rowid = l.target`;
}

function pageLinks(path: string, { search, page: { skip, limit } }: CollectionRequest, total: number): string {
  const link = (name: string, to: number): string => `,"${name}":"${path}${pageSearch(search, { limit, skip: to })}"`;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return [
    link('first', 0),
    skip > 0 ? link('prev', Math.max(0, Math.min(skip - limit, last))) : '',
    skip + limit < total ? link('next', skip + limit) : '',
    link('last', last),
  ].join('');
}
