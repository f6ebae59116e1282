/**
 * The command `npm run bench:nights -- [options]`: what does a night cost on which little has changed, and what must a
 * replica copy?
 *
 * Four builds, each in a process of its own, one after the other: a full one; the same export again; the export with one
 * in a hundred articles changed, on from the first; and that export in full, which must give the same snapshot.
 * Exit codes: 0 done, 1 failed or different, 2 wrong usage.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommanderError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { prepareExport } from '../harness/input/prepare.js';
import { type Environment, readEnvironment } from '../harness/results/environment.js';
import { writeResultsFile } from '../harness/results/results-files.js';
import { terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER, RESULTS_FOLDER, ROOT } from '../harness/root.js';
import { buildNight, CHANGED_TYPE, changedExport } from './night.js';
import { type BuildBenchOptions, readBuildOptions } from './options.js';

interface NightsResults {
  readonly items: number;
  readonly seed: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly environment: Environment;
  readonly nights: readonly { readonly name: string; readonly seconds: number; readonly peakBytes: number }[];
  /** Bytes that a replica with the first night's snapshot must copy for the third's. */
  readonly copied: { readonly changedType: number; readonly otherTypes: number; readonly rest: number };
  /** Bytes of the types that have not changed. */
  readonly otherTypesBytes: number;
}

/** @returns bytes of a folder's files by name */
function sumBytes(folder: string, isCounted: (name: string) => boolean): number {
  return readdirSync(folder)
    .filter(isCounted)
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function run(options: BuildBenchOptions): Promise<NightsResults> {
  const source = await prepareExport(options.items, options.seed);
  const scratch = join(CACHE_FOLDER, `nights-${process.pid}.tmp`);
  mkdirSync(scratch, { recursive: true });
  try {
    const out = join(scratch, 'snapshots');
    const full = buildNight('full', source, out, options);
    const again = buildNight('nothing changed', source, out, options);
    const changed = await changedExport(source, join(scratch, 'export'));
    const some = buildNight('1 % of the articles changed', changed, out, options);
    const check = buildNight('the same in full', changed, join(scratch, 'check'), options);
    if (again.id !== full.id) throw new OperationError('Nothing has changed, but the snapshot has.');
    if (some.id !== check.id || some.id === full.id)
      throw new OperationError('The snapshots differ where they must not.');
    const had = new Set(readdirSync(join(out, full.id)));
    const folder = join(out, some.id);
    const isOther = (name: string): boolean =>
      name.endsWith('.segment') && !name.startsWith('joins-') && !name.startsWith(`${CHANGED_TYPE}-`);
    const isChanged = (name: string): boolean => name.startsWith(`${CHANGED_TYPE}-`);
    const { items, seed, threads, memoryBytes } = options;
    return {
      items,
      seed,
      memoryBytes,
      threads,
      environment: readEnvironment(),
      nights: [full, again, some, check].map(({ name, seconds, peakBytes }) => ({ name, seconds, peakBytes })),
      copied: {
        changedType: sumBytes(folder, (name) => !had.has(name) && isChanged(name)),
        otherTypes: sumBytes(folder, (name) => !had.has(name) && isOther(name)),
        rest: sumBytes(
          folder,
          (name) => (name.endsWith('.json') || !had.has(name)) && !isOther(name) && !isChanged(name),
        ),
      },
      otherTypesBytes: sumBytes(folder, isOther),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function tell({ nights, copied, otherTypesBytes }: NightsResults): void {
  const rows = nights.map(({ name, seconds, peakBytes }) => [name, seconds.toFixed(2), megabytes(peakBytes)]);
  const columns = [{ title: '' }, { title: 'seconds', right: true }, { title: 'peak memory', right: true }];
  console.log(terminalTable({ columns, rows }));
  const [full, again] = nights;
  if (full !== undefined && again !== undefined) {
    console.log(`nothing changed ÷ full (target: ≤ 0.1): ${(again.seconds / full.seconds).toFixed(3)}`);
  }
  const share = otherTypesBytes === 0 ? 0 : copied.otherTypes / otherTypesBytes;
  console.log(
    `a replica copies ${megabytes(copied.changedType)} of the changed type, ${megabytes(copied.otherTypes)} of the others, ` +
      `which have ${megabytes(otherTypesBytes)} (target: ~0): ${share.toFixed(4)}; and ${megabytes(copied.rest)} of joins and JSON`,
  );
}

try {
  const options = readBuildOptions(process.argv.slice(2));
  const results = await run(options);
  tell(results);
  if (options.record) console.log(`wrote ${relative(ROOT, writeResultsFile(RESULTS_FOLDER, 'nights', results))}`);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error instanceof OperationError ? error.message : error);
    process.exitCode = 1;
  }
}
