/**
 * `describe`, `it` and the hooks as the mutated rooms' tests use them, kept as lists that can be run again and again in
 * one process. Only what those tests use is here: another member fails where it is called.
 *
 * Elsewhere: which test meets which mutant (runner); waiting and timers (waiting).
 */
import { basename } from 'node:path';
import { format } from 'node:util';

export { expect, vi } from './waiting.js';

type Body = () => unknown;

export interface Suite {
  readonly parent: Suite | undefined;
  readonly name: string;
  readonly before: Body[];
  readonly after: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
  prepared: boolean;
}

export interface Test {
  /** File, suites and name. */
  readonly id: string;
  /** Absolute, as it was written: what has changed in it is tried again. */
  readonly file: string;
  readonly name: string;
  readonly suite: Suite;
  readonly body: Body;
}

const newSuite = (name: string, parent: Suite | undefined): Suite => ({
  parent,
  name,
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
  prepared: false,
});

let currentFile = '';
let current = newSuite('', undefined);
const suites: Suite[] = [];
const tests = new Map<string, Test>();

/** Imports a file of tests. @returns the tests of all files so far, by id, in the order they stand. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<ReadonlyMap<string, Test>> {
  currentFile = file;
  current = newSuite(basename(file), undefined);
  suites.push(current);
  await load();
  return tests;
}

/** Runs the `beforeAll`s of the suite and those around it, unless they have run. */
export async function prepare(suite: Suite): Promise<void> {
  if (suite.prepared) return;
  if (suite.parent !== undefined) await prepare(suite.parent);
  suite.prepared = true;
  for (const body of suite.before) await body();
}

/** Runs what the suite and those around it want to run before each of their tests, the outermost first. */
export async function begin(suite: Suite): Promise<void> {
  if (suite.parent !== undefined) await begin(suite.parent);
  for (const body of suite.beforeEach) await body();
}

/** What the test that runs wants to have run after it, the last first. */
const finishing: Body[] = [];

/** Runs what the test, its suite and those around it want to run after it, the innermost first. */
export async function finish(suite: Suite): Promise<void> {
  for (const body of finishing.splice(0).reverse()) await body();
  for (let outer: Suite | undefined = suite; outer !== undefined; outer = outer.parent) {
    for (const body of outer.afterEach) await body();
  }
}

/** Runs every `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const suite of suites) for (const body of suite.after) await body();
}

function describeOne(name: string, body: Body): void {
  const outer = current;
  current = newSuite(`${outer.name} > ${name}`, outer);
  suites.push(current);
  body();
  current = outer;
}

function itOne(name: string, options: Body | object, body?: Body): void {
  const run = typeof options === 'function' ? (options as Body) : body;
  if (run === undefined) throw new Error(`the test “${name}” has no body`);
  const full = `${current.name} > ${name}`;
  let id = full;
  for (let again = 2; tests.has(id); again += 1) id = `${full} (${again})`;
  tests.set(id, { id, file: currentFile, name: full, suite: current, body: run });
}

/** As vitest's `each`: a row that is an array is the arguments, `%s` and its kind are replaced in the name. */
const each =
  (define: (name: string, body: Body) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, options: unknown, body?: (...row: unknown[]) => unknown): void => {
    const run = (typeof options === 'function' ? options : body) as (...row: unknown[]) => unknown;
    for (const [number, row] of rows.entries()) {
      const values: unknown[] = Array.isArray(row) ? row : [row];
      const places = name.match(/%[sdifjo]/g)?.length ?? 0;
      define(`${format(name, ...values.slice(0, places))} [${number}]`, () => run(...values));
    }
  };

const nothing = (): void => undefined;

export const describe = Object.assign(describeOne, {
  each: each(describeOne),
  runIf: (condition: unknown) => (condition ? describeOne : nothing),
  skipIf: (condition: unknown) => (condition ? nothing : describeOne),
});
export const it = Object.assign(itOne, {
  each: each(itOne),
  skip: nothing,
  runIf: (condition: unknown) => (condition ? itOne : nothing),
  skipIf: (condition: unknown) => (condition ? nothing : itOne),
});
export const test = it;
export const beforeAll = (body: Body): void => void current.before.push(body);
export const beforeEach = (body: Body): void => void current.beforeEach.push(body);
export const afterAll = (body: Body): void => void current.after.push(body);
export const afterEach = (body: Body): void => void current.afterEach.push(body);
export const onTestFinished = (body: Body): void => void finishing.push(body);
