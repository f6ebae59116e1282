/**
 * The fetcher for Contentful: reads entries and assets that were changed or deleted since a token, by the Sync API, in all locales.
 *
 * The Sync API does not report changes of content types and locales. If they changed, everything is fetched again.
 * Elsewhere: the file of entries (stored-table).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type Json, listAt, memberAt, textAt } from '../value/json.js';
import { askJson, type Fetcher, type Job } from './job.js';
import { StoredTable, type Table } from './stored-table.js';

const FILE = 'space.json';
const HINT =
  'Give a token of the Content Delivery API, and an address such as https://cdn.contentful.com/spaces/<id>/environments/master';
const pageSize = 1000;
/** Statuses of the answer to a token that is too old. */
const expiredTokenStatuses: readonly number[] = [400, 404, 410];

export const contentful: Fetcher = {
  input: FILE,
  async fetch(job) {
    const base = job.server.url.pathname.replace(/\/$/, '');
    const fetchAll = async (name: string): Promise<readonly Json[]> => {
      const items: Json[] = [];
      for (let total = 1; items.length < total; ) {
        const page = await askJson(job.server, `${base}/${name}?limit=${pageSize}&skip=${items.length}`, HINT);
        const pageItems = listAt(page, 'items');
        items.push(...pageItems);
        total = pageItems.length === 0 ? 0 : Number(memberAt(page, 'total') ?? 0);
      }
      return items;
    };
    const model = { contentTypes: await fetchAll('content_types'), locales: await fetchAll('locales') };
    const head = { ...model, tags: await fetchAll('tags') };
    const table: Table = {
      path: FILE,
      form: [`${JSON.stringify(head).slice(0, -1)},"items":[`, ',\n', ']}'],
      key: (item) => `${textAt(item, 'sys', 'type')?.replace('Deleted', '')} ${textAt(item, 'sys', 'id')}`,
      stamp: () => '',
      rows: async function* () {},
    };
    const modelText = JSON.stringify(model);
    const isSameModel = job.old !== undefined && textAt(job.old.state, 'model') === modelText;
    if (job.old !== undefined && !isSameModel) job.tell('fetching everything: content types or locales changed');
    const since = isSameModel ? textAt(job.old?.state, 'token') : undefined;
    const result = (await synchronize(job, table, base, since)) ?? (await synchronize(job, table, base));
    if (result === undefined) throw new OperationError(`${base}/sync does not accept a first request. ${HINT}`);
    return { changed: await result.storedTable.write(job.folder), state: { model: modelText, token: result.token } };
  },
};

/**
 * Reads all pages of changes.
 *
 * @param since the token of the last fetch; undefined to read everything
 * @returns undefined if the server no longer accepts the token
 */
async function synchronize(
  { server, old, createSpool, tell }: Job,
  table: Table,
  base: string,
  since?: string,
): Promise<{ readonly storedTable: StoredTable; readonly token: string } | undefined> {
  const oldFolder = since === undefined ? undefined : old?.folder;
  const storedTable = new StoredTable(table, oldFolder, createSpool());
  let token = since;
  for (;;) {
    const query = token === undefined ? `initial=true&limit=${pageSize}` : `sync_token=${encodeURIComponent(token)}`;
    const isFirstRequest = token === since && since !== undefined;
    const missingStatuses = isFirstRequest ? expiredTokenStatuses : [];
    const page = await askJson(server, `${base}/sync?${query}`, HINT, missingStatuses);
    if (page === undefined) {
      tell('fetching everything: the server no longer accepts the token of the last fetch');
      return undefined;
    }
    for (const item of listAt(page, 'items')) {
      if (textAt(item, 'sys', 'type')?.startsWith('Deleted') === true) storedTable.delete(table.key(item));
      else storedTable.put(item);
    }
    const nextPageUrl = textAt(page, 'nextPageUrl');
    const nextSyncUrl = textAt(page, 'nextSyncUrl');
    // Only the token of the address is used, so that no other server is requested.
    const nextToken = new URL(nextPageUrl ?? nextSyncUrl ?? '', server.url).searchParams.get('sync_token');
    if (nextToken === null || (nextPageUrl !== undefined && nextToken === token))
      throw new OperationError(`${base}/sync names no next page and no token for the next fetch. ${HINT}`);
    token = nextToken;
    if (nextPageUrl === undefined) return { storedTable, token };
  }
}
