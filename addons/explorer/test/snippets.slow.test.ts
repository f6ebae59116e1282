/**
 * The programs that the explorer shows: each is run, and prints what the answer says.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPrograms } from '../../../testing/clients/examples.js';
import { isWarpDriveThere } from '../../../testing/clients/warp-drive-installed.js';
import { warpDrivePrelude } from '../../../testing/clients/warp-drive-prelude.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import { readTarget } from '../app/address/place.js';
import { type DescribedSpace, readEndpoint } from '../app/model/space.js';
import { readQuery } from '../app/query/read.js';
import { CLIENTS, type Client, writeSnippet } from '../app/understand/snippets.js';
import { fetchDescription } from './read-description.js';

const REQUESTS = [
  '/book?filter[_OR][0][genre][_eq]=Crime&filter[_OR][0][price][_lt]=9&filter[_OR][1][pages][_lt]=20&sort=-published&page[limit]=3',
  "/book?filter[title][_contains]='s&filter[price][_gt]=5&filter[price][_gt]=8&fields[book]=title,price",
  '/book?filter[title][_in][]=Turf&filter[title][_in][]=A+Bell,+for+Nobody&include=author',
  '/book/the-salt-road?include=author.country,reviews&page[reviews][limit]=2',
  '/book?fields[book]=price,author&fields[author]=born,name&include=author&page[limit]=3&sort=title',
  '/event?include=host,featured&page[limit]=2&sort=title',
  '/author/ottoline-farrow/books?filter[_NOT][0][genre][_eq]=Crime&page[limit]=2',
  '/_search?filter[_search]=salt&filter[type][_in]=book,event&_highlight=title,summary&_facet[type]=3&page[limit]=4',
  '/book?filter[_locale][_in]=de&_facet[price]=3&_facet[price][ranges]=10,20&_stats=pages&localeCode=de',
];

let shop: Bookshop;
let space: DescribedSpace;
beforeAll(async () => {
  shop = await startBookshop();
  ({ space } = await fetchDescription(shop.origin));
});
afterAll(() => shop?.stop());

function program(client: Client, target: string): string {
  const { path, params } = readTarget(target);
  const endpoint = readEndpoint(space, path);
  return writeSnippet(client, { root: shop.base, target, path, params, query: readQuery(params), endpoint, space });
}

interface Item {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: { readonly author?: { readonly data: { readonly id: string } | null } };
}

interface Answered {
  readonly data: Item | readonly Item[];
  readonly included?: readonly Item[];
  readonly meta?: { readonly total: number };
}

/** The name of the item's author, if authors are included, as WarpDrive's program prints it. */
function authorName({ relationships }: Item, included: readonly Item[] | undefined): string {
  const id = relationships?.author?.data?.id;
  const author = included?.find((item) => item.type === 'author' && item.id === id);
  return author === undefined ? '' : ` ${author.attributes['name']}`;
}

/** What each program prints of the document. */
function expected(client: Client, { data, included, meta }: Answered): string {
  const isWarpDrive = client === 'WarpDrive';
  if (!('length' in data)) return `${data.id}${isWarpDrive ? authorName(data, included) : ''}\n`;
  if (client === 'jsona') return data.map(({ id }) => `${id}\n`).join('');
  const lines = data.map((item) => {
    const [first] = Object.values(item.attributes);
    return `${item.attributes['title'] ?? first}${authorName(item, included)}\n`;
  });
  return `${isWarpDrive ? lines.join('') : ''}${meta?.total}\n`;
}

/** Programs of these are run by Node together, those of WarpDrive by themselves. */
const TOGETHER: readonly Client[] = CLIENTS.filter((client) => client !== 'curl' && client !== 'WarpDrive');
const HERE = new URL('.', import.meta.url);
const WARP_DRIVE = new URL('../../../test/system/clients/warp-drive/', import.meta.url);

/** What each of the client's programs prints, in the order of the requests. */
const ofCurl = (): Promise<readonly string[]> =>
  Promise.all(
    REQUESTS.map(async (target) => {
      // The server is in this process, which must not wait.
      const { stdout } = await promisify(execFile)('bash', ['-c', `${program('curl', target)} -s`]);
      return stdout;
    }),
  );
const programsOf = (client: Client): readonly string[] => REQUESTS.map((target) => program(client, target));
let running: Promise<readonly string[]> | undefined;
async function ofNode(client: Client): Promise<readonly string[]> {
  if (client === 'WarpDrive') {
    const options = { prelude: warpDrivePrelude, nodeOptions: ['--conditions=unpkg'] };
    return runPrograms('WarpDrive', programsOf(client), WARP_DRIVE, options);
  }
  running ??= runPrograms('explorer', TOGETHER.flatMap(programsOf), HERE);
  const place = TOGETHER.indexOf(client) * REQUESTS.length;
  return (await running).slice(place, place + REQUESTS.length);
}

describe.each(CLIENTS)('%s', (client) => {
  const isHere = client !== 'WarpDrive' || isWarpDriveThere();
  it.runIf(isHere)(`each of ${REQUESTS.length} requests › prints what the answer says`, async () => {
    const printed = await (client === 'curl' ? ofCurl() : ofNode(client));
    expect(printed).toHaveLength(REQUESTS.length);
    for (const [place, target] of REQUESTS.entries()) {
      const reply = await fetch(`${shop.base}${target}`);
      expect(reply.status, target).toBe(200);
      const document = JSON.parse(await reply.text());
      const shown = printed[place] ?? '';
      if (client === 'curl') expect(JSON.parse(shown).data, target).toEqual(document.data);
      else expect(shown, target).toBe(expected(client, document));
    }
  });
});
