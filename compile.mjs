/**
 * Compiles a checkout into `dist`: `npm ci` runs it, and `npm run compile`.
 *
 * `npm ci --omit=dev` installs no compiler, and nothing that the explorer and the plots are bundled with. What package-lock.json names is
 * then fetched into npm's cache and used once: the compiler without checking types, for which it would need the types of
 * all libraries; and only what operators run is compiled. The same holds for Swagger UI, whose files
 * draw `/docs` and are copied beside what serves them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** @returns what package-lock.json says of a package */
function locked(name) {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];
}

/** Copies the files of `/docs`; out of the package as npm fetches it, where it is not installed. */
async function copyReference() {
  const name = 'swagger-ui-dist';
  const target = 'dist/src/server/pages/reference';
  mkdirSync(target, { recursive: true });
  const copy = (folder) => {
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
      copyFileSync(join(folder, file), join(target, file));
    }
  };
  if (existsSync(`node_modules/${name}`)) {
    copy(`node_modules/${name}`);
    return;
  }
  const { version, integrity } = locked(name);
  const folder = mkdtempSync(join(tmpdir(), 'stele-compile-'));
  try {
    const npm = { shell: process.platform === 'win32', stdio: ['ignore', 'ignore', 'inherit'] };
    run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], npm);
    const packed = join(folder, `${name}-${version}.tgz`);
    if (`sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}` !== integrity) {
      throw new Error(`${name} ${version} is not what package-lock.json names`);
    }
    run('tar', ['-xzf', packed, '-C', folder]);
    copy(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const compiler = 'node_modules/typescript/bin/tsc';
const bundlers = ['explorer/bundle.mjs', 'src/tune/plots/bundle.mjs', 'bundle.mjs'];

await copyReference();

if (existsSync(compiler)) {
  run(process.execPath, [compiler, '--project', 'tsconfig.build.json']);
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
