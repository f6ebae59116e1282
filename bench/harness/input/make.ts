/**
 * Makes one input of the benchmarks, unless it exists: `make.js export|snapshots|database <items> <seed>`.
 *
 * It runs in a process of its own, so that the memory of the build is free when the measurement starts.
 */

import { availableParallelism } from 'node:os';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { loadDatabase } from '../sqlite/load.js';
import { cached, KINDS, type Kind, preparedPaths } from './prepare.js';
import { modelOf } from './rows.js';

async function make(kind: Kind, items: number, seed: number): Promise<void> {
  const paths = preparedPaths(items, seed);
  await cached(paths[kind], async (unfinished) => {
    switch (kind) {
      case 'export':
        await generateExport(unfinished, { items, seed, profile: 'engine' });
        return;
      case 'snapshots':
        await buildSnapshot(paths.export, unfinished, {
          files: diskFiles,
          strict: true,
          threads: availableParallelism(),
        });
        return;
      case 'database':
        loadDatabase(unfinished, paths.export, modelOf(paths.export));
        return;
    }
  });
}

const [, , wanted, items, seed] = process.argv;
const kind = KINDS.find((name) => name === wanted);
if (kind === undefined) throw new Error('Wanted: make.js export|snapshots|database <items> <seed>.');
await make(kind, Number(items), Number(seed));
