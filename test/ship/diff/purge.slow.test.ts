/**
 * What a cache in front of a server must drop after a night: thousands of answers of a generated shop as they were sent,
 * with the keys in their headers, against what the next snapshot answers.
 */
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateExport } from '../../../data/generate/generate.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { ALL_KEY, anyValueKey, KEYS_BYTES_MAXIMUM, MANY_KEY } from '../../../src/jsonapi/index.js';
import { DEFAULT_BASE, type RunningServer, splitTarget, startServer } from '../../../src/server/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { itemsOf, type OracleSpace, readExportNaively } from '../../../testing/oracle/index.js';
import { afterNight, type Edit, editedType } from './night.js';
import { ask, builtNights, drawRequests, setOf } from './nights.js';
import { plainTargets } from './requests.js';

const answers = 4_000;
const atOnce = 32;
const newFolder = temporaryFolders();

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly keys: readonly string[];
  readonly cacheControl: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
afterAll(() => agent.destroy());

function fetch(origin: string, target: string): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const path = `${DEFAULT_BASE}${target}`;
    get({ host: hostname, port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const keys = response.headers['surrogate-key'];
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          keys: typeof keys === 'string' ? keys.split(' ') : [],
          cacheControl: response.headers['cache-control'] ?? '',
        });
      });
    }).on('error', reject);
  });
}

/** Asks for all of them, some at once. */
async function fetchAll(space: Space, targets: readonly string[]): Promise<readonly Reply[]> {
  const server: RunningServer = await startServer({
    spaces: [{ name: 'shop', space }],
    host: '127.0.0.1',
    port: 0,
    surrogateHeader: 'surrogate-key',
    cacheBytes: 0,
    logger: pino({ level: 'silent' }),
  });
  const replies: Reply[] = [];
  try {
    for (let start = 0; start < targets.length; start += atOnce) {
      replies.push(
        ...(await Promise.all(targets.slice(start, start + atOnce).map((target) => fetch(server.origin, target)))),
      );
    }
  } finally {
    await server.close();
  }
  return replies;
}

let shop: OracleSpace;
beforeAll(async () => {
  const folder = join(newFolder(), 'shop');
  await generateExport(folder, { items: 300, profile: 'shop' });
  shop = readExportNaively(folder);
});

const typeNames = (): readonly string[] => [...shop.model.contentTypes.keys()];

/** Pages with so much included that their keys do not fit into the header. */
const wide = Array.from(
  { length: 40 },
  (_, page) =>
    `/book?page[limit]=50&page[skip]=${page * 3}&include=author,related,reviews&page[related][limit]=2&page[reviews][limit]=2`,
);

/** Plain requests and odd ones, what does not exist, and the list of types. */
function targetsOf(seed: number, count: number): readonly string[] {
  const odd = drawRequests(shop, seed, 100).map(({ path, search }) => path + search);
  const refused = ['/none', '/book/none/title', '/book?filter[none][_eq]=1'];
  const others = ['', ...refused, ...wide, ...odd];
  return [...others, ...plainTargets(shop, seed, count - others.length)];
}

interface Outcome {
  readonly differing: number;
  readonly same: number;
  readonly needlessly: number;
  /** How many would be dropped if a list went whenever anything of its type changed. */
  readonly needlesslyByType: number;
  readonly errors: number;
  readonly coarse: number;
}

/** `''` for the keys of no type. */
const typeOfKey = (key: string): string => key.split(/[/:]/)[0] ?? '';

/** @throws where an answer that differs has no key of the list */
async function compare(later: OracleSpace, targets: readonly string[]) {
  const { before, after, purge } = await builtNights(newFolder(), shop, later);
  const purged = await setOf(purge.keys());
  const old = await fetchAll(before, targets);
  const seen = { differing: 0, same: 0, needlessly: 0, needlesslyByType: 0, errors: 0, coarse: 0 };
  const changedTypes = new Set(Array.from(purged, typeOfKey).filter((type) => type !== ''));
  const kept: Reply[] = [];
  for (const [index, reply] of old.entries()) {
    if (reply.status !== 200) {
      // No cache keeps it, so it needs no key.
      expect([reply.cacheControl, reply.keys], targets[index]).toEqual(['no-store', []]);
      seen.errors += 1;
      continue;
    }
    expect(reply.keys, targets[index]).toContain(ALL_KEY);
    expect(reply.keys.join(' ').length).toBeLessThanOrEqual(KEYS_BYTES_MAXIMUM);
    if (reply.keys.some((key) => key === MANY_KEY || key.endsWith('/'))) seen.coarse += 1;
    const isDropped = reply.keys.some((key) => purged.has(key));
    if (!isDropped) kept.push(reply);
    const { path, search } = splitTarget(targets[index] ?? '');
    if (ask(after, { path, search }, DEFAULT_BASE)?.document === reply.body) {
      seen.same += 1;
      if (isDropped) seen.needlessly += 1;
      const isOfType = (key: string): boolean => !key.includes('/') && changedTypes.has(typeOfKey(key));
      if (isDropped || reply.keys.some(isOfType)) seen.needlesslyByType += 1;
    } else {
      expect(isDropped, `${targets[index]}, keys ${reply.keys.join(' ')}`).toBe(true);
      seen.differing += 1;
    }
  }
  const outcome: Outcome = seen;
  return { purged, kept, outcome };
}

