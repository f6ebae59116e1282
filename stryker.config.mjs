/**
 * Mutation testing of the core: `npm run mutation`, or `npm run mutation -- --mutate 'src/docset/**'` for a part of it.
 *
 * Results are kept in `.cache/stryker`, so that a second run tries only what has changed. The tests are those of
 * vitest.mutation.config.ts; which of them reach a mutant is measured first.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate: ['src/{query,docset,termdict,postings,column,format}/**/*.ts', '!src/**/index.ts'],
  // The compiler from version 7 on has no interface for programs, which Stryker would rewrite tsconfig.json with. Its
  // paths are relative and need no rewriting.
  tsconfigFile: 'none',
  ignorePatterns: ['/.cache', '/bench', '/coverage', '/dist', '/docs', '/snapshots', '/export'],
  incremental: true,
  incrementalFile: '.cache/stryker/incremental.json',
  tempDirName: '.cache/stryker/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: '.cache/stryker/report.html' },
  jsonReporter: { fileName: '.cache/stryker/report.json' },
  concurrency: 2,
  timeoutMS: 20_000,
  timeoutFactor: 2,
  // A mutant that runs while a module is loaded concerns every test: too slow to try one by one.
  ignoreStatic: true,
  thresholds: { high: 95, low: 85, break: 85 },
};
