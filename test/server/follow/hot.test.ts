/**
 * Serving with `--resident hot`: in memory is what a traffic asks for, and whatever else is asked gets its answer.
 */
import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type ServeOptions, type Serving, serve } from '../../../src/server/index.js';
import { askedShapes, TrafficBuilder } from '../../../src/tune/traffic/index.js';
import { capturingLogger } from '../../support/capturing-logger.js';
import { shelf, writeFiles } from '../../support/export.js';
import { temporaryFolders } from '../../support/folder.js';
import { send } from '../client.js';

const newFolder = temporaryFolders();
const count = 300;
const books = Array.from({ length: count }, (_, book) => ({
  id: `b${book}`,
  title: `Stone ${book * 7}`,
  author: 'a1',
}));

const trafficOf = (...targets: string[]) => {
  const builder = new TrafficBuilder('hashed', 'salt');
  for (const target of targets) {
    const [path = '', search = ''] = target.split('?');
    builder.add({ path, search, timeMs: undefined });
  }
  return askedShapes(builder.build());
};
const onlyItems = trafficOf('/book/b1?include=author');

const servers: Serving[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(folder: string, traffic: ReturnType<typeof trafficOf> | undefined, resident: 'hot' | 'all') {
  const { lines, logger } = capturingLogger('info');
  const options: ServeOptions = {
    folders: [{ folder, ...(traffic === undefined ? {} : { traffic }) }],
    server: { host: '127.0.0.1', port: 0, resident, residentCacheBytes: 2 ** 20, cacheBytes: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
  };
  const server = await serve(options);
  servers.push(server);
  return { server, lines };
}

const ask = ({ origin }: Serving, path: string) => send(origin, `/delivery/jsonapi/${path}`);
const metricOf = async ({ origin }: Serving, name: string): Promise<number> => {
  const { body } = await send(origin, '/metrics');
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(body.toString())?.[1]);
};
const toldOf = (lines: readonly string[]) =>
  JSON.parse(lines.find((line) => line.includes('a part of the snapshot stays in its files')) ?? '{}');

async function built(): Promise<string> {
  const out = join(newFolder(), 'snapshots');
  const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': books });
  await buildSnapshot(source, out, { files: diskFiles, strict: false });
  return out;
}

describe('serve › indexes that are asked for', () => {
  let out: string;
  beforeAll(async () => {
    out = await built();
  });

  it('a traffic of single items › whatever else is asked gets the same bytes, and the log says what is in memory', async () => {
    const { server, lines } = await serving(out, onlyItems, 'hot');
    const { server: whole } = await serving(out, undefined, 'all');
    const told = toldOf(lines);
    expect(Object.keys(told.structures)).toEqual(
      expect.arrayContaining([
        'book/title/values',
        'book/title/substrings',
        'book/title/reversed',
        'book/author/values',
      ]),
    );
    expect(told).toMatchObject({ level: 30, residentBytes: await metricOf(server, 'stele_resident_bytes') });
    expect(told.bytes).toBe(await metricOf(whole, 'stele_resident_bytes'));
    expect((await ask(server, 'book/b7?include=author')).status).toBe(200);
    expect(await metricOf(server, 'stele_structures_read_total')).toBe(0);
    const paths = [
      'book?filter[title][_contains]=ne%2021',
      'book?sort=-title&page[skip]=40',
      'book?filter[author][id][_eq]=a1&filter[title][_endsWith]=7',
      'book?_facet[author]=3&filter[id][_contains]=12',
    ];
    for (const path of [...paths, ...paths]) {
      const [found, expected] = [await ask(server, path), await ask(whole, path)];
      expect(expected.status).toBe(200);
      expect(found.body.toString()).toBe(expected.body.toString());
    }
    expect(await metricOf(server, 'stele_structures_read_total')).toBe(5);
    expect(await metricOf(server, 'stele_structures_bytes')).toBeGreaterThan(1000);
    expect(await metricOf(whole, 'stele_structures_bytes')).toBe(0);
  });

  it('a structure is damaged › what needs it is 503, the rest goes on, and it is read again', async () => {
    const folder = await built();
    const { server, lines } = await serving(folder, onlyItems, 'hot');
    flip(folder, 'Stone 700');
    expect((await ask(server, 'book?filter[title][_eq]=Stone%207')).status).toBe(503);
    expect((await ask(server, 'book?filter[author][id][_eq]=a1&page[limit]=1')).status).toBe(200);
    const told = lines.filter((line) => line.includes('a block cannot be read'));
    expect(JSON.parse(told[0] ?? '{}')).toMatchObject({ level: 50, section: 'title/terms' });
    flip(folder, 'Stone 700');
    expect((await ask(server, 'book?filter[title][_eq]=Stone%207')).status).toBe(200);
  });

  it('several spaces and a preview › each is read by the traffic of its own space', async () => {
    const { lines, logger } = capturingLogger('info');
    const others = await built();
    const server = await serve({
      folders: [
        { name: 'one', folder: out, traffic: onlyItems },
        { name: 'two', folder: others, preview: await built() },
      ],
      server: { host: '127.0.0.1', port: 0, resident: 'hot' },
      logger,
      threads: 1,
      pollMs: 0,
      wait: false,
      load: loadHere,
    });
    servers.push(server);
    const told = lines
      .filter((line) => line.includes('a part of the snapshot stays in its files'))
      .map((line) => JSON.parse(line));
    expect(told.map(({ folder, structures }) => [folder === out, Object.keys(structures).length > 0])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  it('the traffic of another site, or none › all indexes are in memory, and the log warns', async () => {
    const { server, lines } = await serving(out, trafficOf('/works?filter[name][_eq]=x'), 'hot');
    expect(toldOf(lines).structures).toEqual({});
    expect(lines.some((line) => line.includes('it is the traffic of another site'))).toBe(true);
    const { lines: without } = await serving(out, undefined, 'hot');
    expect(toldOf(without).structures).toEqual({});
    expect(without.some((line) => line.includes('another site'))).toBe(false);
    expect((await ask(server, 'book?filter[title][_eq]=Stone%207')).status).toBe(200);
    expect(await metricOf(server, 'stele_structures_read_total')).toBe(0);
  });
});

/** Turns the last bit of a term, once, in the dictionary: in the file of books its first place with nothing JSON around. */
function flip(folder: string, term: string): void {
  const current = readFileSync(join(folder, 'CURRENT'), 'utf8').trim();
  const name = readdirSync(join(folder, current)).find((file) => file.startsWith('book-')) ?? '';
  const path = join(folder, current, name);
  const bytes = readFileSync(path);
  const quote = 0x22;
  let at = bytes.indexOf(term.slice(0, -1));
  while (bytes[at - 1] === quote) at = bytes.indexOf(term.slice(0, -1), at + 1);
  const last = at + term.length - 1;
  writeSync(openSync(path, 'r+'), Uint8Array.of(bytes[last]! ^ 1), 0, 1, last);
}
