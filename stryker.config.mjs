/**
 * Mutation testing: `npm run mutation:install` once, then `npm run mutation` for the core, or
 * `npm run mutation -- --mutate 'src/index/docset/**'` for a part of it. STELE_MUTATION_ROOM is another room that is tried, by
 * itself, against its own tests, such as snapshot or server/wire; `rooms` below has them all. STELE_MUTATION_SAMPLE=3
 * tries one of three functions and methods, for a room that takes too long.
 *
 * Results are kept in `.cache/stryker`, so that a second run tries only what has changed. Mutants are tried against
 * the tests of the core and those that ask it from outside, with fewer cases (soak/mutation/runner.ts).
 */
import { readdirSync } from 'node:fs';

const publishTest = (name) => `build/publish/${name}.test.ts`;

/**
 * What is mutated, and whose tests are to notice: folders of `test`, or single files there. A room with parts is tried
 * part by part, so that a run ends in some minutes and each mutant meets only the tests that are near to it.
 */
const rooms = {
  core: {
    mutate: ['src/{engine/query,index/docset,index/termdict,index/postings,index/columns,format}/**/*.ts'],
    tests: [
      'index/docset',
      'index/termdict',
      'index/postings',
      'index/columns',
      'format',
      'engine/query',
      'system/golden',
    ],
  },
  'query/walk': {
    mutate: ['src/engine/query/run/{page,order,export-order}.ts'],
    tests: [
      ...['page', 'page-way', 'walk'].map((file) => `engine/query/run/${file}.test.ts`),
      'engine/query/engine.property.test.ts',
    ],
  },
  'jsonapi/request': { mutate: ['src/api/jsonapi/request/**/*.ts'], tests: ['api/jsonapi'] },
  'jsonapi/check': { mutate: ['src/api/jsonapi/check/**/*.ts'], tests: ['api/jsonapi'] },
  'jsonapi/advice': {
    mutate: ['src/api/jsonapi/advice/**/*.ts', 'src/api/jsonapi/*.ts'],
    tests: ['api/jsonapi', 'system/golden', 'api/describe', 'system/locales/answers.test.ts'],
  },
  'jsonapi/document': {
    mutate: ['src/api/jsonapi/document/**/*.ts'],
    tests: [
      ...['api/jsonapi', 'system/golden', 'system/contract-statements', 'engine/facets'],
      ...[
        'index/search/highlight',
        'system/locales/answers',
        'index/snapshot/assembling',
        'system/served/field-types',
      ].map((file) => `${file}.test.ts`),
      'server/deliver/complexity.test.ts',
    ],
  },
  'server/wire': {
    mutate: ['src/server/wire/**/*.ts'],
    tests: ['server/wire', 'server/routing', 'server/deliver/hosts.test.ts'],
  },
  'server/deliver': {
    mutate: ['src/server/{deliver,pages,routing}/**/*.ts'],
    tests: [
      ...['deliver', 'pages', 'routing', 'metrics', 'negotiate', 'engine'].map((folder) => `server/${folder}`),
      ...['wire/overload', 'wire/shutdown', 'access/preview', 'follow/in-files'].map(
        (file) => `server/${file}.test.ts`,
      ),
    ],
  },
  'server/cache': { mutate: ['src/server/cache/**/*.ts'], tests: ['server/cache'] },
  'server/negotiate': {
    mutate: ['src/server/negotiate/**/*.ts'],
    tests: ['server/negotiate', 'server/deliver/caching.test.ts', 'server/wire/request-headers.test.ts'],
  },
  'server/metrics': { mutate: ['src/server/metrics/**/*.ts'], tests: ['server/metrics'] },
  'server/start': {
    mutate: ['src/server/*.ts'],
    tests: [
      ...['options', 'start'].map((file) => `server/${file}.test.ts`),
      ...['hosts', 'caching', 'delivery', 'spaces'].map((file) => `server/deliver/${file}.test.ts`),
      'server/routing',
      ...['metrics/metrics', 'pages/metrics-page'].map((file) => `server/${file}.test.ts`),
      ...['preview', 'follow-keys'].map((file) => `server/access/${file}.test.ts`),
      ...['rejected', 'overload', 'shutdown'].map((file) => `server/wire/${file}.test.ts`),
      ...['serve', 'in-files', 'origins'].map((file) => `server/follow/${file}.test.ts`),
    ],
  },
  'server/follow': { mutate: ['src/server/follow/**/*.ts'], tests: ['server/follow'] },
  'server/crew': { mutate: ['src/server/crew/**/*.ts'], tests: ['server/crew'] },
  snapshot: {
    mutate: ['src/index/snapshot/**/*.ts'],
    tests: ['index/snapshot', 'system/golden', 'index/segment/stamps.test.ts'],
  },
  'publish/folder': {
    mutate: ['src/ship/publish/**/*.ts', 'build/publish/folder/**/*.ts'],
    tests: [
      'ship/publish/lock.test.ts',
      'ship/publish/place.test.ts',
      'ship/publish/owner.test.ts',
      'ship/publish/retention.test.ts',
      ...['folder', 'temporary', 'races'].map(publishTest),
    ],
  },
  'publish/incremental': {
    mutate: ['build/publish/incremental/**/*.ts'],
    tests: ['build/publish/incremental', publishTest('built-types')],
  },
  'publish/build': {
    mutate: ['build/publish/*.ts'],
    tests: [
      ...['outcome', 'report', 'resolve-links', 'lean', 'built-types', 'lost-values', 'shrink', 'races'].map(
        publishTest,
      ),
      publishTest('incremental/incremental'),
      'system/served/images.test.ts',
    ],
  },
};
const name = process.env.STELE_MUTATION_ROOM ?? 'core';
const room = rooms[name];
if (room === undefined) throw new Error(`STELE_MUTATION_ROOM is one of ${Object.keys(rooms).join(', ')}.`);
const oneOf = Number(process.env.STELE_MUTATION_SAMPLE ?? 1);
if (!Number.isSafeInteger(oneOf) || oneOf < 1) throw new Error('STELE_MUTATION_SAMPLE is a whole number from 1 on.');
// What is left out of a sample must not count as tried the next time.
const kept = oneOf === 1 ? name : `${name}-one-of-${oneOf}`;
// These build tens of thousands of items to ask what others ask, or start programs and threads, in which no mutant
// acts. The last one asks how long parsing takes, which mutated code takes longer for.
const isLeftOut = (file) => file.endsWith('.slow.test.ts') || file === 'hostile.test.ts';
const tests = room.tests.flatMap((part) =>
  part.endsWith('.ts')
    ? [`test/${part}`]
    : readdirSync(`test/${part}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !isLeftOut(file))
        .map((file) => `test/${part}/${file}`),
);
if (tests.length === 0) throw new Error(`no tests are found for ${name}`);
// Processes that try mutants have the same environment.
process.env.STELE_MUTATION_TESTS ??= JSON.stringify(tests);
process.env.STELE_CASES ??= '24';
process.env.STELE_LARGE ??= '40';
process.env.STELE_RUNS ??= '24';

export default {
  plugins: ['./soak/mutation/dist/runner.js'],
  testRunner: 'kept-tests',
  // What is compiled stands beside what it is compiled from, so that tests find their files. Mutated code has the wrong
  // types.
  buildCommand: 'tsc --project tsconfig.mutation.json',
  coverageAnalysis: 'perTest',
  // The entries of threads and processes run only in these, where no mutant acts.
  mutate: [
    ...room.mutate,
    '!{src,build}/**/index.ts',
    '!{src,build}/**/*.d.ts',
    '!src/server/**/{serving,loader}-{thread,process}.ts',
  ],
  // The compiler from version 7 on has no interface for programs, which Stryker would rewrite tsconfig.json with. Its
  // paths are relative and need no rewriting.
  tsconfigFile: 'none',
  ignorePatterns: [
    '/.cache',
    '/bench/node_modules',
    '/bench/results',
    '/coverage',
    '/dist/*',
    '!/dist/explorer',
    '/docs',
    '/snapshots',
    '/export',
    '/soak/mutation',
    '/test/system/clients/warp-drive',
  ],
  incremental: true,
  incrementalFile: `.cache/stryker/incremental-${kept.replace('/', '-')}.json`,
  tempDirName: '.cache/stryker/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.cache/stryker/report.html' },
  jsonReporter: { fileName: '.cache/stryker/report.json' },
  concurrency: 1,
  testRunnerNodeArgs: ['--max-old-space-size=3000'],
  timeoutMS: 8_000,
  timeoutFactor: 1.5,
  ignorers: oneOf === 1 ? [] : ['sample'],
  // A mutant that runs while a module is loaded concerns every test: too slow to try one by one.
  ignoreStatic: true,
  thresholds: { high: 95, low: 85, break: 85 },
};
