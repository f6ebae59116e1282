/**
 * One build in a process of its own, so that its peak memory can be measured. Prints the figures as JSON.
 *
 *     contestant.js stele <export> <new folder> <threads> <memory in bytes>
 *     contestant.js sqlite <export> <new file>
 *     contestant.js postgres <export> <URL of a database> <threads> <memory in bytes>
 */
import { tmpdir } from 'node:os';
import { loadSpace, parseAddress } from '../../addons/sql/index.js';
import { buildSnapshot, withLeanSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { modelOf } from '../harness/input/rows.js';
import { CONNECTIONS } from '../harness/postgres.js';
import { openDatabase } from '../harness/sqlite/driver.js';
import { loadDatabase } from '../harness/sqlite/load.js';
import { quoted } from '../harness/sqlite/schema.js';
import type { Outcome } from './run-contestant.js';
import { countItems, SCHEMA } from './run-contestant.js';

async function stele(source: string, out: string, threads: number, memoryBytes: number) {
  const options = { files: diskFiles, strict: true, threads, memoryBytes };
  const { items, snapshot: id, steps, types, structures } = await buildSnapshot(source, out, options);
  const work = [
    ...types.map(({ readingSeconds }) => ({ name: 'reading', seconds: readingSeconds })),
    ...structures.map(({ structure, seconds }) => ({ name: structure, seconds })),
  ];
  return {
    items,
    id,
    steps: summed(steps.map(({ step, seconds }) => ({ name: step.split(' ')[0] ?? step, seconds }))),
    work: summed(work).toSorted(([, a], [, b]) => b - a),
  };
}

/** @returns the seconds of each name, in the order of first sight */
function summed(parts: readonly { readonly name: string; readonly seconds: number }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { name, seconds } of parts) sums.set(name, (sums.get(name) ?? 0) + seconds);
  return [...sums];
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

/** Builds as the command does. */
function postgres(source: string, url: string, threads: number, memoryBytes: number) {
  const reading = { files: diskFiles, strict: true, threads, memoryBytes };
  return withLeanSnapshot(source, tmpdir(), reading, async ({ space, model }) => {
    const into = { schema: SCHEMA, model, connections: CONNECTIONS, keep: 2, shrunk: () => [] };
    const { schema } = await loadSpace(space, parseAddress(url), into);
    return { items: await countItems(url, schema, [...model.contentTypes.keys()]) };
  });
}

function build(): Omit<Outcome, 'seconds' | 'peakBytes'> | Promise<Omit<Outcome, 'seconds' | 'peakBytes'>> {
  switch (kind) {
    case 'sqlite':
      return sqlite(source, out);
    case 'postgres':
      return postgres(source, out, Number(threads), Number(memoryBytes));
    default:
      return stele(source, out, Number(threads), Number(memoryBytes));
  }
}

const [, , kind, source = '', out = '', threads, memoryBytes] = process.argv;
const startedNs = process.hrtime.bigint();
const built = await build();
const outcome: Outcome = {
  ...built,
  seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(outcome));
