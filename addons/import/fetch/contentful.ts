/**
 * Contentful by its Sync API: entries and assets that were changed or deleted since a token, in all locales.
 *
 * The API reports no changes of content types and locales. These change the form of entries, so everything is fetched again then.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type Json, listAt, memberAt, textAt } from '../value/json.js';
import { askJson, type Fetcher, type Job } from './job.js';
import { KeptTable, type Table } from './rows.js';

const FILE = 'space.json';
const HINT =
  'Give a token of the Content Delivery API, and an address such as https://cdn.contentful.com/spaces/<id>/environments/master';
const perPage = 1000;
/** Statuses of the answer to a token that is too old. */
const expiredTokenStatuses: readonly number[] = [400, 404, 410];

export const contentful: Fetcher = {
  input: FILE,
  async fetch(job) {
    const base = job.server.url.pathname.replace(/\/$/, '');
    const all = async (name: string): Promise<readonly Json[]> => {
      const items: Json[] = [];
      for (let total = 1; items.length < total; ) {
        const page = await askJson(job.server, `${base}/${name}?limit=${perPage}&skip=${items.length}`, HINT);
        const pageItems = listAt(page, 'items');
        items.push(...pageItems);
        total = pageItems.length === 0 ? 0 : Number(memberAt(page, 'total') ?? 0);
      }
      return items;
    };
    const model = { contentTypes: await all('content_types'), locales: await all('locales') };
    const head = { ...model, tags: await all('tags') };
    const table: Table = {
      path: FILE,
      form: [`${JSON.stringify(head).slice(0, -1)},"items":[`, ',\n', ']}'],
      key: (item) => `${textAt(item, 'sys', 'type')?.replace('Deleted', '')} ${textAt(item, 'sys', 'id')}`,
      stamp: () => '',
      rows: async function* () {},
    };
    const modelText = JSON.stringify(model);
    const isSame = job.old !== undefined && textAt(job.old.state, 'model') === modelText;
    if (job.old !== undefined && !isSame) job.tell('fetching everything: content types or locales changed');
    const since = isSame ? textAt(job.old?.state, 'token') : undefined;
    const result = (await synchronize(job, table, base, since)) ?? (await synchronize(job, table, base));
    if (result === undefined) throw new OperationError(`${base}/sync refuses to begin. ${HINT}`);
    return { changed: await result.rows.write(job.folder), state: { model: modelText, token: result.token } };
  },
};

/** @param since the token of the last fetch. @returns undefined if the server no longer accepts the token */
async function synchronize(
  { server, old, park, tell }: Job,
  table: Table,
  base: string,
  since?: string,
): Promise<{ readonly rows: KeptTable; readonly token: string } | undefined> {
  const rows = new KeptTable(table, since === undefined ? undefined : old?.folder, park());
  let token = since;
  for (;;) {
    const query = token === undefined ? `initial=true&limit=${perPage}` : `sync_token=${encodeURIComponent(token)}`;
    const page = await askJson(
      server,
      `${base}/sync?${query}`,
      HINT,
      token === since && since !== undefined ? expiredTokenStatuses : [],
    );
    if (page === undefined) {
      tell('fetching everything: the server does not know any more what was fetched last');
      return undefined;
    }
    for (const item of listAt(page, 'items')) {
      if (textAt(item, 'sys', 'type')?.startsWith('Deleted') === true) rows.drop(table.key(item));
      else rows.take(item);
    }
    const [next, last] = ['nextPageUrl', 'nextSyncUrl'].map((name) => textAt(page, name));
    // Only the token of the address is used, so that no other server is asked.
    const following = new URL(next ?? last ?? '', server.url).searchParams.get('sync_token');
    if (following === null || (next !== undefined && following === token))
      throw new OperationError(`${base}/sync does not say how to go on. ${HINT}`);
    token = following;
    if (next === undefined) return { rows, token };
  }
}
