/**
 * Compiles a checkout into `dist`: `npm ci` runs it, and `npm run compile`.
 *
 * `npm ci --omit=dev` installs no compiler, and nothing that the explorer and the plots are bundled with. What package-lock.json names is
 * then fetched into npm's cache and used once: the compiler without checking types, for which it would need the types of
 * all libraries; and only what operators run is compiled.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

const compiler = 'node_modules/typescript/bin/tsc';
/** An add-on that was removed has nothing to bundle. */
const bundlers = ['addons/explorer/bundle.mjs', 'addons/tune/plots/bundle.mjs', 'bundle.mjs'].filter((file) =>
  existsSync(file),
);

if (existsSync(compiler)) {
  // `npm test` has checked the types of all files before.
  const noCheck = process.argv.includes('--no-check') ? ['--noCheck'] : [];
  run(process.execPath, [compiler, '--project', 'tsconfig.build.json', ...noCheck]);
  for (const bundler of bundlers) run(process.execPath, [bundler]);
} else {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const fetched = (...names) => [
    ...['exec', '--yes', '--include=optional'],
    ...names.map((name) => `--package=${name}@${packages[`node_modules/${name}`].version}`),
    '--',
  ];
  // On Windows npm is a script, which only a shell can start.
  const options = { shell: process.platform === 'win32' };
  console.error(
    `compiling with TypeScript ${packages['node_modules/typescript'].version}, which does not stay in node_modules`,
  );
  run('npm', [...fetched('typescript'), 'tsc', '--project', 'tsconfig.production.json'], options);
  const libraries = fetched('esbuild', 'preact', '@preact/signals', 'marked', 'dompurify', 'echarts', 'entities');
  for (const bundler of bundlers) run('npm', [...libraries, 'node', bundler], options);
}

// So that `npx stele` runs in a checkout, where npm installs no link to it.
chmodSync('dist/src/cli/main.js', 0o755);
