/**
 * The fetcher for Directus: reads the REST API and writes the files of `directus-template-cli extract` that have content.
 *
 * Of a collection with dates of creation and update, only changed rows are fetched; other collections are fetched completely. If
 * the database empties a foreign key because the linked row was deleted, no date changes: such rows are fetched too.
 * Elsewhere: finding changed rows (stored-table), finding tables that link to changed ones (stored-tables).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { readKey } from '../sources/directus/content.js';
import { FILES, type Field, Schema } from '../sources/directus/schema.js';
import { isObject, type Json, listAt, memberAt, numberAt, textAt } from '../value/json.js';
import { askJson, type Fetcher, type Job, writeJson } from './job.js';
import { ARRAY, findLatest, type Rows, type Table } from './stored-table.js';
import { StoredTables } from './stored-tables.js';

const HINT = 'Give the token of an administrator: other tokens do not show what visitors may read.';
const pageSizeMaximum = 1000;

/** Hashes and concealed values are no content and must not leave the CMS. */
const isSecret = ({ type, special }: Field): boolean =>
  type === 'hash' || special.includes('hash') || special.includes('conceal');

export const directus: Fetcher = {
  input: '',
  async fetch(job) {
    const { folder } = job;
    const api = new DirectusApi(job);
    const snapshot = memberAt(await api.get('schema/snapshot'), 'data');
    await api.adoptPageSize();
    const listInSnapshot = (name: string): readonly Json[] => listAt(snapshot, name);
    const schema = new Schema(listInSnapshot('collections'), listInSnapshot('fields'), listInSnapshot('relations'));
    for (const name of ['collections', 'fields', 'relations'])
      await writeJson(folder, `${name}.json`, listInSnapshot(name));
    for (const name of ['access', 'permissions', 'folders'])
      await writeJson(folder, `${name}.json`, await api.readAll(name));
    const settings = await api.get('settings?fields=project_name,default_language');
    await writeJson(folder, 'settings.json', memberAt(settings, 'data') ?? {});

    const tables = new StoredTables(job, snapshot ?? null);
    for (const json of listInSnapshot('collections')) {
      const collection = textAt(json, 'collection') ?? '';
      if (!schema.collections.includes(collection)) continue;
      const isSingleton = memberAt(json, 'meta', 'singleton') === true;
      await tables.addTable(collection, collectionTable(api, schema, collection, isSingleton));
    }
    const fileTable = { path: 'files.json', resource: 'files', key: 'id', fields: ['*'] };
    await tables.addTable(FILES, api.describeTable({ ...fileTable, dates: ['created_on', 'modified_on'] }));

    const hasLinks = (from: string, to: string): boolean =>
      schema.relations.some(({ collection, related }) => collection === from && related === to);
    return tables.write(hasLinks);
  },
};

/** @throws OperationError for a name that no file can have */
function collectionTable(api: DirectusApi, schema: Schema, collection: string, isSingleton: boolean): Table {
  const isFileName = /^[^./\\\0][^/\\\0]{0,99}$/.test(collection);
  if (!isFileName)
    throw new OperationError(`the collection ${JSON.stringify(collection)} has a name that no file can have.`);
  const fields = schema.findFields(collection).filter((field) => field.type !== 'alias' && !isSecret(field));
  const dates = ['date-created', 'date-updated'].flatMap(
    (special) => fields.find((field) => field.type === 'timestamp' && field.special.includes(special))?.name ?? [],
  );
  return api.describeTable({
    path: `content/${collection}.json`,
    resource: `items/${encodeURIComponent(collection)}`,
    key: schema.findKeyName(collection),
    fields: fields.map(({ name }) => name),
    dates: isSingleton ? [] : dates,
  });
}

interface TableDescription {
  /** The file, below the folder of the fetch. */
  readonly path: string;
  /** Path of the rows in the API. */
  readonly resource: string;
  /** Name of the key's field. */
  readonly key: string;
  readonly fields: readonly string[];
  /** Fields with the dates of creation and update; without both of them, all rows are fetched. */
  readonly dates: readonly string[];
}

/** The requests to one Directus server. */
class DirectusApi {
  readonly #job: Job;
  readonly #base: string;
  #pageSize = pageSizeMaximum;

  constructor(job: Job) {
    this.#job = job;
    this.#base = job.server.url.pathname.replace(/\/$/, '');
  }

  /** Limits pages to the server's largest page. */
  async adoptPageSize(): Promise<void> {
    const limits = memberAt(await this.get('server/info'), 'data', 'queryLimit');
    const serverMaximum = numberAt(limits, 'max') ?? -1;
    if (serverMaximum > 0) this.#pageSize = Math.min(serverMaximum, pageSizeMaximum);
  }

  get(path: string): Promise<Json | undefined> {
    return askJson(this.#job.server, `${this.#base}/${path}`, HINT);
  }

  async readAll(path: string): Promise<readonly Json[]> {
    const rows: Json[] = [];
    for await (const row of this.#readPages(path, { sort: 'id' })) rows.push(row);
    return rows;
  }

  /** Yields the rows of all pages; a singleton is one row. */
  async *#readPages(path: string, query: Readonly<Record<string, string>>): Rows {
    let total = 1;
    let rowCount = 0;
    for (let page = 1; rowCount < total; page += 1) {
      const paging = { limit: String(this.#pageSize), page: String(page), meta: 'filter_count' };
      const answer = await this.get(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
      const data = memberAt(answer, 'data');
      const rows = isObject(data) ? [data] : listAt(answer, 'data');
      yield* rows;
      rowCount += rows.length;
      total = rows.length === 0 ? 0 : (numberAt(answer, 'meta', 'filter_count') ?? 0);
    }
  }

  describeTable({ path, resource, key, fields, dates }: TableDescription): Table {
    const readRows = (filter: object | undefined, names: readonly string[]): Rows =>
      this.#readPages(resource, {
        sort: key,
        fields: names.join(','),
        ...(filter !== undefined && { filter: JSON.stringify(filter) }),
      });
    const changedSince = (since: string): object => ({ _or: dates.map((date) => ({ [date]: { _gte: since } })) });
    const changes = {
      heads: (since?: string) => readRows(since === undefined ? undefined : changedSince(since), [key, ...dates]),
      count: async () => {
        const answer = await this.get(`${resource}?limit=1&fields=${encodeURIComponent(key)}&meta=total_count`);
        return numberAt(answer, 'meta', 'total_count') ?? -1;
      },
    };
    return {
      path,
      form: ARRAY,
      key: (row) => readKey(row, key) ?? '',
      stamp: (row) => findLatest(row, dates),
      rows: (keys) => readRows(keys && { [key]: { _in: keys } }, fields),
      ...(dates.length === 2 && { changes }),
    };
  }
}
