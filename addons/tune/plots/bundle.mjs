/**
 * Bundles the used parts of ECharts into the compiled module that imports them, so that stele runs without ECharts
 * being installed. Writes the licences of the bundled libraries next to it. Run by `compile.mjs`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync, libraries, licencesOf, root } from '../../../bundling.mjs';

const folder = join(root, 'dist', 'addons', 'tune', 'plots');
const { metafile } = buildSync({
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
  metafile: true,
  absWorkingDir: root,
});
writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(metafile, root));
