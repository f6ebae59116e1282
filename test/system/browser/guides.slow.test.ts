/**
 * The guides in a browser: they fit the window, and can be searched, copied from and read in order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { barriers, isBrowserThere, open, RULES, shared, stopShared } from './explorer-page.js';

const article = 'article.guide';

/** @returns elements of the article that scroll sideways, and how much wider the page is than the window */
const measureWidth = (page: Page) =>
  page.evaluate(() => ({
    pageOverflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    scrolled: [...document.querySelectorAll('.guide .wide, .guide pre')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.className} ${element.textContent?.slice(0, 40)}`),
  }));

async function listGuides(): Promise<readonly string[]> {
  const { shop } = await shared();
  const contents = await (await fetch(`${shop.origin}/docs/guide`)).text();
  return [...new Set([...contents.matchAll(/href="guide\/([\w-]+)"/g)].map(([, name = '']) => `/docs/guide/${name}`))];
}

describe.runIf(isBrowserThere())('the guides', () => {
  afterAll(stopShared);

  it('1440 pixels wide › no table or code block of any guide scrolls sideways', { timeout: 120_000 }, async () => {
    const { page, origin, complaints } = await open('', { path: '/docs/guide', whole: article, width: 1440 });
    for (const path of await listGuides()) {
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      expect([path, await measureWidth(page)]).toEqual([path, { pageOverflow: 0, scrolled: [] }]);
    }
    expect(complaints).toEqual([]);
  });

  it.each([390, 1024])(
    '%i pixels wide, light and dark › no findings of axe-core',
    { timeout: 120_000 },
    async (width) => {
      const { page, origin, complaints } = await open('', { path: '/docs/guide', whole: article, width });
      const axe = readFileSync(join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
      for (const path of ['/docs/guide', '/docs/guide?q=facet', '/docs/guide/content', '/docs/guide/errors']) {
        await page.goto(origin + path);
        await page.evaluate(axe);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await barriers(page, RULES), `${path}, ${colorScheme}`).toEqual([]);
        }
        expect([path, (await measureWidth(page)).pageOverflow]).toEqual([path, 0]);
      }
      expect(complaints).toEqual([]);
    },
  );

  it('search › shows sections while typing, by keyboard; Enter shows all', async () => {
    const { page, complaints, elsewhere } = await open('', { path: '/docs/guide/lists', whole: article });
    await page.keyboard.press('/');
    await page.keyboard.type('higlight');
    await page.locator('#hits a mark').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guide/search#highlights');
    await page.locator('#contents ul [aria-current]', { hasText: 'Highlights' }).waitFor();
    await page.getByRole('searchbox').fill('<b>typo');
    await page.keyboard.press('Enter');
    await page.locator('.results mark').first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('<b>typo');
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it('the contents › mark the section at the top, at the end of the page the last one, after a jump its target', async () => {
    const { page } = await open('', { path: '/docs/guide/filters', whole: article });
    const marked = page.locator('#contents ul [aria-current]');
    await page.evaluate(() => {
      const heading = document.getElementById('values');
      if (heading !== null) scrollTo(0, scrollY + heading.getBoundingClientRect().top - 125);
    });
    await marked.getByText('Values', { exact: true }).waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await marked.getByText('Places', { exact: true }).waitFor();
    await page.goto(page.url().replace('filters', 'tutorial'));
    await page.locator(article).waitFor();
    const sections = page.locator('#contents ul a[href^="#"]');
    const last = (await sections.allTextContents()).slice(-2);
    for (const title of last) {
      await sections.getByText(title, { exact: true }).click();
      await marked.getByText(title, { exact: true }).waitFor();
    }
  });

  it('code › is copied; the next guide, the theme and the contents of a telephone work', async () => {
    const { page, complaints } = await open('', { path: '/docs/guide/library', whole: article, width: 390 });
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npm install');
    await page.getByLabel('Light or dark').selectOption('dark');
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL('**/docs/guide/recipes');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    const contents = page.getByRole('navigation', { name: 'Guides', exact: true });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await contents.getByRole('link', { name: 'Next.js', exact: true }).click();
    expect(await contents.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('a misspelled word › is explained; Enter is mentioned only if more sections match', async () => {
    const { page } = await open('', { path: '/docs/guide', whole: article });
    const status = page.locator('#hits [role="status"]');
    await page.getByRole('searchbox').fill('higlights');
    await status.getByText('“higlights” was read as “highlights”. 1 section.', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('facet');
    await status.getByText('Press Enter to see all.').waitFor();
  });

  it('390 pixels wide › Guides and the last guide of the contents can be reached', async () => {
    const { page } = await open('', { path: '/docs/guide/lists', whole: article, width: 390, height: 700 });
    await page.getByRole('navigation', { name: 'Pages of this server' }).getByRole('link', { name: 'Guides' }).click();
    await page.waitForURL('**/docs/guide');
    await page.getByRole('button', { name: 'Contents' }).click();
    const contents = page.locator('#contents');
    await contents.hover();
    await page.mouse.wheel(0, 10_000);
    const last = contents.locator('a').last();
    await expect.poll(() => last.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await last.click();
    await page.waitForURL(/\/docs\/guide\/[\w-]+$/);
  });

  it('a request of the sample content › is copied as a command for this server, and opens in the explorer', async () => {
    const { page, origin, complaints } = await open('', { path: '/docs/guide/filters', whole: article, width: 390 });
    await page.getByRole('button', { name: 'Copy as curl' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toMatch(new RegExp(`^curl -g '${origin}/delivery/jsonapi/`));
    const example = page.getByRole('link', { name: '/book?filter[genre][_eq]=Crime', exact: true });
    expect(await example.getAttribute('href')).toBe(`${origin}/explore#/book?filter[genre][_eq]=Crime`);
    await page.getByRole('link', { name: 'Open in the explorer' }).first().click();
    await page.waitForURL('**/explore#/event?**');
    await page.locator('main table').waitFor();
    expect(complaints).toEqual([]);
  });
});
