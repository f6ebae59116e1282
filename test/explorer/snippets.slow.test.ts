/**
 * The programs that the explorer shows: each is run, and prints what the answer says.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTarget } from '../../explorer/app/address/place.js';
import { type DescribedSpace, endpointOf } from '../../explorer/app/model/space.js';
import { readQuery } from '../../explorer/app/query/read.js';
import { CLIENTS, type Client, snippet } from '../../explorer/app/understand/snippets.js';
import { runExample } from '../clients/examples.js';
import { isWarpDriveThere } from '../clients/warp-drive/installed.js';
import { warpDrivePrelude } from '../clients/warp-drive/prelude.js';
import { type Bookshop, startBookshop } from '../support/server.js';
import { describedAt } from './described.js';

const REQUESTS = [
  '/book?filter[_OR][0][genre][_eq]=Crime&filter[_OR][0][price][_lt]=9&filter[_OR][1][pages][_lt]=20&sort=-published&page[limit]=3',
  "/book?filter[title][_contains]='s&filter[price][_gt]=5&filter[price][_gt]=8&fields[book]=title,price",
  '/book?filter[title][_in][]=Turf&filter[title][_in][]=A+Bell,+for+Nobody&include=author',
  '/book/the-salt-road?include=author.country,reviews&page[reviews][limit]=2',
  '/author/ottoline-farrow/books?filter[_NOT][0][genre][_eq]=Crime&page[limit]=2',
];

let shop: Bookshop;
let space: DescribedSpace;
beforeAll(async () => {
  shop = await startBookshop();
  ({ space } = await describedAt(shop.origin));
});
afterAll(() => shop?.stop());

function program(client: Client, target: string): string {
  const { path, params } = readTarget(target);
  const endpoint = endpointOf(space, path);
  return snippet(client, { root: shop.base, target, path, params, query: readQuery(params), endpoint, space });
}

/** What each program prints of the document. */
function expected(
  client: Client,
  document: { data: { id: string; attributes: Record<string, unknown> }; meta?: { total: number } },
): string {
  const { data, meta } = document;
  if (!Array.isArray(data)) return `${data.id}\n`;
  const list: { id: string; attributes: Record<string, unknown> }[] = data;
  if (client === 'jsona') return list.map(({ id }) => `${id}\n`).join('');
  const titles = client === 'WarpDrive' ? list.map(({ attributes }) => `${attributes['title']}\n`).join('') : '';
  return `${titles}${meta?.total}\n`;
}

describe.each(CLIENTS)('%s', (client) => {
  const isHere = client !== 'WarpDrive' || isWarpDriveThere();
  it.runIf(isHere).each(REQUESTS)('%s › prints what the answer says', async (target) => {
    const reply = await fetch(`${shop.base}${target}`);
    const text = await reply.text();
    expect(reply.status).toBe(200);
    const document = JSON.parse(text);
    if (client === 'curl') {
      // The server is in this process, which must not wait.
      const { stdout } = await promisify(execFile)('bash', ['-c', `${program(client, target)} -s`]);
      expect(JSON.parse(stdout).data).toEqual(document.data);
      return;
    }
    const home =
      client === 'WarpDrive' ? new URL('../clients/warp-drive/', import.meta.url) : new URL('.', import.meta.url);
    const options = client === 'WarpDrive' ? { prelude: warpDrivePrelude, nodeOptions: ['--conditions=unpkg'] } : {};
    const example = { client: client.replaceAll(/\W+/g, '-'), program: program(client, target), printed: '' };
    expect(await runExample(example, shop.base, home, options)).toBe(expected(client, document));
  });
});
