/**
 * Where a field type is spelt: whoever adds one finds here the files of each wing that must say what they make of it. All
 * others follow the table of field types (src/content/model/field-types.ts), by what values are and what the index holds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../src/content/model/index.js';

const root = resolve(fileURLToPath(import.meta.url), '../../..');

/** Each is held to the table by an exhaustive type. */
const PLACES = [
  'build/read/values/reader-table.ts',
  'addons/explorer/app/browse/value.tsx',
  'addons/describe/field-shapes.ts',
  'src/content/model/fields.ts',
  'src/content/model/json/read-field.ts',
];

/** Of numbers besides: how they are shown. */
const NUMBER_PLACES = [...PLACES, 'src/content/model/values/numbers.ts'];

/** What else spells it: other systems' types, the model that `stele init` writes, and formats that are called so. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  dateTime: [
    'addons/import/core/declarations/shape.ts',
    'addons/import/sources/directus/schema.ts',
    'src/cli/init/files.ts',
    'src/content/model/values/instant.ts',
    // Dates that there are.
    'src/index/verify/values.ts',
  ],
  // A member of its files.
  location: ['addons/import/sources/directus/items.ts'],
  textMultiline: [
    'addons/import/core/model/field-type.ts',
    'addons/import/core/model/inferred-type.ts',
    'addons/import/core/declarations/shape.ts',
    'addons/import/sources/contentful/index.ts',
    'addons/import/sources/contentful/space.ts',
    'addons/import/sources/directus/schema.ts',
    'addons/import/sources/strapi/project.ts',
    'addons/import/sources/wordpress/index.ts',
  ],
};

const texts = ['src', 'build', 'addons']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/node_modules|^addons\/[^/]+\/test\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

const spelling = (type: string): string[] =>
  texts.flatMap(({ name, text }) => (text.includes(`'${type}'`) ? [name] : [])).sort();

describe('a field type', () => {
  it.each([
    ['dateTime', NUMBER_PLACES],
    ['textMultiline', PLACES],
    [
      'location',
      [
        ...NUMBER_PLACES,
        // Values of a kind of their own.
        'addons/import/core/model/field-type.ts',
        'addons/import/core/export/field-value.ts',
        'addons/explorer/app/browse/map.tsx',
        'addons/describe/schema/counted.ts',
        'src/jsonapi/check/operand.ts',
        'src/content/model/field-types.ts',
        'src/index/verify/rendered-records.ts',
        'src/index/verify/values.ts',
      ],
    ],
  ])('%s › is spelt in these files and no others', (type, places) => {
    expect(spelling(type)).toEqual([...places, ...(OTHERS[type] ?? [])].sort());
  });

  it.each(FIELD_TYPES)('%s › is spelt where each wing says what it makes of it', (type) => {
    const found = spelling(type);
    for (const place of PLACES) expect(found).toContain(place);
  });
});
