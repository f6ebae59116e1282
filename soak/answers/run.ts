/**
 * The comparison of many answers: small random spaces, large skewed spaces, both also with locales, a generated export,
 * and the Tate collection if it lies next to the checkout. Each gets its share of the queries.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateExport } from '../../data/generate/generate.js';
import { caseFromSeed } from '../../testing/oracle/arbitraries/index.js';
import { compareAnswers, compareDocuments, type Difference } from '../../testing/worlds/compare.js';
import { skewedSpace } from '../../testing/worlds/skewed.js';
import { localizedWorlds, queriesFor, type World, worldFrom, worldOfExport } from '../../testing/worlds/worlds.js';

export interface RunOptions {
  readonly count: number;
  readonly seed: number;
  /** Folder of the Tate export; undefined if it is not there. */
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

/** Arguments of one comparison: the world, and the number of its queries and documents. */
type Share = Parameters<Comparison['ask']>;

/** Each world is made when it is its turn. */
async function* sharesOf({ count, seed, tate }: RunOptions): AsyncGenerator<Share> {
  const part = (share: number): number => Math.ceil(count * share);
  const ofTate = tate === undefined ? 0 : part(0.08);
  const small = count - 2 * part(0.1) - part(0.2) - part(0.1) - part(0.12) - ofTate;
  for (let done = 0; done < small; done += queriesASmallWorld) {
    const own = seed + done / queriesASmallWorld;
    const world = await worldFrom(`small space ${own}`, caseFromSeed(own).space, own % 3 === 0);
    yield ['small random spaces', world, own, Math.min(queriesASmallWorld, small - done), documentsASmallWorld];
  }
  for (let done = 0; done < part(0.2); done += queriesASmallWorld) {
    const own = seed + done / queriesASmallWorld;
    const worlds = await localizedWorlds(`small space ${own}`, caseFromSeed(own).space, own, own % 3 === 0);
    const each = Math.ceil(Math.min(queriesASmallWorld, part(0.2) - done) / worlds.length);
    const documents = Math.ceil(documentsASmallWorld / worlds.length);
    for (const world of worlds) yield ['small spaces in locales', world, own, each, documents];
  }
  const worlds = await localizedWorlds(`skewed space ${seed}`, skewedSpace(largeItems, seed), seed);
  for (const world of worlds) yield ['skewed spaces in locales', world, seed, Math.ceil(part(0.1) / worlds.length), 2];
  for (const own of [seed, seed + 1]) {
    const world = await worldFrom(`skewed space ${own}`, skewedSpace(largeItems, own));
    yield ['skewed spaces', world, own, part(0.1), 5];
  }
  yield ['engine profile', await generatedWorld(seed), seed, part(0.12), 5];
  if (tate !== undefined) yield ['Tate collection', await worldOfExport('Tate', tate), seed, ofTate, 10];
}

/** Cost: about four milliseconds a query, most of it the naive evaluator's; 2 GB of memory for the Tate collection. */
export async function runAnswers(options: RunOptions): Promise<RunReport> {
  const comparison = new Comparison();
  const { onLine } = options;
  if (options.tate === undefined) onLine('SKIPPED: the Tate collection is not beside this checkout.');
  let currentKind = '';
  for await (const share of sharesOf(options)) {
    if (comparison.failed) break;
    const [kind] = share;
    if (kind !== currentKind) onLine(`asking ${kind}`);
    currentKind = kind;
    comparison.ask(...share);
  }
  const { tallies, differences, documents } = comparison;
  return { tallies: [...tallies.values()], differences, documents };
}
