/**
 * `npm run golden [-- --replace]`: adds new names to the promises, and writes the golden snapshot of the current format
 * version.
 *
 * Run it once after the version was raised. An existing golden snapshot is replaced with `--replace` only, for a
 * version that was never released.
 */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { FORMAT_VERSION } from '../../src/format/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { answerOf, GOLDEN, GOLDEN_BYTES_MAXIMUM, goldenFolder, goldenRequests, goldenVersions } from './golden.js';
import { recordPromises } from './promises.js';

const folder = goldenFolder(FORMAT_VERSION);
const snapshots = join(folder, 'snapshots');
await recordPromises();
if (existsSync(folder) && !process.argv.includes('--replace')) {
  console.error(
    `${folder} is there. Raise FORMAT_VERSION when an older reader could misread what is written now; give --replace only for a version that was never released.`,
  );
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true, force: true });
  await buildSnapshot(join(GOLDEN, 'export'), snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  const answers = goldenRequests().map(
    (target) => `${JSON.stringify(target)}: ${JSON.stringify(answerOf(space, target))}`,
  );
  writeFileSync(join(folder, 'answers.json'), `{\n${answers.join(',\n')}\n}\n`);
  const versions = [...new Set([...goldenVersions(), FORMAT_VERSION])].sort((a, b) => a - b);
  writeFileSync(join(GOLDEN, 'versions.json'), `${JSON.stringify(versions)}\n`);
  const byteLength = readdirSync(snapshots, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(snapshots, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
  console.log(`wrote ${folder}: ${byteLength} bytes, at most ${GOLDEN_BYTES_MAXIMUM}`);
}
