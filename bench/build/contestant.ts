/**
 * One build in a process of its own, so that its peak memory is its own:
 * `contestant.js stele <export> <new folder> <threads> <memory in bytes>` or `contestant.js sqlite <export> <new file>`.
 *
 * Prints what came of it as JSON.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/files/index.js';
import { modelOf } from '../harness/input/model.js';
import { openDatabase } from '../harness/sqlite/driver.js';
import { loadDatabase } from '../harness/sqlite/load.js';
import { quoted } from '../harness/sqlite/schema.js';

/** What a contestant says of its build. */
export interface Outcome {
  readonly items: number;
  /** Of the snapshot; of a database none. */
  readonly id?: string;
  readonly seconds: number;
  /** The most that the process had in memory. */
  readonly peakBytes: number;
}

async function stele(source: string, out: string, threads: number, memoryBytes: number) {
  const { items, snapshot } = await buildSnapshot(source, out, {
    files: diskFiles,
    strict: true,
    threads,
    memoryBytes,
  });
  return { items, id: snapshot };
}

function sqlite(source: string, path: string) {
  const model = modelOf(source);
  loadDatabase(path, source, model);
  const database = openDatabase(path, { readonly: true });
  const counts = [...model.contentTypes.keys()].map((type) =>
    Number(
      database
        .prepare(`SELECT count(*) FROM ${quoted(type)}`)
        .pluck()
        .get(),
    ),
  );
  database.close();
  return { items: counts.reduce((sum, count) => sum + count, 0) };
}

const [, , kind, source = '', out = '', threads, memoryBytes] = process.argv;
const startedNs = process.hrtime.bigint();
const built = kind === 'sqlite' ? sqlite(source, out) : await stele(source, out, Number(threads), Number(memoryBytes));
const outcome: Outcome = {
  ...built,
  seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(outcome));
