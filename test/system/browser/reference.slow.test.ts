/**
 * The reference and the guides in a browser: parameters are tried next to their descriptions, and the answers are right.
 *
 * Every fifth parameter is tried; `STELE_TRY_ALL=yes` tries all of them (some 3 minutes).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { openBookshop, temporaryFolder } from '../../../testing/samples/bookshop.js';
import { exportFolder } from '../../../testing/samples/hostile-export.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { startBookshop } from '../../../testing/server/server.js';
import { barriers, isBrowserThere, open, RULES, shared, stopShared, texts } from './explorer-page.js';

const endpoints = '.endpoints a';
const triedOneIn = process.env['STELE_TRY_ALL'] === undefined ? 5 : 1;

async function opened(source: string): Promise<Space> {
  const folder = temporaryFolder();
  await buildSnapshot(source, folder, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, folder);
}

/** A type with very many fields, and types whose names mean something elsewhere. */
function wideExport(): string {
  const folder = temporaryFolder();
  const kinds = ['text', 'integer', 'boolean', 'markdown', 'dateTime'];
  const fields = Array.from({ length: 200 }, (_, place) => ({ name: `f${place}`, type: kinds[place % kinds.length] }));
  const odd = ['guide', 'docs', 'constructor'].map((name) => ({ name, fields: [{ name: 'toString', type: 'text' }] }));
  const model = { space: 'wide', contentTypes: [{ name: 'wide', fields }, ...odd] };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
  writeFileSync(join(folder, 'wide.ndjson'), `${JSON.stringify({ id: 'w', f0: 'a text', f1: 7, f2: true })}\n`);
  for (const { name } of odd)
    writeFileSync(join(folder, `${name}.ndjson`), `${JSON.stringify({ id: 'o', toString: 'x' })}\n`);
  return folder;
}

/** Waits until the answer that is shown is that to the page's request. @returns its status */
async function answeredHere(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const shown = document.querySelector('.answered');
    const wanted = document.querySelector<HTMLInputElement>('#target')?.value ?? '';
    return (
      shown?.getAttribute('aria-busy') === 'false' && shown.querySelector('.asked code')?.textContent?.endsWith(wanted)
    );
  });
  return page.locator('.answered .status').innerText();
}

/** Presses the buttons of every fifth trial of the page, or of all. @returns how many */
async function tryShare(page: Page): Promise<number> {
  let tried = 0;
  let turn = 0;
  for (const group of await page.locator('.trials').all()) {
    if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click();
    await group.locator('form.trial').first().waitFor();
    for (const form of await group.locator('form.trial:has(.button:enabled)').all()) {
      turn += 1;
      if ((turn - 1) % triedOneIn !== 0) continue;
      await form.getByRole('button', { name: 'Try' }).click();
      const status = await answeredHere(page);
      expect(status, await page.locator('.answered').innerText()).toBe('200');
      const isMarked = await form.evaluate((element) => element.parentElement?.className === 'tried');
      expect(isMarked, (await form.getAttribute('aria-label')) ?? '').toBe(true);
      tried += 1;
    }
    await group.locator('summary').first().click();
  }
  return tried;
}

