/**
 * Compiles a checkout into `dist`: `npm ci` runs it, and `npm run compile`.
 *
 * `npm ci --omit=dev` installs no compiler. The one that package-lock.json names is then fetched into npm's cache and
 * used once, without checking types, for which it would need the types of all libraries; and only what operators run
 * is compiled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

const compiler = 'node_modules/typescript/bin/tsc';
if (existsSync(compiler)) {
  run(process.execPath, [compiler, '--project', 'tsconfig.build.json']);
} else {
  const { version } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/typescript'];
  console.error(`compiling with TypeScript ${version}, which does not stay in node_modules`);
  const fetched = ['exec', '--yes', '--include=optional', `--package=typescript@${version}`, '--', 'tsc'];
  // On Windows npm is a script, which only a shell can start.
  run('npm', [...fetched, '--project', 'tsconfig.production.json'], { shell: process.platform === 'win32' });
}
