/**
 * Tests that generated traffic requests only what the model allows, with any structures turned off.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { RequestError } from '../../../../src/content/errors/index.js';
import { structuresOf } from '../../../../src/content/model/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../../src/jsonapi/index.js';
import { amount } from '../../../../testing/amount.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { editedExport } from '../../../../testing/samples/edited-bookshop.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { startBookshop } from '../../../../testing/server/server.js';
import { buildTargets, generateTraffic, SeededRandom } from '../../traffic/index.js';

const newFolder = temporaryFolders();
const options = { requests: 500, rate: 100, skew: 1, maxCostMs: 25 };

interface FieldJson {
  readonly name: string;
  readonly search?: unknown;
  readonly inverse?: { readonly name: string };
}

/** Opens the bookshop with changed keys. @param change returns the keys to set on a field */
async function openWith(change: (field: FieldJson, type: string) => object): Promise<Space> {
  const folder = editedExport((_, items) => items);
  const path = join(folder, 'model.json');
  const model = JSON.parse(readFileSync(path, 'utf8'));
  for (const type of model.contentTypes) {
    type.fields = type.fields.map((field: FieldJson) => ({
      ...field,
      // The sort of an inverse may be by a field that the change turns off.
      ...(field.inverse !== undefined && { inverse: { name: field.inverse.name } }),
      ...change(field, type.name),
    }));
  }
  writeFileSync(path, JSON.stringify(model));
  const snapshots = newFolder();
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, snapshots);
}

/** @returns the targets that are refused, each with its errors */
function refusals(space: Space, seed: number): readonly string[] {
  return buildTargets(generateTraffic(space, { ...options, seed }), space).flatMap((target) => {
    try {
      answer(space, parseTarget(space.model, target), '', { maxCostMs: options.maxCostMs });
      return [];
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return `${target}: ${error.problems.map(({ code }) => code).join()}`;
    }
  });
}

/** @returns the keys with the value false */
const off = (...keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, false]));

describe('generated traffic', () => {
  let whole: Space;
  beforeAll(async () => {
    whole = await openBookshop();
  });
  const possible = ({ name }: FieldJson, type: string): readonly string[] => {
    const field = whole.model.contentTypes.get(type)?.fieldByName.get(name);
    return field === undefined ? [] : structuresOf(field);
  };

  it('all structures on, and a space with locales › every request answered', async () => {
    expect([...refusals(whole, 1), ...refusals(await openMuseum(), 1)]).toEqual([]);
  });

  it.each([
    ['nothing sorted', ['sort']],
    ['nothing filtered', ['filter']],
    ['nothing filtered or sorted', ['filter', 'sort']],
    ['no parts of texts', ['contains', 'endsWith']],
  ])('%s › every request answered', async (_, keys) => {
    const space = await openWith((field, type) => off(...keys.filter((key) => possible(field, type).includes(key))));
    expect(refusals(space, 2)).toEqual([]);
  });

  it('no search index › every request answered', async () => {
    const space = await openWith(({ search }) => (search === undefined ? {} : { search: false }));
    expect(refusals(space, 3)).toEqual([]);
  });

  it('random structures turned off › every request answered', async () => {
    for (let seed = 1; seed <= amount(8, 2); seed += 1) {
      const random = new SeededRandom(seed);
      const space = await openWith((field, type) => ({
        ...off(...possible(field, type).filter(() => random.chance(0.4))),
        ...(field.search === undefined || random.chance(0.7) ? {} : { search: false }),
      }));
      expect(refusals(space, seed), `seed ${seed}`).toEqual([]);
    }
  });

  it('a limit of cost that refuses everything › an error instead of an endless loop', () => {
    expect(() => generateTraffic(whole, { ...options, seed: 5, maxCostMs: 1e-9 })).toThrow('within its limits');
  });

  it('sent to a server › every status is 200', async () => {
    const shop = await startBookshop();
    try {
      const statuses = new Map<number, number>();
      for (const target of buildTargets(generateTraffic(whole, { ...options, requests: 200, seed: 6 }), whole)) {
        const response = await fetch(`${shop.base}${target}`);
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
      expect([...statuses.keys()]).toEqual([200]);
    } finally {
      await shop.stop();
    }
  });
});
