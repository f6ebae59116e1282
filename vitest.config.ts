import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/** A file for the runner's report in JSON, for CI. */
const report = process.env['STELE_TEST_REPORT'];

/** The tests of the core, of the soaks, and of each add-on that is there. */
const testFolders = ['test', 'soak/test', ...addOnTests()].filter((folder) => existsSync(folder));

/** Files that say by `testing/amount.ts` how much is tried here: a share by default, all in `npm run test:all`. */
const sharing = testFolders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) => /from '[^']*\/testing\/amount\.js'/.test(readFileSync(file, 'utf8')));
const slow = '**/*.slow.test.ts';
const isNamed = process.argv.some((argument) => /^(?:test|soak|addons)\//.test(argument));
/** Each is held to its coverage by itself, so that none hides behind another. */
const covered = [
  ...['engine/query', 'jsonapi', 'server', 'ship/publish', 'format'].map((room) => `src/${room}`),
  ...['docset', 'termdict', 'postings', 'columns', 'snapshot'].map((room) => `src/index/${room}`),
  'build/publish',
];
const every = testFolders.map((folder) => `${folder}/**/*.test.ts`);
const whole = { include: isNamed ? every : [...testFolders.map((folder) => `${folder}/${slow}`), ...sharing] };
/** Mutants are tried against the tests of their room. */
const mutated = process.env['STELE_MUTATION_TESTS'];
const share = {
  include: mutated === undefined ? every : [`${mutated}/**/*.test.ts`],
  exclude: ['**/node_modules/**', ...(isNamed ? [] : [slow])],
};

const missing = new Set<string>();
/** Lists at the end what was skipped, and what is missing for it (testing/is-there.ts). */
const skipped: Reporter = {
  onUserConsoleLog({ content }) {
    for (const line of content.split('\n')) if (line.startsWith('SKIPPED: ')) missing.add(line);
  },
  onTestRunEnd(files) {
    const tests = files.map((file) => [file.relativeModuleId, [...file.children.allTests('skipped')].length] as const);
    const some = tests.filter(([, count]) => count > 0);
    if (some.length + missing.size === 0) return;
    console.log([...some.map(([name, count]) => `SKIPPED: ${count} of ${name}`), ...missing].join('\n'));
  },
};

function addOnTests(): readonly string[] {
  if (!existsSync('addons')) return [];
  return readdirSync('addons')
    .map((name) => `addons/${name}/test`)
    .filter((folder) => existsSync(folder));
}

export default defineConfig({
  test: {
    ...(process.env['STELE_TESTS'] === 'all' ? whole : share),
    setupFiles: ['testing/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Starting a process and loading the modules anew for every file took half of the time. What a file must not leave
    // behind: mocks, timers, environment variables, listeners.
    isolate: false,
    // More than cores: half of the time tests wait, for processes, sockets and timers.
    maxWorkers: 4,
    // What was compiled for the last run need not be again; the name of each kept file is a hash of what it was made from.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    coverage: {
      provider: 'v8',
      include: covered.map((folder) => `${folder}/**/*.ts`),
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
      thresholds: Object.fromEntries(covered.map((folder) => [`${folder}/**`, { lines: 95, branches: 95 }])),
    },
    reporters: report === undefined ? ['default', skipped] : ['default', skipped, ['json', { outputFile: report }]],
  },
});
