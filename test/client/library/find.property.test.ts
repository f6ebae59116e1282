/**
 * The library against requests by URL, on random models, items and requests: the same data, counts and complexity, and the
 * same bytes as the answer to its `self` link.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import {
  type AnyContent,
  connect,
  type OpenSnapshot,
  openSnapshot,
  type Space,
} from '../../../src/client/library/index.js';
import type { QueryObject } from '../../../src/client/typed/index.js';
import { RequestError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { amount } from '../../../testing/amount.js';
import { asObject } from '../../../testing/clients/as-object.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed, type RequestCase } from '../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../testing/oracle/index.js';

const newFolder = temporaryFolders();
const cases = Number(process.env['STELE_CASES'] ?? amount(40, 8));
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

async function opened(seed: number): Promise<OpenSnapshot<AnyContent>> {
  const folder = newFolder();
  writeExport(caseFromSeed(seed).space, join(folder, 'export'));
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  return openSnapshot(join(folder, 'snapshots'));
}

interface Found {
  readonly bytes: Uint8Array;
  readonly complexity: number;
}

/** The same space, queried by URLs. */
const connected = (space: OpenSnapshot<AnyContent>): Space<AnyContent> =>
  connect('http://a.example', {
    fetch: async (address) => {
      const { status, headers, body } = space.answer(address.slice('http://a.example'.length));
      return new Response(Buffer.from(body), { status, headers });
    },
  });

async function compareAnswers(
  space: Space<AnyContent>,
  { request }: RequestCase,
  query: QueryObject,
): Promise<Found | string | undefined> {
  const type = space.type(request.type.name);
  try {
    switch (request.kind) {
      case 'collection':
        return await type.find(query);
      case 'item':
        return await type.get(request.id, query);
      case 'related':
        return await type.related(request.id, request.relationship.name, query);
      case 'linkage':
        return undefined;
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.map(({ code }) => code).join();
  }
}

const withoutLinks = (bytes: Uint8Array): object => {
  const { links: _, ...rest } = JSON.parse(Buffer.from(bytes).toString());
  return rest;
};

describe(`the library, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  it('every request as an object › is answered as in a URL', { timeout: 600_000 }, async () => {
    const outcomes = { same: 0, refused: 0, missing: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const space = await opened(seed);
      for (const request of caseFromSeed(seed).requests) {
        if (request.request.kind === 'linkage') continue;
        const label = `seed ${seed}: ${request.path}${request.request.search}`;
        const expected = space.answer(`${request.path}${request.request.search}`);
        const query = asObject(request.request.search);
        const answer = await compareAnswers(space, request, query);
        const sent = await compareAnswers(connected(space), request, query);
        if (answer === undefined || typeof answer === 'string') expect(sent, label).toBe(answer);
        if (answer === undefined) {
          expect(expected.status, label).toBe(404);
          outcomes.missing += 1;
        } else if (typeof answer === 'string') {
          expect(Buffer.from(expected.body).toString(), label).toContain(answer.split(',')[0]);
          outcomes.refused += 1;
        } else {
          expect(withoutLinks(answer.bytes), label).toEqual(withoutLinks(expected.body));
          expect(String(answer.complexity), label).toBe(expected.headers['x-service-query-complexity']);
          const { links } = JSON.parse(Buffer.from(answer.bytes).toString());
          const again = space.answer(String(links.self).slice(space.base.length));
          expect(Buffer.from(answer.bytes).equals(again.body), label).toBe(true);
          if (typeof sent !== 'object') throw new Error(`${label}: the client found ${sent}`);
          expect(Buffer.from(answer.bytes).equals(sent.bytes), label).toBe(true);
          outcomes.same += 1;
        }
      }
      space.close();
    }
    expect(outcomes.same).toBeGreaterThan(cases);
    expect(outcomes.refused).toBeLessThan(outcomes.same / 10);
  });
});
