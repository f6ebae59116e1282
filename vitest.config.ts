import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

/** A file for the runner's report in JSON, for CI. */
const report = process.env['STELE_TEST_REPORT'];

/** The tests of the core, of the soaks, and of each add-on that is there. */
const testFolders = ['test', 'soak/test', ...addOnTests()].filter((folder) => existsSync(folder));

/** Their paths, sorted. */
const tests = testFolders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .sort();

/** Files that say by `testing/amount.ts` how much is tried here: a share by default, all in `npm run test:all`. */
const sharing = tests
  .filter(
    (file) => !file.endsWith('.slow.test.ts') && /from '[^']*\/testing\/amount\.js'/.test(readFileSync(file, 'utf8')),
  )
  // By the files' own names: that spreads the files of a room.
  .sort((a, b) => (basename(a) + a < basename(b) + b ? -1 : 1));
/**
 * CI runs `npm test` before, and so a share of all of them. Each hour it tries another sixth of these files as a whole, and
 * another third of the slow files that repeat random trials. Within 18 hours, 0 to 17, everything is tried (`.ci/run`).
 */
const turn = process.env['STELE_TURN'];
/** @returns the whole list; in CI every `turns`-th file, each hour others */
const inTurn = (files: readonly string[], turns: number): readonly string[] =>
  turn === undefined ? files : files.filter((_, index) => index % turns === Number(turn) % turns);
const slow = '**/*.slow.test.ts';
/** Slow files that repeat random trials: soaks, and comparisons of random requests. */
const randomTrials = tests.filter((file) => /^soak\/.*\.slow\.test|\.property\.slow\.test/.test(file));
const isNamed = process.argv.some((argument) => /^(?:test|soak|addons)\//.test(argument));
/** Each is held to its coverage by itself, so that none hides behind another. */
const covered = [
  ...['engine/query', 'jsonapi', 'server', 'ship/publish', 'format'].map((room) => `src/${room}`),
  ...['docset', 'termdict', 'postings', 'columns', 'snapshot'].map((room) => `src/index/${room}`),
  'build/publish',
];
const every = testFolders.map((folder) => `${folder}/**/*.test.ts`);
const whole = isNamed
  ? { include: every }
  : {
      include: [...testFolders.map((folder) => `${folder}/${slow}`), ...inTurn(sharing, 6), ...inTurn(randomTrials, 3)],
      exclude: ['**/node_modules/**', ...randomTrials.filter((file) => !inTurn(randomTrials, 3).includes(file))],
    };
/** Mutants are tried against the tests of their room. */
const mutated = process.env['STELE_MUTATION_TESTS'];
const share = {
  include: mutated === undefined ? every : [`${mutated}/**/*.test.ts`],
  exclude: ['**/node_modules/**', ...(isNamed ? [] : [slow])],
};

/**
 * Files of `npm run test:all` that take longest, the longest first. A file that begins last runs alone at the end, while
 * the other workers are idle.
 */
const longest = [
  'test/system/install/install.slow',
  'test/system/browser/reference.slow',
  'test/system/choices/tate.property.slow',
  'soak/test/related',
  'soak/test/crash.slow',
  'test/system/deploy/container.slow',
  'test/system/choices/choices.property',
  'addons/import/test/round-trip.slow',
  'addons/describe/test/openapi/clients.slow',
  'test/docs/import.slow',
  'test/bench/search/command.slow',
  'test/bench/http/command.slow',
  'test/bench/command.slow',
  'soak/test/swap.slow',
  'test/system/browser/ask.slow',
  'test/system/contract/tate.http.slow',
  'test/system/hostile/exports/exports.slow',
  'test/build/work/threads.slow',
  'addons/sql/test/relationships.slow',
].map((name) => `/${name}.test.ts`);

/** Begins with the longest files; the order of the others is the runner's own: by their last duration, or by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longest.findIndex((name) => moduleId.endsWith(name));
      return rank < 0 ? longest.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

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
    sequence: { sequencer: LongestFirst },
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
