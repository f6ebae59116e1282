/**
 * Puts the parts of ECharts that plots need into the one compiled module that imports them, so that stele runs where
 * ECharts is not installed. The licences of what it contains lie beside. Run by `compile.mjs`.
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
