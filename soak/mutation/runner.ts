/**
 * A test runner for Stryker that keeps the tests loaded: a mutant costs what its tests cost, some milliseconds, where a
 * vitest of its own costs seconds. Mutants sit in the code as branches that a number switches on.
 *
 * What a mutant leaves behind in shared state must not condemn the next one. So a test that has failed is run again
 * without the mutant: when it fails then too, a new process decides, in which each test has to pass first.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import { Sample } from './sample.js';
import { begin, cleanUp, collect, finish, prepare, type Test } from './suites.js';

/** What instrumented code reads and writes, by Stryker's own name. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
const switchboard: Switchboard = {};
Object.assign(globalThis, { __stryker__: switchboard });

/** How long each test took in the dry run, ms by id, for the processes after the first. */
const durationsFile = 'mutation-durations.json';
/** Coverage of `beforeAll`: mutants do not act there, so it counts for no test. */
const preparing = 'preparing';

/** How long a test may take that takes no time without a mutant, and how many times its own time it may take beside. */
const hangMs = 2_000;
const hangFactor = 4;
// A test may replace the global ones.
const { setTimeout: after, clearTimeout: giveUp, setImmediate: soon } = globalThis;

/** What nobody waited for has thrown. */
let stray: unknown;

/** @throws Error when it takes longer */
async function within(limitMs: number, body: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = after(() => reject(new Error(`did not end within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([body(), late]);
  } finally {
    giveUp(timer);
  }
}

const messageOf = (error: unknown): string => String(error instanceof Error ? error.message : error).slice(0, 500);

/** One for each process that Stryker starts; the tests' names come in STELE_MUTATION_TESTS, as JSON. */
class KeptTests implements TestRunner {
  private tests: ReadonlyMap<string, Test> = new Map();
  private durations: Record<string, number> = {};
  private mutantsMet = 0;
  /** Whether a mutant has left a test failing. */
  private spoilt = false;

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    const temporary = resolve('mutation-temporary');
    mkdirSync(temporary, { recursive: true });
    process.env['TMPDIR'] = temporary;
    for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
      process.on(event, (error: unknown) => {
        stray ??= error ?? new Error(event);
      });
    }
    // The same values in every process, fewer than in a test run; a failure need not be the least one.
    fc.configureGlobal({ seed: 1, endOnFailure: true, numRuns: 50 });
    const suites = new URL('./suites.js', import.meta.url).href;
    const hook = `export const resolve = (name, context, next) =>
      name === 'vitest' && context.parentURL !== ${JSON.stringify(suites)}
        ? { url: ${JSON.stringify(suites)}, shortCircuit: true } : next(name, context);`;
    register(`data:text/javascript,${encodeURIComponent(hook)}`);
    const files: unknown = JSON.parse(process.env['STELE_MUTATION_TESTS'] ?? '[]');
    if (!Array.isArray(files) || files.length === 0) throw new Error('STELE_MUTATION_TESTS names no test files.');
    for (const file of files) {
      const path = resolve(String(file));
      this.tests = await collect(path, () => import(pathToFileURL(path.replace(/\.ts$/, '.js')).href));
    }
    if (existsSync(durationsFile)) this.durations = JSON.parse(readFileSync(durationsFile, 'utf8'));
  }

  async dryRun(): Promise<DryRunResult> {
    const results: TestResult[] = [];
    for (const test of this.tests.values()) {
      const failure = await this.failureOf(test);
      const timeSpentMs = Math.ceil(this.durations[test.id] ?? 0);
      const result = { id: test.id, name: test.name, fileName: test.file, timeSpentMs };
      results.push(
        failure === undefined
          ? { ...result, status: TestStatus.Success }
          : { ...result, status: TestStatus.Failed, failureMessage: failure },
      );
    }
    writeFileSync(durationsFile, JSON.stringify(this.durations));
    const { static: atLoad = {}, perTest = {} } = switchboard.mutantCoverage ?? {};
    delete perTest[preparing];
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: { static: atLoad, perTest } };
  }

  async mutantRun({ testFilter, activeMutant, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker tries a mutant again in a new process when the one that tries it ends.
    if (this.spoilt) process.exit(1);
    const isFirst = this.mutantsMet === 0;
    this.mutantsMet += 1;
    const met = [...this.tests.values()].filter(({ id }) => testFilter === undefined || testFilter.includes(id));
    met.sort((a, b) => (this.durations[a.id] ?? 0) - (this.durations[b.id] ?? 0));
    switchboard.hitCount = 0;
    for (const test of met) {
      // One that needs the tests before it is no witness.
      if (isFirst && (await this.failureOf(test)) !== undefined) continue;
      const failure = await this.failureOf(test, activeMutant.id, hitLimit);
      if (hitLimit !== undefined && (switchboard.hitCount ?? 0) > hitLimit) {
        this.spoilt = (await this.failureOf(test)) !== undefined;
        return { status: MutantRunStatus.Timeout, reason: `Hit limit reached (${switchboard.hitCount}/${hitLimit})` };
      }
      if (failure === undefined) continue;
      this.spoilt = (await this.failureOf(test)) !== undefined;
      if (this.spoilt && !isFirst) process.exit(1);
      const killed = { killedBy: [test.id], failureMessage: failure, nrOfTests: met.length };
      return { status: MutantRunStatus.Killed, ...killed };
    }
    return { status: MutantRunStatus.Survived, nrOfTests: met.length };
  }

  async dispose(): Promise<void> {
    await cleanUp();
  }

  /** Runs the test, its suites prepared, with the mutant if any. @returns why it failed */
  private async failureOf(test: Test, mutant?: string, hitLimit?: number): Promise<string | undefined> {
    switchboard.activeMutant = undefined;
    switchboard.hitLimit = undefined;
    switchboard.currentTestId = preparing;
    await prepare(test.suite);
    switchboard.currentTestId = test.id;
    switchboard.activeMutant = mutant;
    switchboard.hitLimit = hitLimit;
    const before = performance.now();
    const limitMs = hangMs + hangFactor * (this.durations[test.id] ?? 30_000);
    stray = undefined;
    try {
      try {
        await within(limitMs, async () => {
          await begin(test.suite);
          await test.body();
        });
      } finally {
        await within(limitMs, () => finish(test.suite));
      }
      // A rejection that nobody waits for is told at the end of a turn.
      await new Promise((resolve) => soon(resolve));
      if (stray !== undefined) return `nobody waited for: ${messageOf(stray)}`;
      if (mutant === undefined) this.durations[test.id] ??= performance.now() - before;
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      switchboard.activeMutant = undefined;
      switchboard.currentTestId = undefined;
    }
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'kept-tests', KeptTests),
  declareValuePlugin(PluginKind.Ignore, 'sample', new Sample(Number(process.env['STELE_MUTATION_SAMPLE'] ?? 1))),
];
