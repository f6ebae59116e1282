/**
 * One world asked by SQL: totals and ids against the naive evaluator, documents byte for byte against the snapshot.
 */
import fc from 'fast-check';
import { answer, type ParsedRequest, parseRequest } from '../../src/api/jsonapi/index.js';
import { RequestError } from '../../src/content/errors/index.js';
import { answerFrom, type LoadedSpace, pageOf } from '../../src/sql/index.js';
import { arbitraryRequest } from '../../test/system/oracle/arbitraries/index.js';
import { inLocale } from '../../test/system/oracle/locales.js';
import { queryText } from '../answers/compare.js';
import { queriesFor, type World } from '../answers/worlds.js';

const base = 'https://example.org/delivery/jsonapi';

export interface SqlTally {
  readonly asked: number;
  readonly nonEmpty: number;
  readonly documents: number;
  /** Of the documents, requests for what a database does not answer. */
  readonly refused: number;
  /** The operators that were asked for. */
  readonly operators: ReadonlySet<string>;
  /** In words. */
  readonly differences: readonly string[];
}

const differencesMaximum = 5;

/** @param loaded the world's content, with the tables of all its locales */
export async function compareSql(
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
    const found = await pageOf(loaded, query, place);
    if (expected.ids.length > 0) nonEmpty += 1;
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    differences.push(`${text}\n  oracle: ${JSON.stringify(expected)}\n  SQL: ${JSON.stringify(found)}`);
  }
  let refused = 0;
  for (const drawn of fc.sample(arbitraryRequest(world.oracle), { seed, numRuns: counts.documents })) {
    if (differences.length >= differencesMaximum) break;
    const search = locale === undefined ? drawn.search : inLocale(drawn.search, locale.code);
    const whole = locale === undefined ? space : locale.whole;
    const expected = await told(() => {
      const request = parseRequest(whole.model, drawn.path, search);
      if (!isBeyond(request)) return answer(whole, request, base);
      refused += 1;
      return Buffer.from('NotIndexed');
    });
    const found = await told(() => answerFrom(loaded, parseRequest(loaded.model, drawn.path, search), base));
    if (found === expected) continue;
    differences.push(`${drawn.path}${search}\n  snapshot: ${expected}\n  SQL: ${found}`);
  }
  const labelled = differences.map((difference) => `${world.name}, seed ${seed}: ${difference}`);
  const { documents } = counts;
  return { asked: queries.length, nonEmpty, documents, refused, operators, differences: labelled };
}

/** What only snapshots answer. */
function isBeyond(request: ParsedRequest): boolean {
  return 'counting' in request && (request.words ?? request.counting) !== undefined;
}

/** @returns the document's text, or the codes of the refusal */
async function told(answering: () => Buffer | Promise<Buffer>): Promise<string> {
  try {
    return (await answering()).toString();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [...new Set(error.problems.map(({ code }) => code))].join();
  }
}
