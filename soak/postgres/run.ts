/**
 * Worlds loaded into a server, and asked there.
 *
 * One world asked by SQL: totals and ids against the naive evaluator, documents byte for byte against the snapshot, and of
 * small worlds against the naive evaluator too.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { fetchPage } from '../../addons/sql/answer/list-page.js';
import { createTypeSource } from '../../addons/sql/answer/loaded-space.js';
import { CountCache } from '../../addons/sql/counting/count-cache.js';
import { CountColumns } from '../../addons/sql/counting/count-columns.js';
import { addressOf, answerFrom, type LoadedSpace, loadSpace, withLoaded } from '../../addons/sql/index.js';
import { collectionStatements } from '../../addons/sql/statements/list-statements.js';
import { generateExport } from '../../data/generate/generate.js';
import { RequestError } from '../../src/content/errors/index.js';
import { LIMITS } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { arbitraryRequest, caseFromSeed, type RequestCase } from '../../testing/oracle/arbitraries/index.js';
import { expectedDocument } from '../../testing/oracle/index.js';
import { inLocale, withoutLocale } from '../../testing/oracle/locales.js';
import { ROOT } from '../../testing/root.js';
import { queryText } from '../../testing/worlds/compare.js';
import { localizedWorlds, queriesFor, type World, worldFrom, worldOfExport } from '../../testing/worlds/worlds.js';
import { searchedWorld, searchesFor, wordsFor } from './searches.js';

const statementLimitMs = 60_000;

/** Loads a space under a name of its own, and has it asked. @param url of the database */
async function withLoad<Result>(
  url: string,
  schema: string,
  space: Space,
  use: (loaded: LoadedSpace) => Promise<Result>,
): Promise<Result> {
  const address = addressOf(url);
  const distribute = distributeFrom(space, schema);
  await loadSpace(space, address, { schema, connections: 4, keep: 2, distribute, shrunk: () => [] });
  return withLoaded(address, schema, statementLimitMs, (loaded) =>
    use(loaded.distributed === undefined ? { ...loaded, columnCache: new CountColumns(loaded.ask) } : loaded),
  );
}

/**
 * Small types would not be distributed: by the name of the schema, every type is, or the larger half of them.
 *
 * @returns the number of items from which a type is distributed, where there is Citus
 */
