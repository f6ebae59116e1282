/**
 * The localized twin of the benchmark's content, and that a wrong answer in a locale ends the run.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareInLocale } from '../../bench/engine/localized/ask.js';
import { translated, translatedUrl, writeTwins } from '../../bench/engine/localized/twins.js';
import { DifferenceError } from '../../bench/harness/timing/compare.js';
import { writeFiles } from '../support/export.js';
import { temporaryFolders } from '../support/folder.js';

const newFolder = temporaryFolders();

it('translated › has other letters, each always the same, and all else as it was', () => {
  expect(translated('Azur buzz, 12 ÄÖ!')).toBe('Ebas cabb, 12 ÄÖ!');
});

it.each([
  ['/article?filter[title][_eq]=a%20b&filter[stock][_gt]=3', '/article?filter[title][_eq]=e%20c&filter[stock][_gt]=3'],
  ['/article?filter[_OR][0][title][_contains]=a&sort=title', '/article?filter[_OR][0][title][_contains]=e&sort=title'],
  ['/article?filter[subtitle][_exists]=true', '/article?filter[subtitle][_exists]=true'],
  ['/document?filter[title][_eq]=a', '/document?filter[title][_eq]=a'],
  ['/article', '/article'],
])('%s › asks in the second locale for %s', (url, expected) => {
  expect(translatedUrl(url)).toBe(expected);
});

it('twins › have translations beside the values, and the second alone what it shows', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'into'));
  const article = { id: '1', title: 'ab', subtitle: null, stock: 3 };
  const source = writeFiles(join(folder, 'export'), {
    'model.json': {
      space: 'generated-engine',
      contentTypes: [
        {
          name: 'article',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'stock', type: 'integer' },
          ],
        },
      ],
    },
    'article.ndjson': [article],
  });
  const { localized, second, share } = await writeTwins(source, join(folder, 'into'));
  const itemIn = (twin: string): unknown => JSON.parse(readFileSync(join(twin, 'article.ndjson'), 'utf8'));
  expect(itemIn(localized)).toEqual({ ...article, title: { en: 'ab', de: 'ec' } });
  expect(itemIn(second)).toEqual({ ...article, title: 'ec' });
  expect(share).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(join(localized, 'model.json'), 'utf8'))).toMatchObject({
    locales: [
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ],
    contentTypes: [{ fields: [{ name: 'title', localized: true }, { name: 'stock' }] }],
  });
});

it('an answer in a locale that differs › ends the run, but for what only locales say', () => {
  const answered = '{"links":{"self":"/a?localeCode=de"},"data":[{"id":"1","meta":{"locales":["en","de"]}}]}';
  compareInLocale('/a', Buffer.from(answered), Buffer.from('{"links":{"self":"/a"},"data":[{"id":"1"}]}'));
  expect(() => compareInLocale('/a', Buffer.from(answered), Buffer.from('{"data":[]}'))).toThrow(DifferenceError);
});
