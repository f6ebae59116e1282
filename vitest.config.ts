import { defineConfig } from 'vitest/config';

/** A file for the runner's report in JSON, for CI. */
const report = process.env['STELE_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      // The core, as in stryker.config.mjs: each folder by itself, so that none hides behind another.
      include: ['src/{query,docset,termdict,postings,column,format}/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
      thresholds: Object.fromEntries(
        ['query', 'docset', 'termdict', 'postings', 'column', 'format'].map((folder) => [
          `src/${folder}/**`,
          { lines: 95, branches: 95 },
        ]),
      ),
    },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
