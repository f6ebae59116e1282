/**
 * Comparison of a database with snapshots: random content is loaded, then asked by SQL.
 *
 * Totals and ids of queries are compared with the naive evaluator, documents byte for byte with the snapshot, and documents of
 * small worlds with the naive evaluator too.
 * Elsewhere: loads (load), requests (requests), random searches (searches), the command (main).
 */

import { fetchPage } from '../../addons/sql/answer/list-page.js';
import { createTypeSource } from '../../addons/sql/answer/loaded-space.js';
import { CountCache } from '../../addons/sql/counting/count-cache.js';
import { answerFrom, type LoadedSpace } from '../../addons/sql/index.js';
import { collectionStatements } from '../../addons/sql/statements/list-statements.js';
import { LIMITS } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { caseFromSeed } from '../../testing/oracle/arbitraries/index.js';
import { expectedDocument } from '../../testing/oracle/index.js';
import { inLocale, withoutLocale } from '../../testing/oracle/locales.js';
import { queryText } from '../../testing/worlds/compare.js';
import { localizedWorlds, queriesFor, type World, worldFrom } from '../../testing/worlds/worlds.js';
import { withLoad } from './load.js';
import { answerText, BASE, generatedWorld, hasTate, isCounting, requestsFor, tateWorld } from './requests.js';
import { searchedWorld, searchesFor, wordsFor } from './searches.js';

interface Shares {
  readonly queries: number;
  readonly documents: number;
}

/** @param worlds the locales of one space, or the space itself. @param shares for each world */
export async function askLoaded(
  url: string,
  schema: string,
  worlds: readonly World[],
  seed: number,
  shares: Shares,
): Promise<readonly SqlComparison[]> {
  const [first] = worlds;
  if (first === undefined) return [];
  return withLoad(url, schema, first.locale?.whole ?? first.space, async (loaded) => {
    const tallies: SqlComparison[] = [];
    for (const world of worlds) tallies.push(await compareWorld(world, loaded, seed, shares));
    return tallies;
  });
}

/** Queries and documents for a small random space. */
const SMALL: Shares = { queries: 100, documents: 100 };
/** Items of searched spaces: a few, and enough for stored ranks of frequent words and prefixes. */
const [FEW, MANY] = [40, 4000];

/**
 * Asks a generated export, the Tate collection if it is present, and small random spaces: with and without locales, and with
 * searches.
 *
 * @param count approximate number of queries and documents together
 */
export async function* askAll(url: string, count: number, seed: number): AsyncGenerator<SqlComparison> {
  const largeShares: Shares = { queries: Math.ceil(count * 0.08), documents: Math.ceil(count * 0.02) };
  let askedCount = 0;
  const askWorlds = async function* (schema: string, worlds: readonly World[], seedOfWorlds: number, shares: Shares) {
    for (const comparison of await askLoaded(url, schema, worlds, seedOfWorlds, shares)) {
      askedCount += comparison.asked + comparison.documents;
      yield comparison;
    }
  };
  yield* askWorlds('generated', [await generatedWorld(seed)], seed, largeShares);
  if (hasTate()) yield* askWorlds('tate', [await tateWorld()], seed, largeShares);
  for (let worldSeed = seed; askedCount < count; worldSeed += 1) {
    const { space } = caseFromSeed(worldSeed);
    const name = `small space ${worldSeed}`;
    const worlds =
      worldSeed % 3 === 0
        ? await localizedWorlds(name, space, worldSeed)
        : [await worldFrom(name, space, worldSeed % 2 === 0)];
    yield* askWorlds(`small_${worldSeed}`, worlds, worldSeed, SMALL);
    const searched = await askSearched(url, worldSeed, worldSeed % 5 === 0 ? MANY : FEW, SMALL.queries);
    askedCount += searched.documents;
    yield searched;
  }
}

export interface SqlComparison {
  readonly asked: number;
  readonly nonEmpty: number;
  readonly documents: number;
  /** Number of documents with facets or statistics. */
  readonly counted: number;
  /** Operators of the filters. */
  readonly operators: ReadonlySet<string>;
  /** Descriptions of the differences. */
  readonly differences: readonly string[];
}

const differencesMaximum = 5;

