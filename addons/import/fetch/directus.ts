/**
 * Directus by its REST API: the files that `directus-template-cli extract` writes, without those that are no content.
 *
 * Of a collection with dates of creation and update, only changed rows are fetched; other collections are fetched completely. If
 * the database itself empties a key because the row that it leads to was deleted, no date changes: such rows are fetched too.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { readKey } from '../sources/directus/content.js';
import { FILES, type Field, Schema } from '../sources/directus/schema.js';
import { isObject, type Json, listAt, memberAt, numberAt, textAt } from '../value/json.js';
import { askJson, type Fetcher, writeJson } from './job.js';
import { ARRAY, KeptTables, latest, type Rows, type Table } from './rows.js';

const HINT = 'Give the token of an administrator: nobody else sees what visitors may read.';
const perPage = 1000;

/** Hashes and concealed values are no content and must not leave the CMS. */
const isSecret = ({ type, special }: Field): boolean =>
  type === 'hash' || special.includes('hash') || special.includes('conceal');

export const directus: Fetcher = {
  input: '',
  async fetch(job) {
    const { server, folder } = job;
    const base = server.url.pathname.replace(/\/$/, '');
    const ask = (path: string): Promise<Json | undefined> => askJson(server, `${base}/${path}`, HINT);
    const snapshot = memberAt(await ask('schema/snapshot'), 'data');
    const limits = memberAt(await ask('server/info'), 'data', 'queryLimit');
    const most = numberAt(limits, 'max') ?? -1;
    const limit = most > 0 ? Math.min(most, perPage) : perPage;

    async function* pages(path: string, query: Readonly<Record<string, string>>): Rows {
      let total = 1;
      for (let [page, seen] = [1, 0]; seen < total; page += 1) {
        const asked = new URLSearchParams({ ...query, limit: String(limit), page: String(page), meta: 'filter_count' });
        const answer = await ask(`${path}?${asked}`);
        const data = memberAt(answer, 'data');
        const rows = isObject(data) ? [data] : listAt(answer, 'data');
        yield* rows;
        seen += rows.length;
        total = rows.length === 0 ? 0 : (numberAt(answer, 'meta', 'filter_count') ?? 0);
      }
    }
    const allOf = async (path: string): Promise<readonly Json[]> => {
      const rows: Json[] = [];
      for await (const row of pages(path, { sort: 'id' })) rows.push(row);
      return rows;
    };
    const tableOf = (
      path: string,
      place: string,
      key: string,
      fields: readonly string[],
      dates: readonly string[],
    ): Table => {
      const rows = (more: object | undefined, only: readonly string[]): Rows =>
        pages(place, { sort: key, fields: only.join(','), ...(more && { filter: JSON.stringify(more) }) });
      const changes = {
        heads: (since?: string) =>
          rows(since === undefined ? undefined : { _or: dates.map((date) => ({ [date]: { _gte: since } })) }, [
            key,
            ...dates,
          ]),
        count: async () =>
          numberAt(
            await ask(`${place}?limit=1&fields=${encodeURIComponent(key)}&meta=total_count`),
            'meta',
            'total_count',
          ) ?? -1,
      };
      return {
        path,
        form: ARRAY,
        key: (row) => readKey(row, key) ?? '',
        stamp: (row) => latest(row, dates),
        rows: (keys) => rows(keys && { [key]: { _in: keys } }, fields),
        ...(dates.length === 2 && { changes }),
      };
    };

    const parts = (name: string): readonly Json[] => listAt(snapshot, name);
    const schema = new Schema(parts('collections'), parts('fields'), parts('relations'));
    for (const name of ['collections', 'fields', 'relations']) await writeJson(folder, `${name}.json`, parts(name));
    for (const name of ['access', 'permissions', 'folders']) await writeJson(folder, `${name}.json`, await allOf(name));
    const settings = await ask('settings?fields=project_name,default_language');
    await writeJson(folder, 'settings.json', memberAt(settings, 'data') ?? {});

    const tables = new KeptTables(job, snapshot ?? null);
    for (const json of parts('collections')) {
      const collection = textAt(json, 'collection') ?? '';
      if (!schema.collections.includes(collection)) continue;
      if (!/^[^./\\\0][^/\\\0]{0,99}$/.test(collection))
        throw new OperationError(`the collection ${JSON.stringify(collection)} has a name that no file can have.`);
      const own = schema.findFields(collection).filter((field) => field.type !== 'alias' && !isSecret(field));
      const path = `content/${collection}.json`;
      const place = `items/${encodeURIComponent(collection)}`;
      const fields = own.map(({ name }) => name);
      const dates = ['date-created', 'date-updated'].flatMap(
        (special) => own.find((field) => field.type === 'timestamp' && field.special.includes(special))?.name ?? [],
      );
      const isSingle = memberAt(json, 'meta', 'singleton') === true;
      await tables.look(
        collection,
        tableOf(path, place, schema.findKeyName(collection), fields, isSingle ? [] : dates),
      );
    }
    await tables.look(FILES, tableOf('files.json', 'files', 'id', ['*'], ['created_on', 'modified_on']));

    const leads = (from: string, to: string): boolean =>
      schema.relations.some(({ collection, related }) => collection === from && related === to);
    return tables.write(leads);
  },
};
