/** One wrong value in a table that was imported before: the type of its field stays, and the note names the row and the value. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, type Imported, imported, newFolder, removeFolders } from '../importing.js';

afterEach(removeFolders);

const authors = 'id,name\na1,Mara\na2,Jonas\n';
const header = 'id,title,price,pages,printed,at,author\n';
const rows = [
  'b1,Stone,24.00,120,true,2024-03-01,a1\n',
  'b2,Salt,8.50,90,false,2019-10-12,a1\n',
  'b3,Ferry,12.00,300,true,2021-06-30,a2\n',
];

const tables = (...moreRows: readonly string[]): string =>
  folderOf({ 'authors.csv': authors, 'books.csv': `${header}${[...rows, ...moreRows].join('')}` });

/** Imports the good rows, and then other tables into the same folder. */
async function importedAgain(input: string, options: { readonly newModel?: boolean } = {}): Promise<Imported> {
  const out = join(newFolder(), 'export');
  await imported('csv', tables(), { out });
  return imported('csv', input, { out, ...options });
}

const typeOf = (result: Imported, field: string): string | undefined => result.field('books', field)?.type;
const notesOf = (result: Imported): readonly string[] => result.report.notes.map(({ what }) => what);

describe('a wrong value in a table that was imported before', () => {
  it('a link to no item › is dropped; the field stays a relationship, and row and value are named', async () => {
    const result = await importedAgain(tables('b4,X,7,1,true,2022-01-01,a9\n'));
    expect(result.field('books', 'author')).toEqual({
      name: 'author',
      type: 'relationship',
      to: 'authors',
      many: false,
    });
    expect(result.item('books', 'b4')).not.toHaveProperty('author');
    expect(result.item('books', 'b1')).toHaveProperty('author', 'a1');
    expect(result.leftOut('books.author', /not in the export, such as books\/b4 → a9/)).toBe(1);
    expect(notesOf(result)).toContain(
      'books.author keeps its type, relationship to authors: 1 of 4 values does not fit, such as books.csv, line 5: "a9"; --new-model decides the type again',
    );
  });

  it.each([
    ['price', 'decimal', 'b4,X,free,1,true,2022-01-01,a1\n', 'free'],
    ['pages', 'integer', 'b4,X,7.00,12a,true,2022-01-01,a1\n', '12a'],
    ['printed', 'boolean', 'b4,X,7.00,1,perhaps,2022-01-01,a1\n', 'perhaps'],
    ['at', 'dateTime', 'b4,X,7.00,1,true,soon,a1\n', 'soon'],
  ])('%s › stays %s, and the value is lost', async (field, type, row, value) => {
    const result = await importedAgain(tables(row));
    expect(typeOf(result, field)).toBe(type);
    expect(result.item('books', 'b4')).not.toHaveProperty(field);
    expect(result.leftOut(`books.${field}`, new RegExp(`books.csv, line 5: "${value}"`))).toBe(1);
  });

  it('most values do not fit › the type changes, and the note names the first of them', async () => {
    const bad = ['b4', 'b5', 'b6', 'b7'].map((id) => `${id},X,7.00,1,true,2022-01-01,a9\n`);
    const result = await importedAgain(tables(...bad));
    expect(typeOf(result, 'author')).toBe('text');
    expect(notesOf(result)).toContain(
      'books.author had the type relationship to authors, and has the type text now: 4 of 7 values do not fit, such as books.csv, line 5: "a9"',
    );
  });

  it('a wider type › holds all values, and the note names the first that needs it', async () => {
    const result = await importedAgain(tables('b4,X,7.00,1.5,true,2022-01-01T10:00:00Z,a1\n'));
    expect([typeOf(result, 'pages'), result.field('books', 'at')]).toEqual([
      'decimal',
      { name: 'at', type: 'dateTime' },
    ]);
    expect(result.item('books', 'b4')).toMatchObject({ pages: '1.5', at: '2022-01-01T10:00:00.000Z' });
    expect(notesOf(result).filter((note) => note.includes('such as books.csv, line 5: "1.5"'))).toHaveLength(1);
  });

  it('--new-model, and a first import › let the content decide', async () => {
    const input = tables('b4,X,7,1,true,2022-01-01,a9\n');
    expect(typeOf(await importedAgain(input, { newModel: true }), 'author')).toBe('text');
    expect(typeOf(await imported('csv', input), 'author')).toBe('text');
  });

  it('the third import › decides as the second did', async () => {
    const out = join(newFolder(), 'export');
    const input = tables('b4,X,7,1,true,2022-01-01,a9\n');
    await imported('csv', tables(), { out });
    const { bytes: second } = await imported('csv', input, { out });
    const { bytes: third } = await imported('csv', input, { out });
    expect(third).toEqual(second);
  });

  it('the model of an earlier snapshot › counts as that of an earlier export', async () => {
    const { out } = await imported('csv', tables());
    const earlierModel = readFileSync(join(out, 'model.json'), 'utf8');
    const result = await imported('csv', tables('b4,X,7,1,true,2022-01-01,a9\n'), { earlierModel });
    expect(typeOf(result, 'author')).toBe('relationship');
  });

  it('a table that links pointed to is gone › the field becomes a text', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'books.csv'), `${header}${rows.join('')}`);
    const result = await importedAgain(folder);
    expect(typeOf(result, 'author')).toBe('text');
  });
});
