/**
 * Bundles what was compiled into `dist/package`, as the package has it: some hundred files instead of a thousand, and the
 * declarations of what programs import. Names stay as they are, so that a stack tells where something happened.
 *
 * All files lie in one folder: a thread's program is found beside whatever starts it, as it is among the modules.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync, root } from './bundling.mjs';
import { builderCodeOf } from './dist/build/publish/incremental/builder-version.js';

const dist = join(root, 'dist');
const out = join(dist, 'package');
const library = 'src/client/library/index';
/** Runs where there is no Node.js: what it shares with the others needs none either. */
const client = 'src/client/http/index';

/** The doors of the add-ons that are there, each a bundle that src/addons/load.ts finds by its name. */
const addOns = existsSync(join(root, 'addons')) ? readdirSync(join(root, 'addons')) : [];
const doors = Object.fromEntries(addOns.map((name) => [`addon-${name}`, `dist/addons/${name}/index.js`]));

rmSync(out, { recursive: true, force: true });
buildSync({
  absWorkingDir: root,
  entryPoints: {
    stele: 'dist/src/cli/stele.js',
    start: 'dist/data/start.js',
    library: `dist/${library}.js`,
    client: `dist/${client}.js`,
    ...doors,
    'serving-thread': 'dist/src/server/threads/serving-thread.js',
    'loader-thread': 'dist/src/server/follow/loader-thread.js',
    'follower-thread': 'dist/src/ship/replicate/follow/follower-thread.js',
    'segment-thread': 'dist/build/segment/segment-thread.js',
  },
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  target: 'node20.19',
  // Types of libraries, to which the project's own has paths, are none to bundle.
  tsconfigRaw: {},
  charset: 'utf8',
  // A build is told from those of other programs by the code of its rooms, which lies scattered here.
  define: { BUILDER_CODE: JSON.stringify(builderCodeOf(dist)) },
  logLevel: 'warning',
});

/** Copies declarations with all that they name. */
function declare(file, known = new Set()) {
  if (known.has(file)) return;
  known.add(file);
  const to = join(out, 'types', relative(dist, file));
  mkdirSync(dirname(to), { recursive: true });
  cpSync(file, to);
  for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.js['"]/g)) {
    declare(join(dirname(file), `${named}.d.ts`), known);
  }
}
for (const name of [library, client]) declare(join(dist, `${name}.d.ts`));
const licences = join(dist, 'addons/tune/plots/LICENSES.txt');
if (existsSync(licences)) cpSync(licences, join(out, 'LICENSES.txt'));
