/**
 * Tests that the facts about the values of a snapshot are true for every item in every locale.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { openSnapshot } from '../../../src/client/library/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { findKnownValues, openCurrent } from '../../../src/index/snapshot/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../testing/oracle/index.js';
import { writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const cases = Number(process.env['STELE_CASES'] ?? amount(40, 8));
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

describe(`known values, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  it('fields that every item has, and texts of selects › the same as in documents', {
    timeout: 600_000,
  }, async () => {
    const seen = { complete: 0, incomplete: 0, texts: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const folder = newFolder();
      writeExport(caseFromSeed(seed).space, join(folder, 'export'));
      await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
      const { model, ...space } = await openCurrent(diskFiles, join(folder, 'snapshots'));
      const known = findKnownValues({ model, ...space });
      const open = await openSnapshot(join(folder, 'snapshots'));
      for (const { name, attributes } of model.contentTypes.values()) {
        const { fieldsWithValues: complete, selectTexts: texts } = known.get(name) ?? {
          fieldsWithValues: new Set(),
          selectTexts: new Map(),
        };
        const locales = model.locales.length === 0 ? [undefined] : model.locales.map(({ code }) => code);
        const items = locales.flatMap((locale) => [...open.type(name).each({ locale })]);
        for (const field of attributes) {
          const label = `seed ${seed}: ${name}.${field.name}`;
          const values = items.map((item) => item[field.name]);
          if (complete.has(field.name)) {
            expect(values, label).not.toContain(null);
            seen.complete += 1;
          } else seen.incomplete += values.includes(null) ? 1 : 0;
          const found = texts.get(field.name);
          if (found === undefined) continue;
          for (const value of values.flat()) if (value !== null) expect(found, label).toContain(value);
          seen.texts += found.length;
        }
      }
    }
    expect(seen.complete).toBeGreaterThan(0);
    expect(seen.incomplete).toBeGreaterThan(0);
    expect(seen.texts).toBeGreaterThan(0);
  });

  it.each([
    ['en', true],
    [null, false],
  ])('a locale that falls back to %s › a localized field is certain: %s', async (fallback, isCertain) => {
    const fields = [
      { name: 'title', type: 'text', localized: true },
      { name: 'kind', type: 'select', options: ['a'] },
    ];
    const files = {
      'model.json': {
        space: 'a',
        locales: [
          { code: 'en', default: true },
          { code: 'de', fallback },
        ],
        contentTypes: [{ name: 'book', fields }],
      },
      'book.ndjson': [
        { id: '1', title: { en: 'One' }, kind: 'b' },
        { id: '2', title: { en: 'Two' }, kind: '' },
      ],
    };
    const folder = newFolder();
    await buildSnapshot(writeFiles(join(folder, 'export'), files), folder, { files: diskFiles, strict: false });
    const known = findKnownValues(await openCurrent(diskFiles, folder)).get('book');
    expect(known?.fieldsWithValues.has('title')).toBe(isCertain);
    expect([known?.fieldsWithValues.has('kind'), known?.selectTexts.get('kind')]).toEqual([false, ['b', '']]);
  });
});