/** @param loaded the tables of the world's space, with all its locales */
async function compareWorld(
  world: World,
  loaded: LoadedSpace,
  seed: number,
  counts: { readonly queries: number; readonly documents: number },
): Promise<SqlComparison> {
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
    const sqlResult = await fetchPage(loaded.ask, statements).then(
      ({ total, rows }) => ({ total, ids: rows.map(({ id }) => id) }),
      (error: unknown) => ({ failure: String(error) }),
    );
    if (expected.ids.length > 0) nonEmpty += 1;
    if (JSON.stringify(sqlResult) === JSON.stringify(expected)) continue;
    differences.push(`${text}\n  oracle: ${JSON.stringify(expected)}\n  SQL: ${JSON.stringify(sqlResult)}`);
  }
  let counted = 0;
  for (const drawnRequest of requestsFor(world, seed, counts.documents)) {
    if (differences.length >= differencesMaximum) break;
    const search = locale === undefined ? drawnRequest.search : inLocale(drawnRequest.search, locale.code);
    const defaultSpace = locale === undefined ? space : locale.whole;
    const compared = await compareDocument(defaultSpace, loaded, { ...drawnRequest, search });
    differences.push(...compared.differences);
    if (isCounting(drawnRequest)) counted += 1;
    const document = world.isLarge ? undefined : expectedDocument(world.oracle, drawnRequest.request, BASE);
    if (document === undefined) continue;
    const { sqlDocument: sqlText } = compared;
    const [naive, sqlShown] = [
      JSON.stringify(document),
      locale === undefined ? sqlText : withoutLocale(sqlText, locale.code),
    ];
    if (sqlShown !== naive) differences.push(`${drawnRequest.path}${search}\n  oracle: ${naive}\n  SQL: ${sqlShown}`);
  }
  const labelled = differences.map((difference) => `${world.name}, seed ${seed}: ${difference}`);
  const { documents } = counts;
  return { asked: queries.length, nonEmpty, documents, counted, operators, differences: labelled };
}

interface Compared {
  /** The document by SQL. */
  readonly sqlDocument: string;
  /** Descriptions of the differences. */
  readonly differences: readonly string[];
}

/** Compares the document by SQL with the snapshot's document. */
async function compareDocument(
  space: Space,
  loaded: LoadedSpace,
  { path, search }: { readonly path: string; readonly search: string },
): Promise<Compared> {
  const expected = await answerText(() => answer(space, parseRequest(space.model, path, search), BASE));
  const ask = (from: LoadedSpace) => answerText(() => answerFrom(from, parseRequest(from.model, path, search), BASE));
  const found = await ask(loaded);
  const differences = found === expected ? [] : [`${path}${search}\n  snapshot: ${expected}\n  SQL: ${found}`];
  const { columnCache: held } = loaded;
  if (held === undefined || !/_facet|_stats/.test(search)) return { sqlDocument: found, differences };
  // Counted again from the columns in memory, which the first answer has started to fetch.
  await held.waitUntilFetched();
  const secondDocument = await ask({ ...loaded, countCache: new CountCache() });
  if (secondDocument !== found)
    differences.push(`${path}${search}\n  counted by SQL: ${found}\n  held: ${secondDocument}`);
  return { sqlDocument: found, differences };
}

interface Shown {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}

/**
 * Compares searches, completions and highlights byte for byte with the snapshot, and plain searches with the naive evaluator.
 *
 * @param size as of `searchedWorld`
 */
export async function askSearched(url: string, seed: number, size: number, count: number): Promise<SqlComparison> {
  const { space, expected } = await searchedWorld(seed, size);
  return withLoad(url, `searched_${seed}`, space, async (loaded) => {
    const differences: string[] = [];
    let [nonEmpty, counted] = [0, 0];
    for (const request of searchesFor(seed, count, space.model.locales.length > 0)) {
      if (differences.length >= differencesMaximum) break;
      const compared = await compareDocument(space, loaded, request);
      differences.push(...compared.differences.map((one) => `searched space ${seed} of ${size}: ${one}`));
      if (compared.sqlDocument.includes('"type":')) nonEmpty += 1;
      if (compared.sqlDocument.includes('"facets":')) counted += 1;
    }
    const words = expected === undefined ? [] : wordsFor(seed, count / 5);
    for (const { type, words: text } of words) {
      const ids = expected?.(type, text) ?? [];
      const search = `?filter[_search]=${encodeURIComponent(text)}`;
      const request = parseRequest(loaded.model, `/${type}`, search);
      const shown: Shown = JSON.parse((await answerFrom(loaded, request, BASE)).toString());
      const found = JSON.stringify([shown.meta.total, ...shown.data.map(({ id }) => id)]);
      const expectedText = JSON.stringify([ids.length, ...ids.slice(0, LIMITS.pageLimitDefault)]);
      if (found === expectedText) continue;
      differences.push(
        `searched space ${seed} of ${size}: /${type}${search}\n  oracle: ${expectedText}\n  SQL: ${found}`,
      );
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
