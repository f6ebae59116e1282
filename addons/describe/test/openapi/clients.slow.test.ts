/**
 * Tests of generated clients: they compile with `--strict`, and the server answers their requests.
 */
import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { startBookshop } from '../../../../testing/server/server.js';
import { openApi, readSamples } from '../../index.js';
import { areToolsThere, HEY_API, OPENAPI_TYPESCRIPT, ORVAL, TOOL_MODULES, TSC } from '../tools/tools.js';

const newFolder = temporaryFolders();
/** This project's compiler is as strict as the one that generators ask for, and takes a fifth of its time. */
const OWN_TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const ESBUILD = fileURLToPath(new URL('../../../../node_modules/esbuild/bin/esbuild', import.meta.url));

/** Types whose names collide once generators have changed them, names of JavaScript, nothing to include, and no field at all. */
async function openOdd(): Promise<Space> {
  const fields = [
    { name: 'class', type: 'integer' },
    { name: 'a-b', type: 'text' },
    { name: 'a_b', type: 'text' },
    { name: 'constructor', type: 'text' },
    { name: 'limit', type: 'relationship', to: ['new', 'user_item'], many: true },
  ];
  const source = writeFiles(join(newFolder(), 'export'), {
    'model.json': {
      space: 'odd',
      contentTypes: [
        { name: 'new', fields },
        { name: 'empty-type', fields: [] },
        { name: 'user-item', fields: [{ name: 'title', type: 'text' }] },
        { name: 'user_item', fields: [{ name: 'title', type: 'text', contains: false }] },
        { name: 'UserItem', fields: [{ name: 'size', type: 'integer' }] },
        { name: 'user-item-list', fields: [] },
        { name: 'Array', fields: [{ name: 'tags', type: 'text', many: true }] },
        { name: 'constructor', fields: [] },
        { name: 'new-limit', fields: [] },
      ],
    },
    'new.ndjson': [{ id: 'a', class: 1, 'a-b': 'x', constructor: 'y' }],
    'empty-type.ndjson': [],
    'user-item.ndjson': [],
    'user_item.ndjson': [{ id: 'u', title: 'One' }],
    'UserItem.ndjson': [],
    'user-item-list.ndjson': [],
    'Array.ndjson': [],
    'constructor.ndjson': [],
    'new-limit.ndjson': [],
  });
  const snapshots = join(newFolder(), 'snapshots');
  await buildSnapshot(source, snapshots, { files: diskFiles, strict: true });
  return openCurrent(diskFiles, snapshots);
}

/** What is asked: the parameters of a list as a client's code has them. */
interface Asked {
  readonly open: () => Promise<Space>;
  readonly type: string;
  /** The id of the operation. */
  readonly operation: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** How many items answer. */
  readonly total: number;
  /** The only generator to try; its operation shows that the names of types do not collide. */
  readonly generator?: string;
  readonly filters?: 'few';
}

const ASKED: readonly Asked[] = [
  {
    open: openBookshop,
    type: 'book',
    operation: 'listBook',
    query: {
      'filter[price]': { _lt: 30, _gte: '1' },
      'filter[genre][_in][]': ['Crime', 'Poetry, and songs', 'Poetry'],
      'filter[stock]': { _in: '0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20' },
      'filter[author]': { _exists: true },
      'filter[author][born]': { _lt: '2100-01-01' },
      filter: {
        '_OR][0][pages][_lt': 200,
        '_OR][1][inPrint][_eq': true,
        'author][name][_exists': 'true',
      },
      sort: ['-published', 'author.name', 'title'],
      include: ['author', 'author.country', 'reviews'],
      page: { limit: 2, skip: 1 },
      'page[reviews]': { limit: 1 },
      'fields[book]': ['title', 'author'],
      _facet: { genre: 3, 'author.name': 2 },
      '_facet[genre]': { sort: 'value', own: 'ignored' },
      _stats: ['price', 'pages'],
    },
    // One of thirty authors has no date of birth.
    total: 29,
  },
  {
    open: openMuseum,
    type: 'object',
    operation: 'listObject',
    query: {
      'filter[id]': { _nin: 'lantern,nothing' },
      filter: { '_NOT][0][id][_eq': 'bell' },
      sort: ['-id'],
      localeCode: 'de',
      page: { limit: 2 },
    },
    total: 2,
  },
  {
    open: openOdd,
    type: 'new',
    operation: 'listNew',
    query: {
      'filter[class]': { _in: '1,2' },
      'filter[constructor]': { _eq: 'y' },
      filter: { '_AND][0][class][_gt': '0' },
      sort: ['-class', 'a-b'],
      'fields[new]': ['a-b'],
      include: ['limit'],
      'page[limit][limit]': 1,
      page: { limit: 1 },
    },
    total: 1,
  },
  {
    open: openOdd,
    type: 'user_item',
    operation: 'listUserItem2',
    query: { 'filter[title]': { _eq: 'One' } },
    total: 1,
    generator: 'orval',
  },
  {
    open: openBookshop,
    type: 'author',
    operation: 'listAuthor',
    query: {
      'filter[name][_in][]': ['Ottoline Farrow', 'Nobody, Junior'],
      'filter[id]': { _in: 'ottoline-farrow,nobody' },
    },
    total: 1,
    filters: 'few',
  },
];

