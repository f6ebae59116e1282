/**
 * Serves the Tate collection under a small limit of memory, with large answers and swaps, and prints what happened.
 *
 *     npm run soak:memory -- --minutes 5 --threads 1,2,4 --limit 300
 *
 * The server must not be killed, must answer no request with 5xx, and must complete every swap. If the limit has no room for all
 * threads, it starts fewer; the table says how many.
 */
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Command, InvalidArgumentError } from 'commander';
import { buildSnapshot } from '../../build/publish/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { listSnapshots } from '../../src/index/snapshot/index.js';
import { newerNode } from '../../testing/other-nodes.js';
import { ROOT } from '../../testing/root.js';
import { anyNumber, between, conclude, runSoak } from '../options.js';
import { type RunResult, runOnce } from './run.js';

const TATE = join(ROOT, '..', 'shared', 'datasets', 'tate');

function parseThreadCounts(text: string): readonly number[] {
  const counts = text.split(',').map(Number);
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 16)) return counts;
  throw new InvalidArgumentError('Give numbers of threads, such as 1,2,4.');
}

const readOptions = (args: readonly string[]) =>
  new Command('soak:memory')
    .description('serve the Tate collection under a limit of memory')
    .option('--minutes <number>', 'duration of each run', between(0.05, 600), 5)
    .option('--threads <numbers>', 'a run for each of these numbers of threads', parseThreadCounts, [1, 2, 4])
    .option('--limit <megabytes>', 'limit of memory', between(64, 100_000), 300)
    .option('--swaps <number>', 'swaps of the snapshot in each run', anyNumber, 20)
    .option('--seed <number>', 'another seed, other requests', anyNumber, 1)
    .option('--folder <path>', 'build the snapshots here, and use them again if they are there')
    .option('--items <number>', 'only so many artworks; 0: all', anyNumber, 0)
    .option('--default-arenas', 'without the variables of the C library for little memory')
    .option('--serve <arguments>', 'further arguments of the server, separated by spaces', '')
    .parse(args, { from: 'user' })
    .opts();

/** @returns the first lines of a stream of texts */
async function* takeLines(chunks: AsyncIterable<string>, lineCount: number): AsyncGenerator<string> {
  let remainingLines = lineCount;
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    const isLast = lines.length > remainingLines;
    yield isLast ? `${lines.slice(0, remainingLines).join('\n')}\n` : chunk;
    if (isLast) return;
    remainingLines -= lines.length - 1;
  }
}

/** @param items number of artworks; 0: all */
async function unpackExport(folder: string, items: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(TATE, 'model.json'), join(folder, 'model.json'));
  for (const name of readdirSync(TATE).filter((file) => file.endsWith('.ndjson.gz'))) {
    const target = createWriteStream(join(folder, name.slice(0, -'.gz'.length)));
    const text = createReadStream(join(TATE, name)).pipe(createGunzip()).setEncoding('utf8');
    const isCut = items > 0 && name.startsWith('artwork');
    await pipeline(isCut ? takeLines(text, items) : text, target);
  }
}

/** Builds two snapshots: the collection, and the collection with other titles of its artworks. */
async function buildSnapshots(folder: string, items: number): Promise<readonly SnapshotId[]> {
  const exportFolder = join(folder, 'export');
  await unpackExport(exportFolder, items);
  const build = async (): Promise<SnapshotId> => {
    const report = await buildSnapshot(exportFolder, join(folder, 'snapshots'), { files: diskFiles, strict: false });
    return report.snapshot;
  };
  const first = await build();
  const path = join(exportFolder, 'artwork.ndjson');
  const changed = `${path}.changed`;
  await pipeline(
    createReadStream(path, 'utf8'),
    async function* (chunks: AsyncIterable<string>) {
      for await (const chunk of chunks) yield chunk.replaceAll('"title":"T', '"title":"A t');
    },
    createWriteStream(changed),
  );
  rmSync(path);
  cpSync(changed, path);
  rmSync(changed);
  return [first, await build()];
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

const tableRow = (result: RunResult) => {
  const { threads, startedThreads, requests, bytes, serverErrors, otherErrors, swaps, peakBytes, isKilled } = result;
  return {
    threads,
    started: startedThreads,
    requests,
    'answers MB': megabytes(bytes),
    '5xx': serverErrors,
    'other errors': otherErrors,
    swaps,
    'peak MB': megabytes(peakBytes),
    killed: isKilled ? 'yes' : 'no',
  };
};

async function main(args: readonly string[]): Promise<number> {
  const { minutes, threads, limit, swaps, seed, serve, items, defaultArenas, folder: namedFolder } = readOptions(args);
  if (!existsSync(TATE)) {
    console.log('THE TATE DATA SET IS NOT AT ../shared/datasets/tate: SKIPPED');
    return 0;
  }
  const folder = namedFolder ?? mkdtempSync(join(tmpdir(), 'stele-memory-'));
  try {
    const builtSnapshots = await listSnapshots(diskFiles, join(folder, 'snapshots')).catch(() => []);
    const snapshots =
      builtSnapshots.length === 2 ? builtSnapshots.map(({ id }) => id) : await buildSnapshots(folder, items);
    const serveArguments = serve.split(' ').filter((argument) => argument !== '');
    const results: RunResult[] = [];
    const problems: string[] = [];
    for (const count of threads) {
      const node = count === 1 ? process.execPath : newerNode();
      if (node === undefined) {
        console.log(`NO NODE THAT SHARES A PORT BETWEEN THREADS: ${count} THREADS ARE SKIPPED`);
        continue;
      }
      const common = {
        folder: join(folder, 'snapshots'),
        snapshots,
        limitBytes: limit * 1e6,
        seed,
        serveArguments,
        isLean: defaultArenas !== true,
      };
      const result = await runOnce({ ...common, node, threads: count, seconds: minutes * 60, swaps });
      results.push(result);
      console.log(
        result.log
          .split('\n')
          .filter((line) => line.includes('memory'))
          .slice(0, 3)
          .join('\n'),
      );
      const { isKilled, serverErrors, otherErrors, firstError } = result;
      const isWell = !isKilled && serverErrors === 0 && otherErrors === 0 && result.swaps === swaps;
      if (!isWell)
        problems.push(
          `${count} threads: ${firstError ?? 'killed, or a swap did not happen'}; ${result.log.slice(-2000)}`,
        );
    }
    console.log(`limit ${limit} MB (${results[0]?.method ?? 'no run'}), ${minutes} minutes each`);
    console.table(results.map(tableRow));
    conclude('memory', `${results.length} runs`, problems);
    return problems.length === 0 ? 0 : 1;
  } finally {
    if (namedFolder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await runSoak(main);
