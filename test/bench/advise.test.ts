/**
 * The benchmark of advice: its traffic, and what it takes from the advice.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdvice } from '../../bench/advise/figures.js';
import { threeShapes } from '../../bench/advise/traffic.js';
import { decodeTraffic, shapeName } from '../../src/traffic/index.js';
import { writeFiles } from '../support/export.js';
import { temporaryFolders } from '../support/folder.js';

const newFolder = temporaryFolders();

describe('bench:advise', () => {
  it('its traffic › has three shapes, as often each, the same again', async () => {
    const articles = ['a1', 'a2'].map((id) => ({ id, title: `Title ${id} é`, genre: 'Fiction' }));
    const folder = writeFiles(join(newFolder(), 'export'), { 'article.ndjson': articles });
    const bytes = await threeShapes(folder, 30, 1);
    const { templates, requests } = decodeTraffic(bytes, 'made');
    expect(templates.map(shapeName)).toEqual([
      '/article?filter[genre][_eq]=?&sort=-published',
      '/article/??include=author',
      '/article?filter[title][_startsWith]=?&page[limit]=10',
    ]);
    expect(requests).toHaveLength(30);
    expect(await threeShapes(folder, 30, 1)).toEqual(bytes);
  });

  it('what is no advice, or advises nothing › is an error', () => {
    for (const value of [undefined, {}, { kind: 'stele-advice' }]) {
      expect(() => readAdvice(value)).toThrow('advised nothing');
    }
  });
});
