/**
 * The engine in several locales against the oracle, which answers of each locale as of a space of its own: random models,
 * items, queries and requests. `STELE_CASES` and `STELE_SEED` as in test/engine/query/engine.property.test.ts.
 */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { RequestError } from '../../../src/content/errors/index.js';
import { termOf } from '../../../src/content/model/index.js';
import { execute } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space, spaceOf } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed, questionsFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { evaluate, expectedDocument } from '../../../testing/oracle/index.js';
import {
  inLocale,
  LOCALES,
  type LocalizedSpace,
  localizedSpace,
  withoutLocale,
  writeLocalizedExport,
} from '../../../testing/oracle/locales.js';

const cases = Number(process.env['STELE_CASES'] ?? 20);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const base = 'https://example.org/delivery/jsonapi';
const newFolder = temporaryFolders();

async function built(localized: LocalizedSpace, dirty: boolean): Promise<Space> {
  const folder = newFolder();
  writeLocalizedExport(localized, join(folder, 'export'), dirty);
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  const space = await openCurrent(diskFiles, join(folder, 'snapshots'));
  expect((await verifySnapshot(diskFiles, join(folder, 'snapshots'), space.id)).problems).toEqual([]);
  return space;
}

/** The document without what only a space with locales says; or the codes of what is wrong. */
function answered(space: Space, path: string, search: string, code: string): string {
  try {
    const request = parseRequest(space.model, path, inLocale(search, code));
    return withoutLocale(answer(space, request, base).toString(), code);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.map((problem) => problem.code).join();
  }
}

const idsOf = (space: Space, type: string, docs: Uint32Array): string[] => {
  const { id } = space.types.get(type)!.segment;
  return Array.from(docs, (doc) => Buffer.from(id.terms.at(termOf(id.column[doc]!))).toString());
};

describe(`engine and oracle in ${LOCALES.length} locales, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  it('every query and request › has equal answers, and every snapshot verifies', {
    timeout: 600_000,
  }, async () => {
    const asked = { queries: 0, requests: 0, differing: 0, ofLocales: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const { space: oracle, ...plain } = caseFromSeed(seed);
      const localized = localizedSpace(oracle, seed, seed % 3 === 0);
      // Only questions that are drawn from a space with locales name the locale field.
      const own = questionsFromSeed(localized.spaces.get('fr')!, seed, 6);
      const queries = [...plain.queries, ...own.queries];
      const requests = [...plain.requests, ...own.requests];
      const space = await built(localized, seed % 3 === 0);
      for (const [place, { code }] of space.model.locales.entries()) {
        const expectedSpace = localized.spaces.get(code)!;
        for (const query of queries) {
          const local = spaceOf(space, place);
          const found = execute(local.types.get(query.type)!.segment, query);
          const expected = evaluate(expectedSpace, query);
          const label = `seed ${seed}, ${code}, ${query.type}`;
          expect({ total: found.total, ids: idsOf(space, query.type, found.docs) }, label).toEqual(expected);
          asked.queries += 1;
        }
        for (const { request, path, search } of requests) {
          const expected = expectedDocument(expectedSpace, request, base);
          const text = expected === undefined ? 'ItemNotFound' : JSON.stringify(expected);
          expect(answered(space, path, search, code), `seed ${seed}, ${code}, ${path}${search}`).toBe(text);
          asked.requests += 1;
          asked.ofLocales += Number(search.includes('_locale'));
          if (text !== JSON.stringify(expectedDocument(localized.spaces.get('en')!, request, base)))
            asked.differing += 1;
        }
      }
    }
    console.log(`engine and oracle compared in locales: ${JSON.stringify(asked)}`);
    expect(asked.queries).toBeGreaterThan(cases * 8);
    expect(asked.differing).toBeGreaterThan(asked.requests / 10);
    expect(asked.ofLocales).toBeGreaterThan(0);
  });
});
