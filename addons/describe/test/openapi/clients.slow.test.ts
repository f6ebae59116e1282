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
const ESBUILD = fileURLToPath(new URL('../../../../node_modules/esbuild/bin/esbuild', import.meta.url));

/** Types whose names no language likes, nothing to include, and no field at all. */
async function openOdd(): Promise<Space> {
  const fields = [
    { name: 'class', type: 'integer' },
    { name: 'a-b', type: 'text' },
  ];
  const source = writeFiles(join(newFolder(), 'export'), {
    'model.json': {
      space: 'odd',
      contentTypes: [
        { name: 'new', fields },
        { name: 'empty-type', fields: [] },
      ],
    },
    'new.ndjson': [{ id: 'a', class: 1, 'a-b': 'x' }],
    'empty-type.ndjson': [],
  });
  const snapshots = join(newFolder(), 'snapshots');
  await buildSnapshot(source, snapshots, { files: diskFiles, strict: true });
  return openCurrent(diskFiles, snapshots);
}

/** What is asked: parameters of a list as a client's code has them, and members of its `filter`. */
interface Asked {
  readonly open: () => Promise<Space>;
  readonly type: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly nested: Readonly<Record<string, string>>;
  /** How many items answer. */
  readonly total: number;
}

const ASKED: readonly Asked[] = [
  {
    open: openBookshop,
    type: 'book',
    query: {
      'filter[price][_lt]': '30',
      'filter[genre][_in]': ['Crime', 'Poetry'],
      sort: ['-published', 'title'],
      include: ['author', 'author.country'],
      'page[limit]': 2,
      'page[skip]': 1,
      'fields[book]': ['title', 'author'],
      '_facet[genre]': 3,
      _stats: ['price', 'pages'],
    },
    nested: {
      'filter[_OR][0][pages][_lt]': '200',
      'filter[_OR][1][inPrint][_eq]': 'true',
      'filter[author][name][_exists]': 'true',
    },
    total: 30,
  },
  {
    open: openMuseum,
    type: 'object',
    query: { 'filter[id][_nin]': ['lantern', 'nothing'], sort: ['-id'], localeCode: 'de', 'page[limit]': 2 },
    nested: { 'filter[_NOT][0][id][_eq]': 'bell' },
    total: 2,
  },
  {
    open: openOdd,
    type: 'new',
    query: { 'filter[class][_in]': [1, 2], sort: ['-class', 'a-b'], '_facet[class]': 3, 'fields[new]': ['a-b'] },
    nested: { 'filter[_AND][0][class][_gt]': '0' },
    total: 1,
  },
];

interface Generator {
  readonly name: string;
  readonly generate: readonly string[];
  /** A module that prints the total of a list. */
  readonly program: (type: string, query: string, nested: string, base: string) => string;
}

const camel = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript with openapi-fetch',
    generate: [OPENAPI_TYPESCRIPT, 'openapi.json', '-o', 'api.d.ts'],
    program: (type, query, nested, base) => `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: '${base}', querySerializer: { object: { style: 'form', explode: true } } });
const { data, error } = await client.GET('/${type}', { params: { query: { ...${query}, filter: ${nested} } } });
console.log(data?.meta?.total ?? error);`,
  },
  {
    name: 'hey-api',
    generate: [HEY_API, '-i', 'openapi.json', '-o', 'client'],
    program: (type, query, nested, base) => `
import { list${camel(type)} } from './client/index.js';
const { data, error } = await list${camel(type)}({ baseUrl: '${base}', query: { ...${query}, filter: ${nested} } });
console.log(data?.meta?.total ?? error);`,
  },
  {
    name: 'orval',
    generate: [ORVAL, '--input', './openapi.json', '--output', './client.ts', '--client', 'fetch'],
    // Its own writing of parameters knows no objects.
    program: (type, query, nested, base) => `
import { getList${camel(type)}Url } from './client.js';
import type { List${camel(type)}Params } from './client.js';
const query: List${camel(type)}Params = ${query};
const response = await fetch(\`${base}\${getList${camel(type)}Url(query)}&\${new URLSearchParams(${nested})}\`);
console.log((await response.json()).meta.total);`,
  },
];

describe.runIf(areToolsThere())('a generated client', () => {
  it.each(
    GENERATORS.flatMap((generator) => ASKED.map((asked) => [generator.name, asked.type, generator, asked] as const)),
  )('%s, of %s › compiles, and is answered', { timeout: 300_000 }, async (_, type, { generate, program }, asked) => {
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
      });
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const run = (args: readonly string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      const generated = run(generate);
      expect(generated.status, generated.stdout + generated.stderr).toBe(0);
      const main = program(type, JSON.stringify(asked.query), JSON.stringify(asked.nested), server.base);
      writeFileSync(join(folder, 'main.ts'), `${main}\nexport {};\n`);
      const options = [
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2023',
        '--module',
        'preserve',
        '--lib',
        'es2023,dom,dom.iterable',
      ];
      const compiled = run([TSC, '--noEmit', ...options, 'main.ts']);
      expect(compiled.stdout).toBe('');
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
