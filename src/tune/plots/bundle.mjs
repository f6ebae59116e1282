/**
 * Puts the parts of ECharts that plots need into the one compiled module that imports them, so that stele runs where
 * ECharts is not installed. Its licence lies beside.
 *
 * Run by `compile.mjs`. Libraries are those of node_modules, or where they are not installed, those that `npm exec` has
 * put before all others on the path of programs.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const folder = join(root, 'dist', 'src', 'tune', 'plots');
const libraries = [
  join(root, 'node_modules'),
  ...(process.env.PATH ?? process.env.Path ?? '')
    .split(delimiter)
    .filter((path) => basename(path) === '.bin')
    .map((path) => dirname(path)),
];
const require = createRequire(import.meta.url);
const { buildSync } = require(require.resolve('esbuild', { paths: libraries.map((path) => dirname(path)) }));

buildSync({
  entryPoints: [join(folder, 'library.js')],
  outfile: join(folder, 'library.js'),
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20.19',
  charset: 'utf8',
  legalComments: 'none',
  nodePaths: libraries,
  logLevel: 'warning',
});

const echarts = libraries.map((path) => join(path, 'echarts')).find((path) => existsSync(path));
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(echarts, name), join(folder, `ECHARTS-${name}`));