describe.runIf(isBrowserThere())('the reference', () => {
  afterAll(stopShared);

  it('/docs › lists every endpoint; a parameter of each kind can be tried', {
    timeout: 300_000,
  }, async () => {
    const { shop } = await shared();
    const { page, complaints, elsewhere } = await open('', { path: '/docs', whole: endpoints });
    const described: unknown = await (await fetch(`${shop.origin}/openapi.json`)).json();
    const paths = Object.keys(Object(Object(described).paths)).filter((path) => path !== '/');
    // Linkage is folded: its links have a text, but are not drawn.
    expect([...(await page.locator(endpoints).allTextContents())].sort()).toEqual([...paths].sort());
    for (const [path, least] of [
      ['/book', 150],
      ['/book/{id}', 15],
      ['/book/{id}/author', 15],
      ['/book/{id}/relationships/reviews', 2],
      ['/_search', 5],
      ['/_suggest', 2],
    ] as const) {
      await page.getByLabel('Content types').getByRole('link', { name: 'Reference' }).click();
      if (path.includes('relationships')) await page.locator('.endpoint-list summary').first().click();
      await page.getByRole('link', { name: path, exact: true }).click();
      await page.locator('.trials').first().waitFor();
      expect(await tryShare(page), path).toBeGreaterThanOrEqual(Math.ceil(least / triedOneIn));
    }
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it('/docs › names the common parameters, each with a link to a part of a guide', async () => {
    const { page, origin } = await open('#/', { path: '/docs' });
    const links = page.locator('.common-parameters a');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(['filter', 'sort', 'page', 'include', 'fields']);
    for (const href of await links.evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? ''))) {
      const [path = '', id] = href.split('#');
      const guide = await fetch(`${origin}/${path}`);
      expect(guide.status, href).toBe(200);
      if (id !== undefined) expect(await guide.text()).toContain(`id="${id}"`);
    }
  });

  it('a trial request › is in the address, opens in the explorer and is restored', async () => {
    const { page } = await open('#/book?filter[price][_lt]=12.00&page[limit]=2', { path: '/docs', whole: '.answered' });
    expect(await answeredHere(page)).toBe('200');
    const row = page.getByRole('form', { name: '< filter[price][_lt]' });
    const value = row.getByRole('combobox');
    expect(await value.inputValue()).toBe('12.00');
    await value.fill('9.50');
    await value.press('Enter');
    await page.waitForFunction(() => location.hash.includes('9.50'));
    await answeredHere(page);
    await page.getByRole('link', { name: 'Open in the explorer' }).click();
    await page.locator('tbody .row-link').first().waitFor();
    await page.getByLabel('Views of the answer').getByRole('link', { name: 'Reference' }).click();
    expect(await answeredHere(page)).toBe('200');
    await page.goto(page.url().replace(/\/docs.*/, '/explore#/book/the-salt-road'));
    await page.locator('.item-title').waitFor();
    await page.keyboard.press('5');
    await page.getByRole('form', { name: 'Item' }).getByLabel('Id').fill('no-such-book');
    await page.keyboard.press('Enter');
    await page.locator('.answered .errors').waitFor();
    expect(await answeredHere(page)).toBe('404');
  });

  it('a browser that focuses no button › the typed value is tried, and nothing moves', async () => {
    const { page, complaints } = await open('#/book', { path: '/docs', whole: '.trials' });
    // As Safari: a pressed button takes no focus.
    await page.evaluate(() => {
      document.addEventListener('mousedown', (event) => event.preventDefault(), true);
    });
    await page.locator('.trials summary', { hasText: 'price' }).first().click();
    const row = page.getByRole('form', { name: '< filter[price][_lt]' });
    await row.getByRole('combobox').fill('7.25');
    const button = row.getByRole('button', { name: 'Try' });
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.click();
    await page.waitForFunction(() => location.hash.includes('filter[price][_lt]=7.25'));
    expect(await answeredHere(page)).toBe('200');
    expect(await button.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('H1');
    expect(complaints).toEqual([]);
  });

  it('390 pixels wide › the sheet of the answer does not cover the tried parameter, by address and by Try', async () => {
    const { page } = await open('#/book?filter[price][_lt]=9', { path: '/docs', whole: '.answered', width: 390 });
    const isCovered = () =>
      page.evaluate(() => {
        const row = document.querySelector('.tried')?.getBoundingClientRect();
        const panel = document.querySelector('.answer-panel')?.getBoundingClientRect();
        return row === undefined || panel === undefined || row.bottom > panel.top + 1 || row.top < 0;
      });
    await expect.poll(isCovered).toBe(false);
    await page.locator('.answer-panel > summary').click();
    await page.getByRole('form', { name: '> filter[price][_gt]' }).getByRole('button', { name: 'Try' }).click();
    await expect.poll(isCovered).toBe(false);
  });

  it('Try › says which parameters it has added, and offers the request without those that shorten the answer', async () => {
    const { page } = await open('#/book', { path: '/docs', whole: '.trials' });
    await page.locator('.trials summary', { hasText: 'price' }).first().click();
    await page.getByRole('form', { name: '< filter[price][_lt]' }).getByRole('button', { name: 'Try' }).click();
    await answeredHere(page);
    expect(await texts(page, '.asked .added')).toEqual(['&fields[book]=title,price', '&page[limit]=3']);
    await page.getByRole('link', { name: 'Send without' }).click();
    await page.waitForFunction(() => !location.hash.includes('page[limit]'));
    expect(await answeredHere(page)).toBe('200');
    expect(await page.locator('.note-added').count()).toBe(0);
  });

  it('a parameter › says what its field means, and which errors it can get; the answer has a schema', async () => {
    const { page } = await open('#/book', { path: '/docs', whole: '.trials' });
    await page.locator('.trials summary', { hasText: 'price' }).first().click();
    await page.getByText('with 2 digits after the point').waitFor();
    await page.locator('.trial-errors summary').first().click();
    await page.getByText('write the value as its type requires').waitFor();
    await page.getByRole('button', { name: 'Schema' }).click();
    await page.locator('.schema b', { hasText: 'included' }).waitFor();
  });

  it.each([1280, 320])(
    '%i pixels wide, light and dark › no findings of axe-core, no horizontal scrolling',
    { timeout: 200_000 },
    async (width) => {
      const { page, complaints } = await open('', { path: '/docs', whole: endpoints, width });
      const axe = readFileSync(join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
      const check = async (what: string): Promise<void> => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await barriers(page, RULES), `${what}, ${colorScheme}`).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(
          0,
        );
      };
      await page.evaluate(axe);
      await check('overview');
      for (const place of [
        '#/book?filter[price][_lt]=12',
        '#/book?sort=nothing',
        '#/book/the-salt-road',
        '#/_search?filter[_search]=salt',
      ]) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, place);
        await page.locator('.answer-panel').waitFor();
        const closedPanel = page.locator('.answer-panel:not([open]) > summary');
        if ((await closedPanel.count()) > 0) await closedPanel.click();
        await page.locator('.answered').waitFor();
        await answeredHere(page);
        for (const title of ['title', 'author', 'Page']) {
          const group = page.locator('.trials:not([open]) > summary', { hasText: title });
          if ((await group.count()) > 0) await group.first().click();
        }
        await check(place);
      }
      for (const guide of ['', '/lists', '/errors']) {
        await page.goto(page.url().replace(/\/docs.*/, `/docs/guide${guide}`));
        await page.evaluate(axe);
        await check(`guide${guide}`);
      }
      expect(complaints).toEqual([]);
    },
  );

  it('an endpoint with a required parameter › opens with its example; a search opens the matches', async () => {
    const { page } = await open('', { path: '/docs' });
    for (const path of ['/_search', '/_suggest']) {
      await page.getByLabel('Content types').getByRole('link', { name: 'Reference' }).click();
      await page.getByRole('link', { name: path, exact: true }).click();
      expect(await answeredHere(page), path).toBe('200');
      expect(await page.locator('.trials[open] > summary b').first().innerText()).toBe('Required');
      expect(await page.locator('h1').innerText()).toBe(`Reference ${path}`.replace('/', '/ '));
    }
    await page.locator('h1').getByRole('link', { name: 'Reference' }).click();
    await page.locator('.card').first().waitFor();
    expect(await page.title()).toContain('Reference');
    await page.goto(page.url().replace(/#.*/, '#/book'));
    await page.getByLabel('Find a parameter').fill('filter[price][_lt]');
    await page.getByRole('form', { name: '< filter[price][_lt]' }).waitFor();
    expect(await texts(page, '.trials > summary .number')).toEqual(['1 parameter']);
  });

  it('a type with 200 fields, and the bookshop › list parameters without drawing their trial forms', async () => {
    const wide = await opened(wideExport());
    const server = await startBookshop({ spaces: [{ name: 'wide', space: wide }] });
    onTestFinished(() => server.stop());
    const { shop } = await shared();
    for (const [origin, hash, least] of [
      [shop.origin, '#/book', 20],
      [server.origin, '#/wide', 200],
    ] as const) {
      const { page } = await open('', { at: origin });
      await page.goto(`${origin}/docs${hash}`);
      await page.locator('.trials summary').first().waitFor();
      // A trial is drawn when its parameter is opened: bench:explorer measures how soon the page can be used.
      expect(await page.locator('form.trial').count()).toBe(0);
      expect(await page.locator('.trials').count()).toBeGreaterThan(least);
      if (least < 100) continue;
      await page.getByLabel('Find a parameter').fill('f199');
      expect(await texts(page, '.trials summary b')).toEqual(['f199']);
      for (const type of ['guide', 'docs', 'constructor']) {
        await page.goto(`${origin}/docs#/${type}?filter[toString][_eq]=x`);
        expect(await answeredHere(page)).toBe('200');
      }
      await page.goto(`${origin}/docs#/__proto__`);
      await page.getByText('This space has no endpoint /__proto__.').waitFor();
    }
  });

  it('several spaces, one with locales, one hostile › each has its own names, and no hostile text runs', async () => {
    const spaces = [
      { name: 'shop', space: await openBookshop() },
      { name: 'museum', space: await openMuseum() },
      { name: 'hostile', space: await opened(exportFolder()) },
    ];
    const server = await startBookshop({ spaces });
    onTestFinished(() => server.stop());
    const { page, complaints } = await open('', { at: server.origin, path: '/museum/docs', whole: endpoints });
    expect(new URL(page.url()).hash).toBe('#/museum');
    await page
      .getByRole('link', { name: /^\/\w+$/ })
      .first()
      .click();
    await page.locator('.trials summary', { hasText: 'Language' }).click();
    await page.getByLabel('Value of localeCode').selectOption('de');
    expect(await answeredHere(page)).toBe('200');
    expect(page.url()).toContain('localeCode=de');
    await page.getByLabel('Space', { exact: true }).selectOption('hostile');
    await page.getByRole('link', { name: '/note', exact: true }).click();
    await page.locator('.trials').first().waitFor();
    expect(await tryShare(page)).toBeGreaterThan(20 / triedOneIn);
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('a server with keys › requests a key, shows that, and sends it with every trial', async () => {
    const key = testKey('website');
    const server = await startBookshop({ keys: liveKeys(key) });
    onTestFinished(() => server.stop());
    const { page } = await open('#/', { at: server.origin, path: '/docs' });
    await page.getByLabel('Key').fill(key.secret);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Authorization: Bearer').waitFor();
    await page.getByRole('link', { name: '/book', exact: true }).click();
    await page.locator('.trials summary', { hasText: 'price' }).click();
    await page.getByRole('form', { name: 'ascending sort=price' }).getByRole('button', { name: 'Try' }).click();
    expect(await answeredHere(page)).toBe('200');
  });

  it('--no-docs › the explorer has no link to the reference', async () => {
    const bare = await startBookshop({ docs: false });
    onTestFinished(() => bare.stop());
    const { page } = await open('#/book', { at: bare.origin });
    expect(await page.getByRole('link', { name: /Reference|Guides/ }).count()).toBe(0);
  });
});
