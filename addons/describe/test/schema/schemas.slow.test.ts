/**
 * Tests that the JSON Schemas accept exactly the models and lines that a build accepts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentModelToJson, exportedTypes, readContentModel } from '../../../../src/content/model/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { caseFromSeed } from '../../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../../testing/oracle/index.js';
import { BOOKSHOP_EXPORT, exportedLines, openBookshop } from '../../../../testing/samples/bookshop.js';
import { exportSchema, modelSchema } from '../../index.js';
import { areToolsThere, strictAjv } from '../tools/tools.js';

const newFolder = temporaryFolders();
const cases = 20;

/** One thing wrong in each, and what the schema says nothing of. */
const WRONG = [
  {},
  { space: 'shop' },
  { space: '_shop', contentTypes: [] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'id', type: 'text' }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'string' }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'decimal' }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'decimal', precision: 101 }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'text', precision: 1 }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'select', options: [] }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'relationship', many: true }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'text', search: { weight: 0 } }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'text', search: { phrases: 1 } }] }] },
  { space: 'shop', contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'dateTime', format: 'time' }] }] },
  { space: 'shop', language: 'xx', contentTypes: [{ name: 'a', fields: [] }] },
  { $schema: 1, space: 'shop', contentTypes: [{ name: 'a', fields: [] }] },
];

describe.runIf(areToolsThere())('JSON Schema', () => {
  it('model.json › accepts and refuses the same models as a build', async () => {
    const validate = strictAjv().compile(modelSchema());
    const right = [
      JSON.parse(readFileSync(join(BOOKSHOP_EXPORT, 'model.json'), 'utf8')),
      { $schema: './model.schema.json', space: 'shop', contentTypes: [{ name: 'a', label: 'A', fields: [] }] },
      {
        space: 'shop',
        contentTypes: [{ name: 'a', fields: [{ name: 'b', type: 'text', search: { phrases: true } }] }],
      },
      ...Array.from({ length: cases }, (_, seed) => contentModelToJson(caseFromSeed(seed + 1).space.model)),
    ];
    for (const model of right) {
      expect(readContentModel(model)).toHaveProperty('model');
      expect(validate(model), JSON.stringify(validate.errors)).toBe(true);
    }
    for (const model of WRONG) {
      expect(readContentModel(model), JSON.stringify(model)).toHaveProperty('problems');
      expect(validate(model), JSON.stringify(model)).toBe(false);
    }
  });

  it('lines of an export › accepts the bookshop and random exports, and refuses wrong lines', async () => {
    const { model } = await openBookshop();
    const book = strictAjv().compile(exportSchema(model, model.contentTypes.get('book')));
    for (const item of exportedLines('book')) expect(book(item), JSON.stringify([item, book.errors])).toBe(true);
    for (const wrong of [
      {},
      { id: '..' },
      { id: 'a', titel: 'b' },
      { id: 'a', pages: '12' },
      { id: 'a', genre: 'Crimes' },
      { id: 'a', author: [] },
      { id: 'a', published: 'today' },
    ]) {
      expect(book(wrong), JSON.stringify(wrong)).toBe(false);
    }
    for (let seed = 1; seed <= cases; seed += 1) {
      const { space } = caseFromSeed(seed);
      const folder = newFolder();
      writeExport(space, folder);
      for (const type of exportedTypes(space.model)) {
        const validate = strictAjv().compile(exportSchema(space.model, type));
        const text = readFileSync(join(folder, `${type.name}.ndjson`), 'utf8');
        for (const line of text.split('\n')) {
          if (line === '') continue;
          const item: Record<string, unknown> = JSON.parse(line);
          // A value outside the options is kept, and reported; the schema, like --strict, refuses it.
          for (const field of type.fields) {
            if (field.type === 'select' && !field.options.includes(String(item[field.name]))) delete item[field.name];
          }
          expect(validate(item), `seed ${seed}: ${line} ${JSON.stringify(validate.errors)}`).toBe(true);
        }
      }
    }
  });
});
