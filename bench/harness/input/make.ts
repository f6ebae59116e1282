/**
 * Makes one of what is to be measured, unless it is there: `make.js export|snapshots|database <items> <seed>`.
 *
 * A process of its own, so that the memory of building is gone when measuring begins.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { CACHE_FOLDER } from '../root.js';
import { loadDatabase } from '../sqlite/load.js';
import { KINDS, type Kind, preparedPaths } from './prepare.js';
import { modelOf } from './rows.js';

/** Makes `path` unless it is there, and removes what older code made in its stead. */
async function cached(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  const startedMs = performance.now();
  const name = path.slice(CACHE_FOLDER.length + 1);
  console.error(`making ${name}`);
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await make(unfinished);
    place(unfinished, path);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const family = name.slice(0, name.lastIndexOf('-') + 1);
  for (const other of readdirSync(CACHE_FOLDER)) {
    if (other.startsWith(family) && other !== name && !other.endsWith('.tmp')) {
      rmSync(join(CACHE_FOLDER, other), { recursive: true, force: true });
    }
  }
  console.error(`made ${name} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Somebody else may have made the same meanwhile, and it is the same: a folder cannot be renamed over theirs. */
function place(unfinished: string, path: string): void {
  try {
    renameSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

async function make(kind: Kind, items: number, seed: number): Promise<void> {
  const paths = preparedPaths(items, seed);
  mkdirSync(CACHE_FOLDER, { recursive: true });
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