interface Generator {
  readonly name: string;
  readonly generate: readonly string[];
  /** A module that prints the total of a list. */
  readonly program: (asked: Asked, base: string) => string;
}

const pascal = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Each client writes parameters by itself, without options. */
const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript with openapi-fetch',
    generate: [OPENAPI_TYPESCRIPT, 'openapi.json', '-o', 'api.d.ts'],
    program: ({ type, query }, base) => `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: '${base}' });
const { data, error } = await client.GET('/${type}', { params: { query: ${JSON.stringify(query)} } });
console.log(data?.meta?.total ?? error);`,
  },
  {
    name: 'hey-api',
    generate: [HEY_API, '-i', 'openapi.json', '-o', 'client'],
    program: ({ operation, query }, base) => `
import { ${operation} } from './client/index.js';
const { data, error } = await ${operation}({ baseUrl: '${base}', query: ${JSON.stringify(query)} });
console.log(data?.meta?.total ?? error);`,
  },
  {
    name: 'orval',
    generate: [ORVAL, '--input', './openapi.json', '--output', './client.ts', '--client', 'fetch'],
    program: ({ operation, query }, base) => `
import { get${pascal(operation)}Url, type ${pascal(operation)}Params } from './client.js';
const query: ${pascal(operation)}Params = ${JSON.stringify(query)};
const response = await fetch(\`${base}\${get${pascal(operation)}Url(query)}\`);
const body = await response.json();
console.log(body.meta?.total ?? body);`,
  },
];

/** A program with a wrong name, which must not compile. */
const MISSPELT = { 'filter[titel]': { _eq: 'x' } };

const TSC_OPTIONS = [
  '--strict',
  '--skipLibCheck',
  '--target',
  'es2023',
  '--module',
  'preserve',
  '--lib',
  'es2023,dom,dom.iterable',
];

describe.runIf(areToolsThere())('a generated client', () => {
  it.each(
    GENERATORS.flatMap((generator) =>
      ASKED.filter((asked) => (asked.generator ?? generator.name) === generator.name).map(
        (asked) => [generator.name, asked.type, generator, asked] as const,
      ),
    ),
  )('%s, of %s › compiles, and is answered', { timeout: 300_000 }, async (_, __, { generate, program }, asked) => {
    const space = await asked.open();
    const server = await startBookshop({ spaces: [{ name: space.model.space, space }] });
    try {
      const folder = newFolder();
      symlinkSync(TOOL_MODULES, join(folder, 'node_modules'));
      const description = openApi(space.model, {
        base: server.base,
        profile: '/profile',
        keys: false,
        samples: await readSamples(space, server.base),
        filters: asked.filters,
      });
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const run = (args: readonly string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      const generated = run(generate);
      expect(generated.status, generated.stdout + generated.stderr).toBe(0);
      writeFileSync(join(folder, 'main.ts'), `${program(asked, server.base)}\nexport {};\n`);
      const wrong = program({ ...asked, query: MISSPELT }, server.base);
      writeFileSync(join(folder, 'wrong.ts'), `${wrong}\nexport {};\n`);
      // The compiler that generators ask for takes the first client of each, which has the most in it.
      const compiled = run([asked === ASKED[0] ? TSC : OWN_TSC, '--noEmit', ...TSC_OPTIONS, 'main.ts', 'wrong.ts']);
      // Only the misspelt name does not compile.
      const errors = compiled.stdout.split('\n').filter((line) => line.includes('error'));
      expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*TS2353/)]);
      // In a process of its own, while this one answers it; bundlers resolve what `preserve` leaves as it stands.
      const bundled = spawnSync(
        ESBUILD,
        ['main.ts', '--bundle', '--platform=node', '--format=esm', '--outfile=main.mjs'],
        { cwd: folder, encoding: 'utf8' },
      );
      expect(bundled.status, bundled.stderr).toBe(0);
      const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder });
      expect(stdout.trim()).toBe(String(asked.total));
    } finally {
      await server.stop();
    }
  });
});