function distributeFrom(space: Space, schema: string): number {
  if (Number(schema.match(/\d+$/)?.[0] ?? 0) % 2 === 0) return 0;
  const sizes = Array.from(space.types.values(), ({ segment }) => segment.size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

interface Shares {
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

const TATE = join(ROOT, '..', 'shared', 'datasets', 'tate');
export const hasTate = (): boolean => existsSync(TATE);

/** How many queries and documents a small random space is asked. */
const SMALL: Shares = { queries: 100, documents: 100 };
const generatedItems = 20_000;
/** Items of searched spaces: few, and so many that frequent words and beginnings have more stored. */
const [FEW, MANY] = [40, 4000];

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
 * Small random spaces, with locales and without, and such that are searched, a generated export, and the Tate collection where it is there.
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
    const searched = await askSearched(url, own, own % 5 === 0 ? MANY : FEW, SMALL.queries);
    asked += searched.documents;
    yield searched;
  }
}

const base = 'https://example.org/delivery/jsonapi';

export interface SqlTally {
  readonly asked: number;
  readonly nonEmpty: number;
  readonly documents: number;
  /** Of the documents, those with facets or statistics. */
  readonly counted: number;
  /** The operators that were asked for. */
  readonly operators: ReadonlySet<string>;
  /** In words. */
  readonly differences: readonly string[];
}

const differencesMaximum = 5;

/** @param loaded the world's content, with the tables of all its locales */
async function compareSql(
  world: World,
  loaded: LoadedSpace,
  seed: number,
  counts: { readonly queries: number; readonly documents: number },
): Promise<SqlTally> {
  const { locale, space } = world;
  const place = locale === undefined ? 0 : space.model.locales.findIndex(({ code }) => code === locale.code);
  const differences: string[] = [];
  const operators = new Set<string>();
  let nonEmpty = 0;
  const queries = queriesFor(world, seed, counts.queries);
  for (const query of queries) {
    if (differences.length >= differencesMaximum) break;
    const text = queryText(query);
    for (const [, operator = ''] of text.matchAll(/"operator":"(\w+)"/g)) operators.add(operator);
    const expected = world.expected(query);
    const { type, filter, sort, page } = query;
    const statements = collectionStatements(createTypeSource(loaded, type, place), filter, sort, page);
    const found = await fetchPage(loaded.ask, statements).then(
      ({ total, rows }) => ({ total, ids: rows.map(({ id }) => id) }),
      (error: unknown) => ({ failure: String(error) }),
    );
    if (expected.ids.length > 0) nonEmpty += 1;
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    differences.push(`${text}\n  oracle: ${JSON.stringify(expected)}\n  SQL: ${JSON.stringify(found)}`);
  }
  let counted = 0;
  for (const drawn of requestsFor(world, seed, counts.documents)) {
    if (differences.length >= differencesMaximum) break;
    const search = locale === undefined ? drawn.search : inLocale(drawn.search, locale.code);
    const whole = locale === undefined ? space : locale.whole;
    const compared = await compareDocument(whole, loaded, { ...drawn, search });
    differences.push(...compared.differences);
    if (isCounting(drawn)) counted += 1;
    const document = world.isLarge ? undefined : expectedDocument(world.oracle, drawn.request, base);
    if (document === undefined) continue;
    const { found } = compared;
    const [naive, shown] = [JSON.stringify(document), locale === undefined ? found : withoutLocale(found, locale.code)];
    if (shown !== naive) differences.push(`${drawn.path}${search}\n  oracle: ${naive}\n  SQL: ${shown}`);
  }
  const labelled = differences.map((difference) => `${world.name}, seed ${seed}: ${difference}`);
  const { documents } = counts;
  return { asked: queries.length, nonEmpty, documents, counted, operators, differences: labelled };
}

const isCounting = ({ request }: RequestCase): boolean => 'counting' in request && request.counting !== undefined;

/** Few requests that are drawn have facets or statistics: of these come more, up to half of all. Of large worlds drawing is slow. */
function requestsFor({ oracle, isLarge }: World, seed: number, count: number): readonly RequestCase[] {
  const drawn = fc.sample(arbitraryRequest(oracle), { seed, numRuns: (isLarge ? 2 : 10) * count });
  const counting = drawn.filter(isCounting).slice(0, count / 2);
  return [...counting, ...drawn.filter((one) => !isCounting(one)).slice(0, count - counting.length)];
}

interface Compared {
  /** The document by SQL. */
  readonly found: string;
  /** In words. */
  readonly differences: readonly string[];
}

/** Against the snapshot's document. */
async function compareDocument(
  space: Space,
  loaded: LoadedSpace,
  { path, search }: { readonly path: string; readonly search: string },
): Promise<Compared> {
  const expected = await told(() => answer(space, parseRequest(space.model, path, search), base));
  const ask = (from: LoadedSpace) => told(() => answerFrom(from, parseRequest(from.model, path, search), base));
  const found = await ask(loaded);
  const differences = found === expected ? [] : [`${path}${search}\n  snapshot: ${expected}\n  SQL: ${found}`];
  const { columnCache: held } = loaded;
  if (held === undefined || !/_facet|_stats/.test(search)) return { found, differences };
  // Once more from what is held, which that has begun to fetch.
  await held.waitUntilFetched();
  const again = await ask({ ...loaded, countCache: new CountCache() });
  if (again !== found) differences.push(`${path}${search}\n  counted by SQL: ${found}\n  held: ${again}`);
  return { found, differences };
}

interface Shown {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}

/**
 * Searches, completions and highlights of a space that is searched, byte for byte as the snapshot answers; and plain searches
 * as the naive evaluator says.
 *
 * @param size as of `searchedWorld`
 */
export async function askSearched(url: string, seed: number, size: number, count: number): Promise<SqlTally> {
  const { space, expected } = await searchedWorld(seed, size);
  return withLoad(url, `searched_${seed}`, space, async (loaded) => {
    const differences: string[] = [];
    let [nonEmpty, counted] = [0, 0];
    for (const request of searchesFor(seed, count, space.model.locales.length > 0)) {
      if (differences.length >= differencesMaximum) break;
      const compared = await compareDocument(space, loaded, request);
      differences.push(...compared.differences.map((one) => `searched space ${seed} of ${size}: ${one}`));
      if (compared.found.includes('"type":')) nonEmpty += 1;
      if (compared.found.includes('"facets":')) counted += 1;
    }
    const words = expected === undefined ? [] : wordsFor(seed, count / 5);
    for (const { type, words: text } of words) {
      const ids = expected?.(type, text) ?? [];
      const search = `?filter[_search]=${encodeURIComponent(text)}`;
      const request = parseRequest(loaded.model, `/${type}`, search);
      const shown: Shown = JSON.parse((await answerFrom(loaded, request, base)).toString());
      const found = JSON.stringify([shown.meta.total, ...shown.data.map(({ id }) => id)]);
      const wanted = JSON.stringify([ids.length, ...ids.slice(0, LIMITS.pageLimitDefault)]);
      if (found === wanted) continue;
      differences.push(`searched space ${seed} of ${size}: /${type}${search}\n  oracle: ${wanted}\n  SQL: ${found}`);
    }
    return {
      asked: words.length,
      nonEmpty,
      documents: count,
      counted,
      operators: new Set(['_search']),
      differences,
    };
  });
}

/** @returns the document's text, or the codes of the refusal */
async function told(answering: () => Buffer | Promise<Buffer>): Promise<string> {
  try {
    return (await answering()).toString();
  } catch (error) {
    // An answer of 500: it differs from whatever the other side gives.
    if (!(error instanceof RequestError)) return `FAILED ${String(error)}`;
    return [...new Set(error.problems.map(({ code }) => code))].join();
  }
}
