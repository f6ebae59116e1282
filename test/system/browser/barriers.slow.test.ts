/**
 * The explorer as a whole: what axe-core finds in each view, light and dark, wide and narrow.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { startBookshop } from '../../../testing/server/server.js';
import { barriers, isBrowserThere, open, RULES, stopShared } from './explorer-page.js';

/** Each view once, and what is there when it is whole. */
const VIEWS: readonly (readonly [view: string, seen: string])[] = [
  ['#/', '.card'],
  ['#/book?page[limit]=8', 'tbody .chip'],
  ['#/book/the-salt-road', '.pointed-at .chip'],
  ['#/page/home', '.prose'],
  ['#/_search?filter[_search]=salt&_facet[type]=3', 'main ol .row-link'],
  [
    '#ask/book?filter[_search]=salt&filter[_OR][0][genre][_in]=Crime,Fiction&filter[_OR][1][price][_lt]=9&include=author.country&_facet[genre]=3&_stats=price',
    '.facets',
  ],
  ['#document/book/the-salt-road?include=author', '.json'],
  ['#explain/book?filter[genre][_eq]=Crime&filter[price][_lt]=9&sort=title', '.tree'],
  ['#code/book?filter[price][_lt]=9', '.snippet'],
  [
    '#ask/book?sort=prise&filter[published][_gte]=2017-01-01&filter[published][_lte]=no&include=reviews,related',
    '.problem',
  ],
  ['#/book?sort=prise', '.errors'],
  ['#/book?filter[title][_eq]=nothing', '.nothing'],
];

/** All that hangs on colours: of the same elements in the same places nothing else can be another in the dark. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

describe.runIf(isBrowserThere())('every view', () => {
  afterAll(stopShared);
  const axe = readFileSync(join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');

  it.each([1280, 390])(
    '%i pixels wide, light and dark › no findings of axe-core, no horizontal scrolling, no foreign resources',
    async (width) => {
      const { page, complaints, elsewhere } = await open('', { width });
      // Run by the debugger, which the page's policy does not bind.
      await page.evaluate(axe);
      for (const [view, seen] of VIEWS) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, view);
        await page.locator(seen).first().waitFor();
        await page.waitForFunction(() => document.querySelector('.facts')?.getAttribute('aria-busy') === 'false');
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await barriers(page, RULES), view).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await barriers(page, RULES_OF_COLOURS), `${view}, dark`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, view).toBeLessThanOrEqual(0);
        expect(complaints, view).toEqual([]);
      }
      expect(elsewhere).toEqual([]);
    },
  );

  it('the key form and the page of several spaces › no findings of axe-core, within 320 pixels', async () => {
    const space = await openBookshop();
    const guarded = await startBookshop({ keys: liveKeys(testKey('website')) });
    const several = await startBookshop({ spaces: ['one', 'two'].map((name) => ({ name, space })) });
    onTestFinished(async () => {
      await guarded.stop();
      await several.stop();
    });
    for (const [at, whole] of [
      [guarded.origin, '.key-form'],
      [several.origin, '.card'],
    ] as const) {
      const { page } = await open('', { at, width: 320, whole });
      await page.evaluate(axe);
      expect(await barriers(page, RULES), whole).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriers(page, RULES_OF_COLOURS), whole).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

  it('text with too little contrast › is found, light and dark', async () => {
    const { page } = await open('#/book?page[limit]=2');
    await page.evaluate(axe);
    for (const [colorScheme, faint] of [
      ['light', '#bbb'],
      ['dark', '#444'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((color) => document.querySelector('h1')?.style.setProperty('color', color), faint);
      expect(await barriers(page, RULES_OF_COLOURS)).toEqual([expect.stringMatching(/^color-contrast: <bdi>Book/)]);
    }
  });
});
