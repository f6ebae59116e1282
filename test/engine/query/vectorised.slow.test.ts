/**
 * The engine against the oracle on a segment large enough for quantiles, for a memory of its own and for vectorised
 * loops: sets of every size, ties of every length, pages at any position. `STELE_CASES=500 STELE_SEED=7` runs more, or others.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { contentModel, contentType, termOf } from '../../../src/content/model/index.js';
import { execute } from '../../../src/engine/query/index.js';
import type { CollectionQuery } from '../../../src/engine/query/query-tree.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { arbitraryFilter, arbitrarySort } from '../../../testing/oracle/arbitraries/index.js';
import {
  evaluate,
  type OracleItem,
  type OracleSpace,
  type OracleValue,
  writeExport,
} from '../../../testing/oracle/index.js';

const cases = Math.min(500, Number(process.env['STELE_CASES'] ?? 5));
const seed = Number(process.env['STELE_SEED'] ?? 1);
/** Enough for quantiles, and for a file of more than 4 MiB. */
const size = 34_000;

const model = contentModel('hall', [
  contentType('tile', [
    { name: 'name', type: 'text' },
    { name: 'kind', type: 'select', options: Array.from({ length: 9 }, (_, kind) => `kind ${kind}`) },
    { name: 'weight', type: 'integer' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'glazed', type: 'boolean' },
    { name: 'fired', type: 'dateTime', format: 'dateTime' },
    { name: 'neighbour', type: 'relationship', to: ['tile'], many: false },
  ]),
]);

/** Spread over [0, 1), the same in every run. Source: the finaliser of MurmurHash3 (Appleby). */
function noise(stream: number, place: number): number {
  let hash = Math.imul(stream ^ Math.imul(place + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function tile(doc: number): OracleItem {
  const values = new Map<string, OracleValue>([
    ['name', `${['Blue', 'Red', 'Salt'][Math.floor(noise(1, doc) * 3)]} tile ${Math.floor(noise(2, doc) * 20_000)}`],
    // Half of them are of one kind, and a quarter cost the same.
    ['kind', `kind ${Math.floor(noise(3, doc) ** 2 * 9)}`],
    ['price', noise(4, doc) < 0.25 ? '9.99' : (Math.floor(noise(5, doc) * 4000) / 100).toFixed(2)],
    ['fired', new Date(Math.floor(noise(6, doc) * 1.7e12)).toISOString()],
    ['neighbour', [{ type: 'tile', id: `t${Math.floor(noise(7, doc) ** 3 * size)}` }]],
  ]);
  if (noise(8, doc) < 0.8) values.set('weight', Math.floor(noise(9, doc) ** 3 * 700));
  if (noise(10, doc) < 0.95) values.set('glazed', noise(11, doc) < 0.1);
  return { type: 'tile', id: `t${doc}`, values };
}

const oracle: OracleSpace = {
  model,
  items: new Map([['tile', Array.from({ length: size }, (_, doc) => tile(doc))]]),
};
const newFolder = temporaryFolders();
let space: Space;

beforeAll(async () => {
  const folder = newFolder();
  writeExport(oracle, join(folder, 'export'));
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'snapshots'));
}, 120_000);

const query: fc.Arbitrary<CollectionQuery> = fc.record({
  type: fc.constant('tile'),
  filter: fc.option(arbitraryFilter(oracle, ['tile']), { nil: undefined, freq: 6 }),
  sort: arbitrarySort(oracle, ['tile']),
  page: fc.record({ skip: fc.oneof(fc.nat(40), fc.nat(size)), limit: fc.constantFrom(1, 20, 100) }),
});

describe('engine and oracle on a large segment', () => {
  it('its memory › is usable by vectorised loops, and every sortable field has quantiles', () => {
    const { segment } = space.types.get('tile')!;
    expect(segment.file.memory).toBeDefined();
    for (const name of ['name', 'kind', 'weight', 'price', 'glazed', 'fired']) {
      expect(segment.fields.get(name), name).toHaveProperty('quantiles', expect.anything());
    }
  });

  it('every query › is answered alike', { timeout: 600_000 }, () => {
    const { segment } = space.types.get('tile')!;
    const idOf = (doc: number): string => Buffer.from(segment.id.terms.at(termOf(segment.id.column[doc]!))).toString();
    let pageItems = 0;
    for (const randomQuery of fc.sample(fc.noBias(query), { seed, numRuns: cases })) {
      const { total, docs } = execute(segment, {
        filter: randomQuery.filter,
        sort: randomQuery.sort,
        page: randomQuery.page,
      });
      const label = JSON.stringify(randomQuery, (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      );
      expect({ total, ids: Array.from(docs, idOf) }, label).toEqual(evaluate(oracle, randomQuery));
      if (docs.length > 0) pageItems += 1;
    }
    expect(pageItems).toBeGreaterThan(cases / 4);
  });
});
