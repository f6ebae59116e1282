/**
 * The long comparison: small random spaces, large skewed ones, both with locales too, a generated export and, where it lies beside the
 * checkout, the Tate collection, each asked its share of the queries.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateExport } from '../../data/generate/generate.js';
import { caseFromSeed } from '../../test/system/oracle/arbitraries/index.js';
import { compareAnswers, compareDocuments, type Difference } from './compare.js';
import { skewedSpace } from './skewed.js';
import { localizedWorlds, queriesFor, type World, worldFrom, worldOfExport } from './worlds.js';

export interface RunOptions {
  readonly count: number;
  readonly seed: number;
  /** Folder of the Tate export; undefined where it is not there. */
  readonly tate: string | undefined;
  readonly onLine: (line: string) => void;
}

export interface WorldTally {
  readonly name: string;
  readonly worlds: number;
  readonly items: number;
  readonly asked: number;
  readonly nonEmpty: number;
  readonly documents: number;
}

export interface RunReport {
  readonly tallies: readonly WorldTally[];
  readonly differences: readonly Difference[];
  readonly documents: readonly string[];
}

/** Quantiles begin at 32,768 items. */
const largeItems = 33_500;
const queriesASmallWorld = 200;
const documentsASmallWorld = 20;
const batch = 1000;

class Comparison {
  readonly tallies = new Map<string, WorldTally>();
  readonly differences: Difference[] = [];
  readonly documents: string[] = [];

  get failed(): boolean {
    return this.differences.length + this.documents.length > 0;
  }

  ask(kind: string, world: World, seed: number, count: number, documents: number): void {
    for (let done = 0; done < count && !this.failed; done += batch) {
      const queries = queriesFor(world, seed + done, Math.min(batch, count - done));
      const tally = compareAnswers(world, queries);
      this.differences.push(...tally.differences);
      this.#add(kind, world, tally, done === 0 ? 1 : 0, 0);
    }
    this.documents.push(...compareDocuments(world, seed, documents));
    this.#add(kind, world, { asked: 0, nonEmpty: 0 }, 0, documents);
  }

  #add(
    kind: string,
    world: World,
    tally: Pick<WorldTally, 'asked' | 'nonEmpty'>,
    worlds: number,
    documents: number,
  ): void {
    const items = [...world.oracle.items.values()].reduce((sum, list) => sum + list.length, 0);
    const before = this.tallies.get(kind);
    this.tallies.set(kind, {
      name: kind,
      worlds: (before?.worlds ?? 0) + worlds,
      items: Math.max(before?.items ?? 0, items),
      asked: (before?.asked ?? 0) + tally.asked,
      nonEmpty: (before?.nonEmpty ?? 0) + tally.nonEmpty,
      documents: (before?.documents ?? 0) + documents,
    });
  }
}

async function generatedWorld(seed: number): Promise<World> {
  const folder = join(tmpdir(), `stele-answers-engine-${process.pid}`);
  try {
    await generateExport(folder, { items: largeItems, seed });
    return await worldOfExport('engine profile', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Cost: about four milliseconds a query, most of it the naive evaluator's; 2 GB of memory for the Tate collection. */
export async function runAnswers({ count, seed, tate, onLine }: RunOptions): Promise<RunReport> {
  const comparison = new Comparison();
  const shares = {
    skewed: Math.ceil(count * 0.1),
    localized: Math.ceil(count * 0.2),
    localizedSkewed: Math.ceil(count * 0.1),
    engine: Math.ceil(count * 0.12),
    tate: tate === undefined ? 0 : Math.ceil(count * 0.08),
  };
  const { localized, localizedSkewed } = shares;
  const small = count - 2 * shares.skewed - localized - localizedSkewed - shares.engine - shares.tate;
  if (tate === undefined) onLine('SKIPPED: the Tate collection is not beside this checkout.');

  for (let done = 0; done < small && !comparison.failed; done += queriesASmallWorld) {
    const own = seed + done / queriesASmallWorld;
    const world = await worldFrom(`small space ${own}`, caseFromSeed(own).space, own % 3 === 0);
    comparison.ask('small random spaces', world, own, Math.min(queriesASmallWorld, small - done), documentsASmallWorld);
    if (done % 20_000 === 0) onLine(`${done} queries to small spaces`);
  }
  for (let done = 0; done < localized && !comparison.failed; done += queriesASmallWorld) {
    const own = seed + done / queriesASmallWorld;
    const worlds = await localizedWorlds(`small space ${own}`, caseFromSeed(own).space, own, own % 3 === 0);
    const each = Math.ceil(Math.min(queriesASmallWorld, localized - done) / worlds.length);
    for (const world of worlds) {
      comparison.ask('small spaces in locales', world, own, each, Math.ceil(documentsASmallWorld / worlds.length));
    }
  }
  onLine(`${localized} queries to small spaces in locales`);
  if (!comparison.failed) {
    const worlds = await localizedWorlds(`skewed space ${seed}`, skewedSpace(largeItems, seed), seed);
    const each = Math.ceil(localizedSkewed / worlds.length);
    for (const world of worlds) comparison.ask('skewed spaces in locales', world, seed, each, 2);
    onLine(`${localizedSkewed} queries to a skewed space in locales`);
  }
  for (const own of [seed, seed + 1]) {
    if (comparison.failed) break;
    comparison.ask(
      'skewed spaces',
      await worldFrom(`skewed space ${own}`, skewedSpace(largeItems, own)),
      own,
      shares.skewed,
      5,
    );
    onLine(`${shares.skewed} queries to a skewed space`);
  }
  if (!comparison.failed) {
    comparison.ask('engine profile', await generatedWorld(seed), seed, shares.engine, 5);
    onLine(`${shares.engine} queries to the generated export`);
  }
  if (tate !== undefined && !comparison.failed) {
    comparison.ask('Tate collection', await worldOfExport('Tate', tate), seed, shares.tate, 10);
    onLine(`${shares.tate} queries to the Tate collection`);
  }
  return {
    tallies: [...comparison.tallies.values()],
    differences: comparison.differences,
    documents: comparison.documents,
  };
}
