/**
 * `npm run soak:wxr -- [--bytes 2g] [--limit 300m] [--seed 1]`: measures the memory of importing a large WordPress
 * export, and checks that all items were imported.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { ImportReport } from '../../addons/import/index.js';
import { sizeParser } from '../../src/cli/arguments.js';
import { anyNumber, conclude } from '../options.js';
import { type WrittenSite, writeSite } from './site.js';

const bytes = sizeParser(1, 'Give bytes such as 500m or 2g.');

const options = new Command('soak:wxr')
  .description('Imports a WordPress export of any size, and looks how much memory that takes.')
  .option('--bytes <n>', 'how large the export is', bytes, 2e9)
  .option('--limit <n>', 'how much memory the import may take', bytes, 300e6)
  .option('--seed <n>', 'another seed, another site', anyNumber, 1)
  .option('--folder <folder>', 'where the export lies meanwhile: three times its size is needed', tmpdir())
  .parse()
  .opts();

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const megabytes = (size: number): string => `${(size / 1e6).toFixed(size < 10e6 ? 1 : 0)} MB`;
const secondsSince = (startMs: number): string => `${((performance.now() - startMs) / 1000).toFixed(0)} s`;

/** @returns the report of the import, and the most memory that it used */
async function runImport(folder: string): Promise<{ readonly report: ImportReport; readonly peakBytes: number }> {
  const [peakFile, out] = [join(folder, 'peak'), join(folder, 'export')];
  const child = spawn(
    process.execPath,
    [
      ...['--import', new URL('peak.js', import.meta.url).href, beside('../../package/stele.js')],
      ...['import', 'wordpress', join(folder, 'site.xml'), '--out', out],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, STELE_PEAK_FILE: peakFile } },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  const report: ImportReport = JSON.parse(await readFile(join(out, 'import.json'), 'utf8'));
  return { report, peakBytes: Number(await readFile(peakFile, 'utf8')) };
}

/** @returns a description of each type whose number of imported items differs from the number written */
function missing(site: WrittenSite, report: ImportReport): readonly string[] {
  const came = new Map(report.types.map(({ name, items }) => [name, items]));
  const wrong = Object.entries(site.items)
    .filter(([type, written]) => came.get(type) !== written)
    .map(([type, written]) => `${type}: ${written} items were written, ${came.get(type) ?? 0} came`);
  const drafts = report.leftOut.filter(({ reason }) => reason === 'a draft').reduce((sum, { count }) => sum + count, 0);
  return drafts === site.drafts ? wrong : [...wrong, `${site.drafts} drafts were written, ${drafts} are told of`];
}

const folder = await mkdtemp(join(options.folder, 'stele-wxr-'));
try {
  let startMs = performance.now();
  const site = await writeSite(join(folder, 'site.xml'), options.bytes, options.seed);
  const items = Object.values(site.items).reduce((sum, each) => sum + each, 0);
  console.log(`wrote ${megabytes(site.bytes)} of WXR with ${items} items to be seen in ${secondsSince(startMs)}`);
  startMs = performance.now();
  const { report, peakBytes } = await runImport(folder);
  const wrong = [...missing(site, report)];
  if (peakBytes > options.limit)
    wrong.push(`${megabytes(peakBytes)} of memory, where ${megabytes(options.limit)} are the limit`);
  conclude(
    'wxr',
    `${megabytes(site.bytes)} imported in ${secondsSince(startMs)}: ${report.items} items, ${megabytes(peakBytes)} of memory at most; seed ${options.seed}`,
    wrong,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
