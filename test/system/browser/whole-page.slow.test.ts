/**
 * The explorer as a whole: its address, keyboard, light and dark, and what it lets in.
 */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { openBookshop, temporaryFolder } from '../../../testing/samples/bookshop.js';
import { exportFolder } from '../../../testing/samples/hostile-export.js';
import { startBookshop } from '../../../testing/server/server.js';
import { answered, chooseField, isBrowserThere, open, requestOf, shared, stopShared, texts } from './explorer-page.js';

describe.runIf(isBrowserThere())('the page', () => {
  afterAll(stopShared);

  it('the address of a view › opened in another browser, shows the same view', async () => {
    const first = await open('#/book');
    await first.page.keyboard.press('a');
    await chooseField(first.page.getByLabel('Sort by another field'), 'price');
    await answered(first.page, '/book?sort=price');
    await first.page.getByRole('link', { name: 'Explain' }).click();
    await first.page.locator('.plan').waitFor();
    const second = await open(new URL(first.page.url()).hash);
    await second.page.locator('.plan').waitFor();
    expect(await requestOf(second.page)).toBe('/book?sort=price');
    expect(await texts(second.page, '.ask h2')).toEqual(['Query']);
    expect(await second.page.title()).toBe(await first.page.title());
    await second.page.goBack();
  });

  it('keyboard › opens an item and returns without a pointer', async () => {
    const { page } = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('/book?sort=title');
    await page.keyboard.press('Enter');
    await answered(page, '/book?sort=title');
    await page.locator('.scroll').focus();
    await page.keyboard.press('Tab');
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (
      let press = 0;
      press < 12 && !(await page.evaluate(() => document.activeElement?.classList.contains('row-link')));
      press += 1
    ) {
      await page.keyboard.press('Tab');
    }
    const [first = '', second = ''] = await texts(page, '.row-link');
    expect(await focused()).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(second);
    await page.keyboard.press('Enter');
    await page.locator('.item-title').waitFor();
    expect(await texts(page, '.item-title')).toEqual([second]);
    for (const [key, tab] of [
      ['2', 'Document'],
      ['3', 'Explain'],
      ['4', 'Code'],
      ['1', 'Item'],
    ] as const) {
      await page.locator('body').press(key);
      expect(await page.locator('.tabs [aria-current]').innerText()).toBe(tab);
    }
    await page.locator('body').press('?');
    await page.getByRole('dialog').getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.locator('body').press('a');
    expect(await page.locator('.ask').count()).toBe(0);
  });

  it('every control › is reached by Tab, with a visible focus', async () => {
    const { page } = await open('#ask/country?page[limit]=2');
    const wanted = await page
      .locator('a[href]:visible, button:visible:enabled, input:visible, select:visible, summary:visible')
      .count();
    const reached = new Set<string>();
    for (let press = 0; press < wanted * 2; press += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const now = document.activeElement;
        if (now === null || now === document.body) return '';
        const outline = getComputedStyle(now).outlineStyle;
        return `${[...document.querySelectorAll('*')].indexOf(now)} ${outline === 'none' ? 'unseen' : 'seen'}`;
      });
      if (place === '' && reached.size > 0) break;
      if (place !== '') reached.add(place);
    }
    expect(reached.size).toBeGreaterThanOrEqual(wanted);
    expect([...reached].filter((place) => place.endsWith('unseen'))).toEqual([]);
  });

  it('light and dark › follow the system unless one is chosen', async () => {
    const ground = (page: Awaited<ReturnType<typeof open>>['page']): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await open('#/book', { scheme: 'light' });
    const dark = await open('#/book', { scheme: 'dark' });
    expect(await ground(light.page)).not.toBe(await ground(dark.page));
    await light.page.getByLabel('Light or dark').selectOption('dark');
    expect(await ground(light.page)).toBe(await ground(dark.page));
    await light.page.reload();
    await light.page.locator('.status').waitFor();
    expect(await ground(light.page)).toBe(await ground(dark.page));
  });

  it('content named by the address › is requested once, before the script loads, in the chosen theme', async () => {
    const { browser, shop } = await shared();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.addInitScript(() => localStorage.setItem('stele.theme', 'dark'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(shop.origin, '')));
    const isFirst = page.waitForRequest((request) => request.url().includes('/delivery/'));
    await page.route('**/explore/app-*.js', async (route) => {
      await isFirst;
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
      await route.continue();
    });
    await page.goto(`${shop.origin}/explore#/country?page[limit]=3`);
    await page.locator('tbody tr').first().waitFor();
    expect(asked.filter((path) => path.startsWith('/delivery/jsonapi/country?page'))).toEqual([
      '/delivery/jsonapi/country?page[limit]=3',
    ]);
    expect(asked).not.toContain('/explore/model.json');
    expect(await texts(page, '.facts b')).toContainEqual(expect.stringMatching(/^\d+(\.\d)? ms$/));
  });

  it('a telephone › the opened query scrolls into view; the closed one is hidden', async () => {
    const { page } = await open('#/book', { width: 390 });
    await page.getByRole('button', { name: 'Query' }).click();
    await expect
      .poll(() => page.evaluate(() => (document.querySelector('.ask')?.getBoundingClientRect().top ?? 0) < innerHeight))
      .toBe(true);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.ask').count()).toBe(0);
  });

  it('below a path of a proxy › works with relative addresses', async () => {
    const shop = await startBookshop({ publicUrl: 'https://cdn.example/content' });
    const proxy = createServer((incoming, outgoing) => {
      const inner = (incoming.url ?? '').replace(/^\/content/, '');
      const asked = httpRequest(`${shop.origin}${inner}`, { headers: incoming.headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      });
      // Whoever leaves the page leaves requests behind.
      asked.on('error', () => outgoing.destroy());
      if (incoming.url?.startsWith('/content/') === true) asked.end();
      else {
        asked.destroy();
        outgoing.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      proxy.closeAllConnections();
      proxy.close();
      await shop.stop();
    });
    const { port } = proxy.address() as AddressInfo;
    const { page, complaints } = await open('#/book/the-salt-road', { at: `http://127.0.0.1:${port}/content` });
    await expect.poll(() => texts(page, '.item-title')).toEqual(['The Salt Road']);
    await page.locator('.pointed-at .chip').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('several spaces › one is chosen, and named in the address', async () => {
    const space = await openBookshop();
    const shop = await startBookshop({
      spaces: [
        { name: 'bookshop', space },
        { name: 'library', space },
      ],
    });
    onTestFinished(() => shop.stop());
    await shared();
    const { browser } = await shared();
    const page = await browser.newPage();
    await page.goto(`${shop.origin}/`);
    expect(await page.locator('.card h2 a').allInnerTexts()).toEqual(['bookshop', 'library']);
    await page.locator('.card').first().getByRole('link', { name: 'country' }).click();
    await page.locator('tbody tr').first().waitFor();
    await page.getByLabel('Space', { exact: true }).selectOption('library');
    await page
      .getByRole('link', { name: /^country/i })
      .first()
      .click();
    await page.locator('tbody tr').first().waitFor();
    expect(new URL(page.url()).hash).toBe('#/library/country');
    expect(await page.locator('.base').innerText()).toContain('/library/delivery/jsonapi');
    await page.close();
  });

  it('hostile Markdown and addresses › run and load nothing', async () => {
    const folder = temporaryFolder();
    await buildSnapshot(exportFolder(), folder, { files: diskFiles, strict: false });
    const space = await openCurrent(diskFiles, folder);
    const shop = await startBookshop({ spaces: [{ name: 'hostile', space }] });
    onTestFinished(() => shop.stop());
    for (const view of ['#/note', '#/note/n1']) {
      const { page, complaints } = await open(view, { at: shop.origin });
      await page.locator('.brief, .prose').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
      expect(
        await page
          .locator('main script, main iframe, main svg[onload], main form, main style, [onerror], [onclick]')
          .count(),
      ).toBe(0);
      const links = await page
        .locator('.prose a, .brief a')
        .evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? ''));
      expect(links.filter((href) => !/^(https?:|mailto:|\/|#|[^:]*$)/.test(href))).toEqual([]);
      const pictures = await page
        .locator('main img')
        .evaluateAll((list) => list.map((image) => image.getAttribute('src') ?? ''));
      expect(pictures.filter((src) => src !== '' && !/^(https?:\/\/|[^:]*$)/.test(src))).toEqual([]);
      // Whatever the sanitiser reads on its way is kept from running by the policy, and told.
      const isKept = /^(?:Executing|Applying) inline .* violates the following Content Security Policy/;
      expect(complaints.filter((text) => !isKept.test(text))).toEqual([]);
    }
  });
});
