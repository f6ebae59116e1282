/**
 * A type without localized fields, in a space that has locales: the same bytes as in a space that has none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { built } from '../../../testing/samples/shop.js';

const newFolder = temporaryFolders();

/** One field of each kind of structure, and links to a type that is localized. */
const note = {
  name: 'note',
  fields: [
    { name: 'title', type: 'text', search: { weight: 2, phrases: true }, fold: true, order: 'natural' },
    { name: 'tags', type: 'text', many: true },
    { name: 'body', type: 'markdown', search: true },
    { name: 'kind', type: 'select', options: ['a', 'b'] },
    { name: 'count', type: 'integer' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'day', type: 'dateTime', format: 'date' },
    { name: 'isNew', type: 'boolean' },
    { name: 'picture', type: 'image' },
    { name: 'rest', type: 'json' },
    { name: 'book', type: 'relationship', to: 'book' },
    { name: 'others', type: 'relationship', to: ['note', 'book'], many: true },
  ],
};
const notes = [
  {
    id: '1',
    title: 'Running notes 10',
    tags: ['x', 'y'],
    body: 'A fox *runs*.',
    kind: 'b',
    count: -3,
    price: '1.50',
    day: '2024-02-29',
    isNew: true,
    picture: { url: '/a.png', width: 3 },
    rest: { de: 'no locale' },
    book: '1',
    others: [{ type: 'book', id: '1' }],
  },
  { id: '2', title: 'Ein Überblick', others: [{ type: 'note', id: '1' }] },
  { id: '3', title: '', tags: [], body: null },
];

const titled = (localized: boolean) => ({ name: 'book', fields: [{ name: 'title', type: 'text', localized }] });

/** @returns by type: the bytes of its segment file */
async function segmentsIn(space: object, book: object, localized: boolean): Promise<ReadonlyMap<string, Buffer>> {
  const folder = newFolder();
  await built(folder, {
    'model.json': { space: 'shop', ...space, contentTypes: [note, titled(localized)] },
    'note.ndjson': notes,
    'book.ndjson': [book],
  });
  const snapshots = join(folder, 'snapshots');
  const files = readdirSync(snapshots, { recursive: true, encoding: 'utf8' });
  return new Map(
    files.flatMap((file) => {
      const [, type = ''] = /(\w+)-[0-9a-f]{16}\.segment$/.exec(file) ?? [];
      return type === '' ? [] : [[type, readFileSync(join(snapshots, file))] as const];
    }),
  );
}

it('a type without localized fields › has the same bytes as in a space without locales', async () => {
  const locales = [{ code: 'de', default: true }, { code: 'en', fallback: 'de' }, { code: 'fr' }];
  const plain = await segmentsIn({ language: 'de' }, { id: '1', title: 'Eins' }, false);
  const local = await segmentsIn({ locales }, { id: '1', title: { de: 'Eins', en: 'One' } }, true);
  expect(plain.get('note')?.byteLength).toBeGreaterThan(2000);
  expect(local.get('note')).toEqual(plain.get('note'));
  expect(local.get('book')).not.toEqual(plain.get('book'));
});
