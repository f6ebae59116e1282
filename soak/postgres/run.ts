/**
 * Worlds loaded into a server, and asked there.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../bench/harness/root.js';
import { generateExport } from '../../data/generate/generate.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { addressOf, type LoadedSpace, loadSpace, withLoaded } from '../../src/sql/index.js';
import { caseFromSeed } from '../../test/system/oracle/arbitraries/index.js';
import { localizedWorlds, type World, worldFrom, worldOfExport } from '../answers/worlds.js';
import { compareSql, type SqlTally } from './compare.js';

const statementLimitMs = 60_000;

/** Loads a space under a name of its own, and has it asked. @param url of the database */
async function withLoad<Result>(
  url: string,
  schema: string,
  space: Space,
  use: (loaded: LoadedSpace) => Promise<Result>,
): Promise<Result> {
  const address = addressOf(url);
  await loadSpace(space, address, { schema, connections: 4, keep: 2, shrunk: () => [] });
  return withLoaded(address, schema, statementLimitMs, use);
}

export interface Shares {
  readonly queries: number;
  readonly documents: number;
}

/** @param worlds of one space: one, or one for each of its locales; the shares are each one's */
export async function askLoaded(
  url: string,
  schema: string,
  worlds: readonly World[],
  seed: number,
  shares: Shares,
): Promise<readonly SqlTally[]> {
  const [first] = worlds;
  if (first === undefined) return [];
  return withLoad(url, schema, first.locale?.whole ?? first.space, async (loaded) => {
    const tallies: SqlTally[] = [];
    for (const world of worlds) tallies.push(await compareSql(world, loaded, seed, shares));
    return tallies;
  });
}

export const TATE = join(ROOT, '..', 'shared', 'datasets', 'tate');
export const hasTate = (): boolean => existsSync(TATE);

/** How many queries and documents a small random space is asked. */
const SMALL: Shares = { queries: 150, documents: 50 };
const generatedItems = 20_000;

async function generatedWorld(seed: number): Promise<World> {
  const folder = join(tmpdir(), `stele-postgres-${process.pid}`);
  try {
    await generateExport(folder, { items: generatedItems, seed });
    return await worldOfExport('generated export', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Small random spaces, with locales and without, a generated export, and the Tate collection where it is there.
 *
 * @param count of queries and documents together, about
 */
export async function* askAll(url: string, count: number, seed: number): AsyncGenerator<SqlTally> {
  const large: Shares = { queries: Math.ceil(count * 0.08), documents: Math.ceil(count * 0.02) };
  let asked = 0;
  const ask = async function* (schema: string, worlds: readonly World[], own: number, shares: Shares) {
    for (const tally of await askLoaded(url, schema, worlds, own, shares)) {
      asked += tally.asked + tally.documents;
      yield tally;
    }
  };
  yield* ask('generated', [await generatedWorld(seed)], seed, large);
  if (hasTate()) yield* ask('tate', [await worldOfExport('Tate', TATE)], seed, large);
  for (let own = seed; asked < count; own += 1) {
    const { space } = caseFromSeed(own);
    const name = `small space ${own}`;
    const worlds =
      own % 3 === 0 ? await localizedWorlds(name, space, own) : [await worldFrom(name, space, own % 2 === 0)];
    yield* ask(`small_${own}`, worlds, own, SMALL);
  }
}
