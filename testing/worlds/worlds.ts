/**
 * Spaces for comparisons: the content for the oracle, and a snapshot built from the same export.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildSnapshot } from '../../build/publish/index.js';
import { Random } from '../../data/generate/random.js';
import type { CollectionQuery } from '../../src/engine/query/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space, spaceOf } from '../../src/index/snapshot/index.js';
import { arbitraryQuery } from '../oracle/arbitraries/index.js';
import {
  type Answer,
  ColumnOracle,
  evaluate,
  type OracleItem,
  type OracleSpace,
  readExportNaively,
  writeExport,
} from '../oracle/index.js';
import { LOCALES, localizedSpace, writeLocalizedExport } from '../oracle/locales.js';

export interface World {
  readonly name: string;
  readonly oracle: OracleSpace;
  readonly space: Space;
  /** Requested locale of a space with locales. `space` is the content of that locale, `whole` that of all locales. */
  readonly locale?: { readonly code: string; readonly whole: Space };
  /** @returns the answer of the naive evaluator */
  readonly expected: (query: CollectionQuery) => Answer;
  /** Whether it is too large for documents of the naive evaluator. */
  readonly isLarge: boolean;
}

/** Number of items from which columns save more time than they take to build. */
const columnsFrom = 2000;
/** Number of items of a type from which the values of queries are drawn. */
const drawnFrom = 250;

const itemCount = ({ items }: OracleSpace): number => [...items.values()].reduce((sum, list) => sum + list.length, 0);

function worldOf(name: string, oracle: OracleSpace, space: Space): World {
  const columns = new ColumnOracle(oracle);
  const isLarge = itemCount(oracle) >= columnsFrom;
  const expected: World['expected'] = (query) => (isLarge ? columns.evaluate(query) : evaluate(oracle, query));
  return { name, oracle, space, expected, isLarge };
}

export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-answers-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openBuilt(exportFolder: string, snapshots: string): Promise<Space> {
  await buildSnapshot(exportFolder, snapshots, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, snapshots);
}

/**
 * Writes the content as an export, builds and opens it; nothing is left on the disk. @param dirty adds links to drop
 */
export const worldFrom = (name: string, oracle: OracleSpace, dirty = false): Promise<World> =>
  withFolder(async (folder) => {
    writeExport(oracle, join(folder, 'export'), { dirty });
    return worldOf(name, oracle, await openBuilt(join(folder, 'export'), join(folder, 'snapshots')));
  });

/** As worldFrom, with different values in four locales. @returns a world for each locale */
export const localizedWorlds = (name: string, oracle: OracleSpace, seed: number, dirty = false): Promise<World[]> =>
  withFolder(async (folder) => {
    const localized = localizedSpace(oracle, seed, dirty);
    writeLocalizedExport(localized, join(folder, 'export'), dirty);
    const whole = await openBuilt(join(folder, 'export'), join(folder, 'snapshots'));
    return LOCALES.flatMap(({ code }, place) => {
      const own = localized.spaces.get(code);
      if (own === undefined) return [];
      return [{ ...worldOf(`${name} in ${code}`, own, spaceOf(whole, place)), locale: { code, whole } }];
    });
  });

/** Reads an export that is there, builds and opens it. */
export const worldOfExport = (name: string, exportFolder: string): Promise<World> =>
  withFolder(async (folder) =>
    worldOf(name, readExportNaively(exportFolder), await openBuilt(exportFolder, join(folder, 'snapshots'))),
  );

/** The space with a few hundred items of each type, from everywhere in the list: enough to draw values from. */
function thinned({ model, items }: OracleSpace): OracleSpace {
  const few = new Map<string, readonly OracleItem[]>();
  for (const [type, list] of items) {
    const step = Math.max(1, Math.floor(list.length / drawnFrom));
    few.set(
      type,
      list.filter((_, i) => i % step === 0),
    );
  }
  return { model, items: few };
}

/**
 * Draws random queries; the same world and seed give the same queries.
 *
 * @returns queries whose values are drawn from the content, a third of them without small-case bias, some with pages
 *          deep in the result
 */
export function queriesFor({ oracle }: World, seed: number, count: number): readonly CollectionQuery[] {
  const random = new Random(seed, 'pages');
  const few = thinned(oracle);
  const drawn = arbitraryQuery(few);
  const queries = fc.sample(seed % 3 === 0 ? fc.noBias(drawn) : drawn, { seed, numRuns: count });
  return queries.map((query) => {
    const total = oracle.items.get(query.type)?.length ?? 0;
    if (total <= drawnFrom * 2 || !random.chance(0.4)) return query;
    return { ...query, page: { skip: random.below(random.chance(0.5) ? total : 200), limit: query.page.limit } };
  });
}
