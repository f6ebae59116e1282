import { defineConfig } from 'vitest/config';

/** The tests that mutants are tried against: those of the core that are quick, and those that ask it from outside. */
export default defineConfig({
  test: {
    include: ['test/{docset,termdict,postings,column,format,segment,query}/**/*.test.ts', 'test/golden/*.test.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 1,
    env: { STELE_CASES: '12' },
  },
});
