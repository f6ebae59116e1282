/**
 * The engine against the oracle, on random models, items, queries and requests: everything from the export's files to
 * the document's bytes. `STELE_CASES=2000 STELE_SEED=7 npx vitest run test/engine/query/engine.property.test.ts` runs more,
 * or others; a failure prints its seed.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { RequestError, type RequestProblem } from '../../../src/content/errors/index.js';
import {
  allOperatorsOf,
  type ContentModel,
  type Field,
  isIndexed,
  structuresOf,
  termOf,
} from '../../../src/content/model/index.js';
import { execute } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { answer, parseRequest, renderErrors } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { expectValidDocument } from '../../../testing/jsonapi-schema/index.js';
import { caseFromSeed, type RequestCase } from '../../../testing/oracle/arbitraries/index.js';
import { evaluate, expectedDocument, type OracleSpace, writeExport } from '../../../testing/oracle/index.js';

const cases = Number(process.env['STELE_CASES'] ?? amount(125, 40));
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const base = 'https://example.org/delivery/jsonapi';
const newFolder = temporaryFolders();

async function built(oracle: OracleSpace, dirty: boolean): Promise<Space> {
  const folder = newFolder();
  writeExport(oracle, join(folder, 'export'), { dirty });
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

function idsOf(space: Space, type: string, docs: Uint32Array): string[] {
  const { id } = space.types.get(type)!.segment;
  return Array.from(docs, (doc) => Buffer.from(id.terms.at(termOf(id.column[doc]!))).toString());
}

/** The document, checked by an independent validator, errors included. */
function valid(text: string, { request }: RequestCase): string {
  const hidesLinks = request.kind !== 'linkage' && request.fieldsets.size > 0;
  expectValidDocument(JSON.parse(text), { hidesLinks });
  return text;
}

/** @returns the document's text, or the code of the error */
function answered(space: Space, asked: RequestCase): string {
  try {
    return valid(answer(space, parseRequest(space.model, asked.path, asked.search), base).toString(), asked);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    valid(renderErrors(error.problems).toString(), asked);
    return error.problems.map(({ code }) => code).join();
  }
}

/** A request for each thing that the model turns off of the field, and the key that does. */
function needing(field: Field): readonly (readonly [search: string, key: string])[] {
  const { name } = field;
  const part = (structure: 'contains' | 'endsWith'): (readonly [string, string])[] =>
    field.filter !== false && field[structure] === false ? [[`filter[${name}][_${structure}]=a`, structure]] : [];
  const facet =
    !isIndexed(field) && structuresOf(field).length > 0 && !['markdown', 'textMultiline'].includes(field.type);
  const filter =
    field.type === 'relationship' ? `filter[${name}][id][_eq]=a` : `filter[${name}][${allOperatorsOf(field)[0]}]=true`;
  return [
    ...(field.filter === false ? [[filter, 'filter'] as const] : []),
    ...(field.sort === false
      ? [[`sort=-${name}${field.type === 'location' ? '.distance(1,2)' : ''}`, 'sort'] as const]
      : []),
    ...part('contains'),
    ...part('endsWith'),
    ...(facet ? [[`_facet[${name}]=3`, 'filter'] as const] : []),
  ];
}

function problemsOf(model: ContentModel, path: string, search: string): readonly RequestProblem[] {
  try {
    parseRequest(model, path, search);
    return [];
  } catch (error) {
    if (error instanceof RequestError) return error.problems;
    throw error;
  }
}

describe(`engine and oracle, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  const coverage = { queries: 0, requests: 0, nonEmpty: 0, filtered: 0 };

  const spaces: Space[] = [];
  beforeAll(async () => {
    for (let i = 0; i < cases; i += 1) {
      const seed = firstSeed + i;
      spaces.push(await built(caseFromSeed(seed).space, seed % 3 === 0));
    }
  }, 600_000);

  it('every snapshot › is sound', { timeout: 600_000 }, () => {
    for (const [i, space] of spaces.entries()) {
      for (const type of space.types.values()) expect(checkSegment(type.segment), `seed ${firstSeed + i}`).toEqual([]);
    }
  });

  it('every query and every request › is answered alike', { timeout: 600_000 }, () => {
    for (const [i, space] of spaces.entries()) {
      const seed = firstSeed + i;
      const { space: oracle, queries, requests } = caseFromSeed(seed);
      for (const query of queries) {
        const expected = evaluate(oracle, query);
        const result = execute(space.types.get(query.type)!.segment, query);
        const label = `seed ${seed}, ${JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;
        expect({ total: result.total, ids: idsOf(space, query.type, result.docs) }, label).toEqual(expected);
        coverage.queries += 1;
        if (expected.ids.length > 0) coverage.nonEmpty += 1;
        if (query.filter !== undefined) coverage.filtered += 1;
      }
      for (const request of requests) {
        const expected = expectedDocument(oracle, request.request, base);
        const text = expected === undefined ? 'ItemNotFound' : JSON.stringify(expected);
        expect(answered(space, request), `seed ${seed}, ${request.path}${request.search}`).toBe(text);
        coverage.requests += 1;
      }
    }
  });

  it('structures that the model turns off › are refused with advice', () => {
    let refused = 0;
    for (const [i, { model }] of spaces.entries()) {
      for (const type of model.contentTypes.values()) {
        for (const [search, key] of type.fields.flatMap(needing)) {
          const problems = problemsOf(model, `/${type.name}`, `?${search}`);
          const label = `seed ${firstSeed + i}, /${type.name}?${search}`;
          expect(
            problems.map(({ code }) => code),
            label,
          ).toEqual(['NotIndexed']);
          expect(problems[0]?.detail, label).toContain(`"${key}": true`);
          expect(problems[0]?.detail, label).toContain('in model.json');
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(cases / 3);
  });

  it('the cases › ask enough to mean something', () => {
    console.log(`engine and oracle compared: ${JSON.stringify(coverage)}`);
    expect(coverage.queries).toBeGreaterThan(cases * 4);
    expect(coverage.requests).toBeGreaterThan(cases * 4);
    expect(coverage.nonEmpty).toBeGreaterThan(coverage.queries / 4);
    expect(coverage.filtered).toBeGreaterThan(coverage.queries / 4);
  });
});
