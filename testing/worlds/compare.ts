/**
 * Compares many answers of the engine with the naive evaluator: ids and totals of queries, and documents byte by byte.
 */

import fc from 'fast-check';
import { RequestError } from '../../src/content/errors/index.js';
import { termOf } from '../../src/content/model/index.js';
import { type CollectionQuery, execute } from '../../src/engine/query/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { arbitraryRequest } from '../oracle/arbitraries/index.js';
import { type Answer, expectedDocument } from '../oracle/index.js';
import { inLocale, withoutLocale } from '../oracle/locales.js';
import type { World } from './worlds.js';

export interface Difference {
  readonly world: string;
  readonly query: CollectionQuery;
  readonly expected: Answer;
  readonly found: Answer;
}

interface Tally {
  readonly asked: number;
  readonly nonEmpty: number;
  readonly differences: readonly Difference[];
}

const differencesMaximum = 5;

/** @returns the engine's answer, as ids */
function answerOf({ space }: World, { type, filter, sort, page }: CollectionQuery): Answer {
  const segment = space.types.get(type)?.segment;
  if (segment === undefined) throw new Error(`The snapshot has no type ${type}.`);
  const { total, docs } = execute(segment, { filter, sort, page });
  const { terms, column } = segment.id;
  return { total, ids: Array.from(docs, (doc) => Buffer.from(terms.at(termOf(column[doc]!))).toString()) };
}

const isSame = (a: Answer, b: Answer): boolean =>
  a.total === b.total && a.ids.length === b.ids.length && a.ids.every((id, place) => id === b.ids[place]);

export const queryText = (query: CollectionQuery): string =>
  JSON.stringify(query, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );

export function describeDifference({ world, query, expected, found }: Difference): string {
  return [
    `${world}: the engine and the naive evaluator differ on ${queryText(query)}`,
    `  expected: ${JSON.stringify(expected)}`,
    `  engine: ${JSON.stringify(found)}`,
  ].join('\n');
}

/** @throws any error of the engine, which is a difference too */
export function compareAnswers(world: World, queries: readonly CollectionQuery[]): Tally {
  const differences: Difference[] = [];
  let nonEmpty = 0;
  let asked = 0;
  for (const query of queries) {
    if (differences.length >= differencesMaximum) break;
    asked += 1;
    const expected = world.expected(query);
    if (expected.ids.length > 0) nonEmpty += 1;
    const found = answerOf(world, query);
    if (!isSame(expected, found)) differences.push({ world: world.name, query, expected, found });
  }
  return { asked, nonEmpty, differences };
}

const base = 'https://example.org/delivery/jsonapi';

/** @returns the document's text, or the codes of the refusal */
function answered({ space, locale }: World, path: string, search: string): string {
  try {
    if (locale !== undefined) {
      const { code, whole } = locale;
      const document = answer(whole, parseRequest(whole.model, path, inLocale(search, code)), base);
      return withoutLocale(document.toString(), code);
    }
    return answer(space, parseRequest(space.model, path, search), base).toString();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.map(({ code }) => code).join();
  }
}

/** @returns descriptions of the differences. Cost: for large worlds a second for each document, because links are found by scanning. */
export function compareDocuments(world: World, seed: number, count: number): readonly string[] {
  const different: string[] = [];
  for (const { request, path, search } of fc.sample(arbitraryRequest(world.oracle), { seed, numRuns: count })) {
    const document = expectedDocument(world.oracle, request, base);
    const expected = document === undefined ? 'ItemNotFound' : JSON.stringify(document);
    const found = answered(world, path, search);
    if (found === expected) continue;
    different.push(`${world.name}, seed ${seed}: ${path}${search}\n  oracle: ${expected}\n  engine: ${found}`);
  }
  return different;
}