describe(`${answers} answers and a new snapshot`, () => {
  it('every changed answer › carries a key of the list; few others do', { timeout: 600_000 }, async () => {
    const { outcome, purged, kept } = await compare(afterNight(shop, 1), targetsOf(1, answers));
    console.log(`of ${answers} answers, ${purged.size} keys purged: ${JSON.stringify(outcome)}`);
    expect(outcome.differing + outcome.same + outcome.errors).toBe(answers);
    expect(outcome.differing).toBeGreaterThan(answers / 50);
    expect(outcome.errors).toBeGreaterThan(answers / 200);
    expect(outcome.coarse).toBeGreaterThan(10);
    expect(outcome.needlessly / outcome.same).toBeLessThan(0.25);
    expect(outcome.needlessly).toBeLessThan(outcome.needlesslyByType);
    expect(kept.length).toBeGreaterThan(answers / 4);
  });

  it('only values change › lists that do not show, filter or sort by them are kept', {
    timeout: 600_000,
  }, async () => {
    const targets = targetsOf(2, answers / 5);
    const { outcome, purged } = await compare(editedType(shop, 'book', 2, ['change'], 5), targets);
    console.log(`of ${targets.length} answers, ${purged.size} keys purged: ${JSON.stringify(outcome)}`);
    expect([...purged].filter((key) => typeNames().includes(key))).toEqual([]);
    expect(outcome.differing).toBeGreaterThan(0);
    expect(outcome.needlessly).toBeLessThan(outcome.needlesslyByType / 2);
  });

  it('more changed values of a field than the maximum › one key drops the lists by any value', {
    timeout: 600_000,
  }, async () => {
    const [like, ...books] = itemsOf(shop, 'book');
    const titled = (word: string): OracleSpace => {
      const others = Array.from({ length: 600 }, (_, place) => ({
        ...like!,
        id: `many ${place}`,
        values: new Map(like!.values).set('title', `${word} ${place}`),
      }));
      return { model: shop.model, items: new Map(shop.items).set('book', [like!, ...books, ...others]) };
    };
    const { before, after, purge } = await builtNights(newFolder(), titled('old'), titled('new'));
    const keys = await setOf(purge.keys());
    expect([...keys].filter((key) => key.includes(':title'))).toEqual(['book:title', anyValueKey('book', 'title')]);
    const entered = { path: '/book', search: '?filter[title][_eq]=new 7&page[limit]=0' };
    const old = ask(before, entered);
    expect(ask(after, entered)?.document).not.toBe(old?.document);
    expect(old?.keys.filter((key) => keys.has(key))).toEqual([anyValueKey('book', 'title')]);
  });

  it.each(['book', 'author', 'review'])(
    'only %s changes › answers without such an item are kept',
    {
      timeout: 600_000,
    },
    async (type) => {
      const edits: readonly Edit[] = ['change', 'add', 'reorder'];
      const later = editedType(shop, type, 3, edits, 12);
      const others = typeNames().filter((name) => name !== type);
      const targets = others.flatMap((name) => {
        const ids = (shop.items.get(name) ?? []).slice(0, 20).map(({ id }) => `/${name}/${id}`);
        return [`/${name}`, `/${name}?sort=id`, `/${name}?page[skip]=3`, ...ids];
      });
      const { kept, outcome, purged } = await compare(later, targets);
      expect(purged.size).toBeGreaterThan(1);
      for (const key of purged) expect(key === MANY_KEY || typeOfKey(key) === type, key).toBe(true);
      expect(kept).toHaveLength(targets.length);
      expect(outcome).toMatchObject({ differing: 0, needlessly: 0, errors: 0 });
    },
  );
});
