/**
 * Deletes each add-on in a copy of the checkout, then all of them, and checks that the core works without: types fit, the
 * core compiles, `npm start` serves the bookshop, and a missing command names the missing add-on. Without any add-on the
 * tests of the core that can notice it run as well.
 *
 * Run from a checkout after `npm ci`: node .ci/delete-and-see.mjs [add-on …]; `all` for all of them at once.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A command of each add-on, if it brings one; and a page, if it has one. */
const ADD_ONS = {
  describe: { command: ['types', 'data/bookshop'], page: '/openapi.json' },
  explorer: { page: '/explore' },
  import: { command: ['import', 'csv', 'data'] },
  sql: { command: ['load', 'data/bookshop', '--to', 'postgres://nobody@127.0.0.1:1/none'] },
  tune: { command: ['log', 'import', 'access.log'] },
};

/** Tests of the whole product: its rules, docs, promises, deployment and measurements name every add-on. */
const OF_THE_WHOLE = [
  'test/architecture',
  'test/bench',
  'test/docs',
  'test/system/browser',
  'test/system/deploy',
  'test/system/golden/promises.test.ts',
  // It starts a program of testing/, which is not compiled here.
  'test/server/follow/first-snapshot.test.ts',
  'soak/test',
];

/** The report of tests, and CI's rule to skip nothing, are those of the whole checkout. */
const { STELE_TEST_REPORT: _, CI: __, ...env } = process.env;

function run(folder, program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env, ...options });
  return { status, text: `${stdout}${stderr}` };
}

function mustRun(folder, what, program, args, options) {
  const { status, text } = run(folder, program, args, options);
  if (status === 0) return;
  const failures = [...new Set(text.split('\n').filter((line) => line.includes(' FAIL ')))];
  throw new Error(`${what} failed with ${status}:\n${failures.join('\n')}\n${text.slice(-4000)}`);
}

/** A copy of the files that git knows, with the same node_modules. */
function copyOfCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'stele-without-'));
  const files = run(root, 'git', ['ls-files', '-co', '--exclude-standard', '-z'], { maxBuffer: 2 ** 26 }).text;
  const list = join(folder, '.files');
  const there = files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  writeFileSync(list, there.join('\0'));
  mustRun(root, 'the copy', 'tar', ['--null', '-T', list, '-cf', join(folder, '.tar')]);
  mustRun(folder, 'the copy', 'tar', ['-xf', '.tar']);
  for (const name of ['.files', '.tar']) rmSync(join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function seeServing(folder, missing) {
  const port = await freePort();
  const server = spawn(process.execPath, ['dist/package/start.js', '--port', String(port)], {
    cwd: folder,
    stdio: 'ignore',
  });
  try {
    let books;
    for (let tries = 0; books === undefined && tries < 100; tries += 1) {
      await sleep(200);
      books = await fetch(`http://127.0.0.1:${port}/delivery/jsonapi/book?page[limit]=1`).catch(() => undefined);
    }
    if (books?.status !== 200) throw new Error('npm start does not serve the bookshop');
    const { meta } = await books.json();
    if (!(meta?.page?.total > 1 || meta?.total > 1))
      throw new Error(`npm start serves no books: ${JSON.stringify(meta)}`);
    for (const name of Object.keys(ADD_ONS)) {
      const { page } = ADD_ONS[name];
      if (page === undefined) continue;
      const { status } = await fetch(`http://127.0.0.1:${port}${page}`);
      const wanted = missing.includes(name) ? 404 : 200;
      if (status !== wanted) throw new Error(`${page} answers ${status} and not ${wanted}`);
    }
  } finally {
    server.kill('SIGTERM');
  }
}

function seeCommands(folder, missing) {
  for (const name of missing) {
    const { command } = ADD_ONS[name];
    if (command === undefined) continue;
    const { status, text } = run(folder, process.execPath, ['dist/src/cli/main.js', ...command]);
    if (status !== 1 || !text.includes(`This installation does not have "stele ${command[0]}"`))
      throw new Error(`stele ${command.join(' ')} ended with ${status} and does not say what is missing:\n${text}`);
  }
}

/** Removes the tests of a folder, or one test; files of the folder that other tests import stay. */
function removeTests(path) {
  if (path.endsWith('.test.ts')) return rmSync(path);
  for (const name of readdirSync(path, { recursive: true })) if (name.endsWith('.test.ts')) rmSync(join(path, name));
}

/** @returns the paths of the checkout that a file of it imports */
function importsOf(folder, path) {
  const text = readFileSync(join(folder, path), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, specifier]) => join(dirname(path), specifier).replace(/\.js$/, '.ts'))
    .filter((imported) => existsSync(join(folder, imported)) && !imported.endsWith('.json'));
}

/**
 * Whether a test could notice that an add-on is missing: something that it imports, directly or through others, loads
 * add-ons (`src/addons`, the commands, the server, the client) or starts a program.
 */
function canNotice(folder, test) {
  const reached = new Set([test]);
  // A set yields what is added to it while it is walked.
  for (const path of reached) {
    if (/^src\/(addons|cli|server|client)\/|^testing\/cli\//.test(path)) return true;
    if (/'node:child_process'/.test(readFileSync(join(folder, path), 'utf8'))) return true;
    for (const imported of importsOf(folder, path)) reached.add(imported);
  }
  return false;
}

/** Removes the tests that a missing add-on cannot change: `npm test` has run them. @returns how many files are left */
function removeUnaffectedTests(folder) {
  const tests = readdirSync(join(folder, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name));
  const unaffected = tests.filter((test) => !canNotice(folder, test));
  for (const test of unaffected) rmSync(join(folder, test));
  return tests.length - unaffected.length;
}

async function see(label, missing, withTests) {
  const startMs = Date.now();
  const folder = copyOfCheckout();
  try {
    for (const name of missing) rmSync(join(folder, 'addons', name), { recursive: true });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    mustRun(folder, 'the type check of the core', process.execPath, [tsc, '--project', 'tsconfig.core.json']);
    // Benchmarks and soaks compare whole products, and import add-ons that are missing here.
    const production = readFileSync(join(folder, 'tsconfig.production.json'), 'utf8');
    writeFileSync(
      join(folder, 'tsconfig.build.json'),
      production.replace('./tsconfig.build.json', './tsconfig.all.json'),
    );
    writeFileSync(join(folder, 'tsconfig.all.json'), readFileSync(join(root, 'tsconfig.build.json'), 'utf8'));
    mustRun(folder, 'compiling', process.execPath, ['compile.mjs']);
    seeCommands(folder, missing);
    await seeServing(folder, missing);
    if (withTests) {
      for (const name of OF_THE_WHOLE) removeTests(join(folder, name));
      const affectedCount = removeUnaffectedTests(folder);
      if (affectedCount < 100) throw new Error(`only ${affectedCount} test files are left; is canNotice still right?`);
      console.log(`${affectedCount} test files can notice missing add-ons`);
      mustRun(
        folder,
        'the tests of the core',
        process.execPath,
        [join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
        {
          maxBuffer: 2 ** 28,
        },
      );
    }
    console.log(`without ${label}: the core goes on (${Math.round((Date.now() - startMs) / 1000)} s)`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
const names = Object.keys(ADD_ONS);
for (const name of asked.length === 0 ? names : asked.filter((one) => one !== 'all')) await see(name, [name], false);
if (asked.length === 0 || asked.includes('all')) await see('any add-on', names, true);
