/**
 * One world asked many requests as URLs: the document's bytes against those of the naive evaluator.
 */
import fc from 'fast-check';
import { answer, parseRequest } from '../../src/api/jsonapi/index.js';
import { RequestError } from '../../src/content/errors/index.js';
import { arbitraryRequest } from '../../test/system/oracle/arbitraries/index.js';
import { expectedDocument } from '../../test/system/oracle/index.js';
import { inLocale, withoutLocale } from '../../test/system/oracle/locales.js';
import type { World } from './worlds.js';

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

/** @returns what differs, in words. Cost: for large worlds a second a document, as links are looked up by walking. */
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
