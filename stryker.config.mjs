/**
 * Mutation testing: `npm run mutation:install` once, then `npm run mutation` for `src/index/docset`, or with
 * STELE_MUTATION_ROOM another room, such as `src/server/cache` or `build/publish`. A room is tried against the tests
 * that mirror it, `test/server/cache`; STELE_MUTATION_TESTS is another folder of tests.
 *
 * Results are kept in `.cache/stryker`, so that a second run tries only what has changed.
 */
const room = process.env.STELE_MUTATION_ROOM ?? 'src/index/docset';
// Processes that try mutants have the same environment; vitest.config.ts reads the first.
process.env.STELE_MUTATION_TESTS ??= `test/${room.replace(/^src\//, '')}`;
process.env.STELE_CASES ??= '24';
process.env.STELE_LARGE ??= '40';
process.env.STELE_RUNS ??= '24';

export default {
  plugins: ['./soak/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  testRunner: 'vitest',
  vitest: { related: false },
  coverageAnalysis: 'perTest',
  // The entries of threads and processes run only in these, where no mutant acts.
  mutate: [
    `${room}/**/*.ts`,
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
  incrementalFile: `.cache/stryker/incremental-${room.replaceAll('/', '-')}.json`,
  tempDirName: '.cache/stryker/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.cache/stryker/report.html' },
  jsonReporter: { fileName: '.cache/stryker/report.json' },
  concurrency: 1,
  testRunnerNodeArgs: ['--max-old-space-size=3000'],
  timeoutMS: 8_000,
  timeoutFactor: 1.5,
  // A mutant that runs while a module is loaded concerns every test: too slow to try one by one.
  ignoreStatic: true,
  thresholds: { high: 95, low: 85, break: 85 },
};
