import { describe, expect, it } from 'vitest';
import { adviseForFile, adviseForFolder } from '../../../build/read/files/import-advice.js';

describe('an input that is not an export', () => {
  it.each([
    ['book.csv', 'stele build book.csv --from csv --out snapshots'],
    ['site.xml', 'stele build site.xml --from wordpress --out snapshots'],
    ['space.json', 'stele build space.json --from contentful --out snapshots'],
    ['data.tar.gz', 'stele build data.tar.gz --from strapi --out snapshots'],
    ["my 'file.tsv", '--from csv'],
    ['a/b.md', 'give its folder: stele build <folder> --from markdown'],
    ['shop.db', 'Write its tables to CSV files first'],
    ['shop.xlsx', 'Save each sheet as a CSV file first'],
    ['shop.zip', 'Unpack it first'],
  ])('the file %s › the advice names the command', (file, words) => {
    expect(adviseForFile(file)).toContain(words);
  });

  it.each([
    [['a.csv', 'notes.txt'], '--from csv'],
    [['a.md', 'a.json'], '--from markdown'],
    [['collections.json', 'fields.json'], '--from directus'],
    [['CURRENT'], 'It is a folder of snapshots'],
  ])('a folder with %j › the advice names the command', (names, words) => {
    expect(adviseForFolder('content', names)).toContain(words);
  });

  it('a file or folder that no source reads › there is no advice, or how to begin', () => {
    expect(adviseForFile('photo.png')).toBe('');
    expect(adviseForFolder('content', ['photo.png'])).toBe(
      ' Check the path, or begin with a small export: stele init <folder>',
    );
  });
});
