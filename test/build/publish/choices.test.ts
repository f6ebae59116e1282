/**
 * What a build may store more or less of: recorded in the manifest, built anew where it changes, and no answer differs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { type BuildChoices, DEFAULT_CHOICES, readChoices } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { answer, explainRequest, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { BOOKSHOP_EXPORT, bookshopSnapshots } from '../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

async function built(choices: BuildChoices, folder: string) {
  const report = await buildSnapshot(BOOKSHOP_EXPORT, folder, { files: diskFiles, strict: false, choices });
  const space = await openCurrent(diskFiles, folder);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, report.snapshot, 'manifest.json'), 'utf8'));
  const linked = report.types.filter((type) => type.linked).length;
  return { space, linked, types: report.types.length, manifest };
}

describe('choices of a build', () => {
  it('quantiles of few items › are stored and recorded, and change no answer', async () => {
    const folder = newFolder();
    const choices = { ...DEFAULT_CHOICES, quantiles: 4, quantilesFrom: 1 };
    const first = await built(choices, folder);
    expect(first.manifest).toMatchObject({ choices: { quantiles: 4, quantilesFrom: 1 } });
    const price = first.space.types.get('book')?.segment.fields.get('price');
    expect(price?.kind === 'numbers' && price.quantiles?.places.length).toBeGreaterThan(2);
    expect((await verifySnapshots(diskFiles, folder)).problems).toEqual([]);
    const whole = await openCurrent(diskFiles, await bookshopSnapshots());
    for (const search of ['?filter[price][_lt]=12&sort=-published', '?filter[pages][_gte]=300&_facet[genre]=3']) {
      const of = (space: typeof whole): string =>
        answer(space, parseRequest(space.model, '/book', search), '').toString();
      expect(of(first.space)).toBe(of(whole));
    }
    expect((await built(choices, folder)).linked).toBe(first.types);
    const other = await built(DEFAULT_CHOICES, folder);
    expect([other.linked, other.space.id]).toEqual([0, whole.id]);
    expect(other.manifest).not.toHaveProperty('choices');
  });

  it('more first items of rarer substrings › are stored, and are the first matching items', async () => {
    const folder = newFolder();
    const source = writeFiles(join(newFolder(), 'export'), {
      'model.json': modelOf({ stone: { name: 'text' } }, { space: 'yard' }),
      'stone.ndjson': Array.from({ length: 700 }, (_, item) => ({
        id: `s${item}`,
        name: `${item % 3 === 0 ? 'granite' : 'slate'} ${(item * 7919) % 701}`,
      })),
    });
    const choices = { ...DEFAULT_CHOICES, firstItems: 50, firstItemsAbove: 60 };
    await buildSnapshot(source, folder, { files: diskFiles, strict: true, choices });
    const name = (await openCurrent(diskFiles, folder)).types.get('stone')?.segment.fields.get('name');
    if (name?.kind !== 'text') throw new Error('the name is no text');
    const { nodes = [], numbers: docs = [] } = name.firstDocs ?? {};
    expect([nodes.length > 0, docs.length / nodes.length]).toEqual([true, 50]);
    expect((await verifySnapshots(diskFiles, folder)).problems).toEqual([]);
    const space = await openCurrent(diskFiles, folder);
    const search = '?filter[name][_contains]=granite&page[limit]=50&fields[stone]=';
    const document = JSON.parse(answer(space, parseRequest(space.model, '/stone', search), '').toString());
    expect(document.data.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 50 }, (_, place) => `s${place * 3}`),
    );
  });

  it('substring sets of few items › are stored and recorded, are read for late pages, and change no answer', async () => {
    const source = writeFiles(join(newFolder(), 'export'), {
      'model.json': modelOf({ stone: { name: { type: 'text', fold: true }, weight: 'integer' } }, { space: 'yard' }),
      'stone.ndjson': Array.from({ length: 900 }, (_, item) => ({
        id: `s${item}`,
        ...(item % 11 > 0 && { name: `${item % 3 === 0 ? 'Granite' : 'slate'} ${(item * 7919) % 907}` }),
        weight: (item * 31) % 97,
      })),
    });
    const open = async (choices: BuildChoices) => {
      const folder = newFolder();
      await buildSnapshot(source, folder, { files: diskFiles, strict: true, choices });
      expect((await verifySnapshots(diskFiles, folder)).problems).toEqual([]);
      return openCurrent(diskFiles, folder);
    };
    const space = await open({ ...DEFAULT_CHOICES, quantilesFrom: 0, substringSets: 6 });
    const without = await open({ ...DEFAULT_CHOICES, quantilesFrom: 0, substringSets: 0 });
    const setsIn = (of: typeof space): readonly number[] => {
      const name = of.types.get('stone')?.segment.fields.get('name');
      if (name?.kind !== 'text') throw new Error('the name is no text');
      return [name, name.folded].map((each) => each?.frequentSets?.nodes.length ?? -1);
    };
    expect([setsIn(space), setsIn(without)]).toEqual([
      [6, 6],
      [0, 0],
    ]);
    const bounds = { timeLimitNs: 0, maxCostMs: 25, ignores: undefined };
    const explained = explainRequest(space, '/stone', '?filter[name][_contains]=e', '', () => 0, bounds);
    expect(JSON.stringify(explained)).toContain('substring tree: stored set');
    const searches = [
      '?filter[name][_contains]=e&page[skip]=300&page[limit]=50',
      '?filter[name][_contains]=a&filter[name][_contains]=4&sort=-weight&page[skip]=40',
      '?filter[_OR][0][name][_contains]=e&filter[_OR][1][weight][_lt]=9&sort=weight,name&page[skip]=7',
      '?filter[_NOT][][name][_contains]=a&_facet[weight]=5&_stats=weight',
      '?filter[name][_icontains]=T&page[skip]=250',
    ];
    for (const search of searches) {
      const of = (from: typeof space): string =>
        answer(from, parseRequest(from.model, '/stone', search), '').toString();
      expect(of(space)).toBe(of(without));
    }
  });

  it.each([
    [{ firstItems: 50, firstItemsAbove: 20 }],
    [null],
    [[]],
    [{ quantiles: 1.5 }],
    [{ quantiles: 5000 }],
    [{ parts: 3 }],
    ['x'],
  ])('%j › are not valid choices', (value) => {
    expect(readChoices(value)).toBeUndefined();
  });
});
