/**
 * The explorer › Browse: types, tables, items.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { exportedCount, exportedItems, exportedTypes, openBookshop } from '../../../testing/samples/bookshop.js';
import { answered, isBrowserThere, open, requestOf, stopShared, texts } from './explorer-page.js';

const titles = new Map(exportedItems('book').map(({ id, title }) => [id, title]));

describe.runIf(isBrowserThere())('browse', () => {
  afterAll(stopShared);

  it('the start page › types with counts and fields', async () => {
    const { page, complaints } = await open();
    expect(await texts(page, '.lead')).toEqual([
      expect.stringContaining(`${exportedCount()} items of 8 content types`),
    ]);
    const counts = Object.fromEntries(exportedTypes().map((type) => [type, String(exportedItems(type).length)]));
    // Label, name and count; the links to the reference and the guides have no count.
    const rows = (await texts(page, '.types a'))
      .map((text) => text.split(/\s+/).slice(-2))
      .filter(([, count]) => count !== undefined);
    expect(Object.fromEntries(rows)).toEqual(counts);
    expect(await page.locator('.card').first().innerText()).toContain('many review');
    expect(complaints).toEqual([]);
  });

  it('a type › a table; chosen columns are the fields of the request', async () => {
    const { page } = await open('#/book');
    expect(await page.locator('tbody tr').count()).toBe(20);
    await page.locator('.columns summary').click();
    await page.getByRole('checkbox', { name: 'pages' }).check();
    await page.getByRole('checkbox', { name: 'genre' }).uncheck();
    // Each choice is a request of its own, so the column of the first may stand there before that of the second is gone.
    await page.waitForFunction(() => {
      const heads = Array.from(document.querySelectorAll('thead th'), (head) => head.textContent);
      return heads.some((text) => text.includes('pages')) && !heads.some((text) => text.includes('genre'));
    });
    expect(await texts(page, 'thead th')).not.toContain('genre');
    expect(await requestOf(page)).toMatch(/^\/book\?fields\[book\]=.*,pages$/);
    await page.getByRole('button', { name: 'Default' }).click();
    await answered(page, '/book');
  });

  it('a row › opens its item by a click on any cell, but not after selecting text', async () => {
    const { page } = await open('#/book');
    const row = page.locator('tbody tr').nth(1);
    const href = await row.locator('.row-link').getAttribute('href');
    const cell = row.locator('td.select').first();
    await cell.selectText();
    await cell.dispatchEvent('click');
    expect(await requestOf(page)).toBe('/book');
    await row.locator('td.numeric').first().click();
    await expect.poll(() => requestOf(page)).toBe(href?.replace(/^#/, ''));
    await page.goBack();
    await row.locator('.chip').first().click();
    await expect.poll(() => requestOf(page)).toMatch(/^\/(author|publisher)\//);
  });

  it('texts that are cut › have a tooltip; the rest of the similar items is one click away', async () => {
    const { page } = await open('#/book?fields[book]=title,author&_facet[author]=3');
    await expect
      .poll(() => page.locator('tbody .chip').first().getAttribute('title'))
      .toMatch(/^\S.* \(author\/\S+\)$/);
    const value = page.locator('.facets bdi').first();
    await expect.poll(() => value.innerText()).toBe('Ottoline Farrow');
    expect(await value.getAttribute('title')).toBe('Ottoline Farrow');
    await page.locator('#target').fill('/book/the-salt-road');
    await page.locator('#target').press('Enter');
    const similar = page.getByRole('region', { name: 'Similar' });
    await expect.poll(() => similar.locator('.chip:not(.more)').count()).toBe(8);
    expect(await similar.locator('.more').textContent()).toBe('+2 more of book');
    await similar.locator('.more').click();
    await answered(page, '/book/the-salt-road/_similar');
    expect(await page.locator('tbody tr').count()).toBe(10);
  });

  it('a pasted command for a missing item › asks for it; its error leads to items with similar words', async () => {
    const { page, origin } = await open('#/book');
    await page.locator('#target').fill(`curl -g '${origin}/delivery/jsonapi/book/the-salt-rod'`);
    await page.locator('#target').press('Enter');
    await page.locator('.near-items').getByRole('link', { name: 'The Salt Road', exact: true }).click();
    await answered(page, '/book/the-salt-road');
  });

  it('one facet in a wide window › its values stand in columns, and the table begins far above the lower half of the page', async () => {
    const { page } = await open('#/book?_facet[genre]=10');
    await page.locator('.facets li').nth(9).waitFor();
    const table = await page.locator('main .scroll').boundingBox();
    expect(table?.y).toBeLessThan(450);
    const places = await page
      .locator('.facets li')
      .evaluateAll((list) => list.map((item) => item.getBoundingClientRect().left));
    expect(new Set(places).size).toBe(4);
  });

  it('counts of many digits › are not cut', async () => {
    const { page } = await open('#/book?_facet[genre]=3');
    await page.route('**/book?*', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replace(/"count":\d+/g, '"count":1234567') });
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => texts(page, '.facets .number')).toEqual(['1,234,567', '1,234,567', '1,234,567']);
    const overflow = await page
      .locator('.facets .number')
      .evaluateAll((counts) => counts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(overflow).toEqual([0, 0, 0]);
  });

  it('a column head › sorts ascending, descending, then not', async () => {
    const { page } = await open('#/country');
    const head = page.locator('thead').getByRole('button', { name: 'population' });
    const column = async (): Promise<readonly number[]> => {
      const place = (await texts(page, 'thead th')).findIndex((text) => text.startsWith('Population'));
      return (await texts(page, `tbody td:nth-child(${place + 1})`)).map(Number).filter(Number.isFinite);
    };
    await head.click();
    await answered(page, '/country?sort=population');
    const ascending = await column();
    expect(ascending.length).toBeGreaterThan(10);
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('population');
    await head.click();
    await answered(page, '/country?sort=-population');
    expect(await column()).toEqual((await column()).toSorted((a, b) => b - a));
    await head.click();
    await answered(page, '/country');
  });

  it('cells › show pictures, rendered Markdown, and chips with titles', async () => {
    const { page } = await open('#/book?page[limit]=5');
    // Only `npm start` has the bookshop's pictures; here they are named in their place.
    await page.locator('tbody').getByRole('img', { name: 'Cover of The Drowned Verger' }).waitFor();
    await page.getByText('Pictures are shown by their names').waitFor();
    expect(await page.locator('tbody img').count()).toBe(0);
    const chip = page.locator('tbody .chip').first();
    await expect.poll(() => chip.innerText()).toBe('Ottoline Farrow');
    expect(await page.locator('tbody .brief').allInnerTexts()).not.toContainEqual(expect.stringContaining('**'));
    await chip.click();
    await answered(page, '/author/ottoline-farrow');
  });

  it('facets › are chosen, filter by a click, and stop filtering by another; statistics are next to them', async () => {
    const { page } = await open('#/book?page[limit]=1');
    const more = page.getByLabel('Count values');
    await more.selectOption({ value: 'facet author' });
    const author = page.locator('.facets section', { hasText: 'author' });
    const facet = '&page[limit]=1&_facet[author]=10&_facet[author][own]=ignored';
    await expect.poll(() => texts(page, '.facets li')).toContain('Ottoline Farrow\n26');
    await author.getByRole('button', { name: 'Ottoline Farrow' }).click();
    await answered(page, `/book?filter[author][id][_in]=ottoline-farrow${facet}`);
    await author.getByRole('button', { name: 'Niamh Corrigan' }).click();
    await answered(page, `/book?filter[author][id][_in]=ottoline-farrow,niamh-corrigan${facet}`);
    await expect.poll(() => texts(page, '.total')).toEqual(['31 items']);
    await author.getByRole('button', { name: 'Niamh Corrigan', pressed: true }).click();
    await author.getByRole('button', { name: 'Ottoline Farrow', pressed: true }).click();
    await answered(page, `/book?${facet.slice(1)}`);
    await author.getByRole('button', { name: 'More values' }).click();
    await expect.poll(() => author.locator('li').count()).toBeGreaterThan(20);
    await author.getByRole('button', { name: 'Do not count author' }).click();
    await answered(page, '/book?page[limit]=1');
    await more.selectOption({ value: 'facet published' });
    await page.locator('.facets').getByRole('button', { name: '2017' }).click();
    const yearOptions = '&_facet[published][sort]=value&_facet[published][interval]=year';
    const year = `&page[limit]=1&_facet[published]=48${yearOptions}&_facet[published][own]=ignored`;
    await answered(page, `/book?filter[published][_gte]=2017-01-01&filter[published][_lt]=2018-01-01${year}`);
    await more.selectOption({ value: 'stats price' });
    await expect.poll(() => texts(page, '.facets dt')).toEqual(['count', 'missing', 'min', 'max', 'sum', 'mean']);
    expect(await page.locator('.facets dl').innerText()).toMatch(/count\s+6\s/);
    await page.getByRole('button', { name: 'No statistics of price' }).click();
    await expect.poll(() => page.locator('.facets dl').count()).toBe(0);
  });

  it('a facet of a number › counts by range, in order; grouping and order are chosen', async () => {
    const { page } = await open('#/book?page[limit]=1');
    await page.getByLabel('Count values').selectOption({ value: 'facet price' });
    const own = '&_facet[price][own]=ignored';
    const ranges = '_facet[price]=8&_facet[price][sort]=value&_facet[price][ranges]=10,15,20,25,30,35,40';
    await answered(page, `/book?page[limit]=1&${ranges}${own}`);
    await expect.poll(() => texts(page, '.facets li bdi')).toContain('10 to below 15');
    await page.getByLabel('Limits of the ranges of price').fill('20, 30');
    await page.getByLabel('Limits of the ranges of price').press('Enter');
    await answered(
      page,
      `/book?page[limit]=1&_facet[price]=3&_facet[price][sort]=value&_facet[price][ranges]=20,30${own}`,
    );
    await expect.poll(() => texts(page, '.facets li bdi')).toEqual(['below 20', '20 to below 30', 'from 30']);
    await page.getByRole('button', { name: '20 to below 30' }).click();
    await expect.poll(() => requestOf(page)).toMatch(/filter\[price\]\[_gte\]=20&filter\[price\]\[_lt\]=30/);
    await page.getByLabel('Grouping of price').selectOption('single');
    await page.getByLabel('Order of the values of price').selectOption('value');
    await expect.poll(() => texts(page, '.facets li bdi')).toContain('5.99');
    await page.getByLabel('Count values').selectOption({ value: 'facet author.country' });
    await expect.poll(() => texts(page, '.facets li bdi')).toContain('United Kingdom');
    await page.getByLabel('Count values').selectOption({ value: 'stats price' });
    await expect.poll(() => texts(page, '.facets dd')).toHaveLength(6);
    expect((await texts(page, '.facets dd')).at(-1)).toMatch(/^\d+\.\d\d$/);
  });

  it('a field with a description › shows it by pointer and by keyboard; Escape closes it', async () => {
    const { page } = await open('#/book?page[limit]=1&fields[book]=title,price,cover');
    const head = page.locator('thead').getByRole('button', { name: 'Price price' });
    await head.hover();
    await expect.poll(() => texts(page, '.tooltip')).toEqual(['In pounds, with tax.']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.tooltip').count()).toBe(0);
    await head.focus();
    await expect.poll(() => texts(page, '.tooltip')).toEqual(['In pounds, with tax.']);
    const describedBy = await head.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe('In pounds, with tax.');
    await page.mouse.move(5, 400);
    await page.getByRole('link', { name: 'Items', exact: true }).focus();
    await expect.poll(() => page.locator('.tooltip').count()).toBe(0);
  });

  it('an item without title › is named by its id, which does not look like a title', async () => {
    const { page } = await open('#/page');
    expect(await texts(page, '.row-link.untitled')).toEqual(['id draft']);
    expect(await page.locator('.untitled').evaluate((link) => getComputedStyle(link).fontStyle)).toBe('italic');
    await page.getByRole('link', { name: 'id draft' }).click();
    await answered(page, '/page/draft');
    expect(await texts(page, '.tabs [aria-current]')).toEqual(['Item']);
  });

  it('included items › are a separate column, with titles that need no further request', async () => {
    const { page } = await open('#/book?include=author.country&page[limit]=3');
    await expect.poll(() => texts(page, 'thead th')).toContain('author.country');
    const place = (await texts(page, 'thead th')).indexOf('author.country') + 1;
    expect(await texts(page, `tbody td:nth-child(${place}) .chip`)).toContain('United Kingdom');
  });

  it('an item › every field of its type', async () => {
    const { model } = await openBookshop();
    const { page } = await open('#/book/the-salt-road');
    const names = await texts(page, '.item > dl dt .named code');
    expect(names.toSorted()).toEqual((model.contentTypes.get('book')?.fields ?? []).map(({ name }) => name).toSorted());
    expect(await texts(page, '.item-title')).toEqual(['The Salt Road']);
    // What reads Markdown is loaded when a text has marks.
    await page.locator('.prose table').first().waitFor();
    expect(await page.locator('.prose strong').first().innerText()).toBe('Graça Vilar');
  });

  it('a table in Markdown › keeps words whole at every width, and scrolls in its own box', async () => {
    const { page } = await open('#/book/the-salt-road');
    const table = page.locator('.prose table').first();
    await table.waitFor();
    for (const width of [1280, 390, 320, 240]) {
      await page.setViewportSize({ width, height: 800 });
      const broken = await table.evaluate((element) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const words: string[] = [];
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          for (const match of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            if (range.getClientRects().length > 1) words.push(match[0]);
          }
        }
        return words;
      });
      expect(broken, `at ${width} pixels`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);
  });

  it('an item › lists incoming links of every linking type', async () => {
    const { page } = await open('#/publisher/dar-al-mirsat');
    await page.locator('.pointed-at .chip').first().waitFor();
    const books = exportedItems('book').filter(({ publisher }) => publisher === 'dar-al-mirsat');
    const row = page.locator('.pointed-at .field', { hasText: 'book.publisher' });
    await expect
      .poll(async () => (await row.locator('.chip').allInnerTexts()).toSorted())
      .toEqual(books.map(({ title }) => title).toSorted());
    await row.getByRole('link', { name: 'book.publisher' }).click();
    await answered(page, '/book?filter[publisher][id][_eq]=dar-al-mirsat');
    expect(await texts(page, '.total')).toEqual([`${books.length} items`]);
  });

  it('an item with an inverse relationship › shows its links as a field, not a second time below', async () => {
    const { page } = await open('#/author/ines-caldeira');
    await page.locator('.pointed-at .chip').first().waitFor();
    const field = page.locator('.item > dl > .field', { hasText: 'inverse of book.author' });
    expect((await field.locator('.chip').allInnerTexts())[0]).toBe('Letters to a Lighthouse');
    expect(await texts(page, '.pointed-at dt a')).not.toContain('book.author');
  });

  it('an item with the id of an item of another type › lists only its own incoming links', async () => {
    const { page } = await open('#/author/hesper-vane');
    await page.locator('.pointed-at .chip').first().waitFor();
    await expect.poll(() => texts(page, '.pointed-at dt a')).toContain('event.featured');
    await page.goto(page.url().replace('/author/', '/book/'));
    await page.waitForFunction(() => document.querySelector('.title')?.textContent?.startsWith('book') === true);
    await page.locator('.pointed-at .chip').first().waitFor();
    // Each type is asked by itself, and what was shown before stays until its answer is there.
    await expect.poll(() => texts(page, '.pointed-at dt a')).not.toContain('author.influences');
  });

  it('pages › next and previous', async () => {
    const { page } = await open('#/review');
    await page.getByRole('link', { name: 'Next' }).click();
    await answered(page, '/review?page[skip]=20');
    expect(await texts(page, '.pager b')).toEqual(['21–40']);
    await page.getByRole('link', { name: 'Last' }).click();
    await answered(page, '/review?page[skip]=120');
    await page.goBack();
    await answered(page, '/review?page[skip]=20');
  });

  it('ids that must be escaped › have working pages', async () => {
    const { page } = await open();
    for (const id of [
      '猫の図書館',
      'and/or',
      '50%-of-you-is-water',
      'the "quiet" hour',
      'c++-for-gardeners',
      'salt & smoke',
    ]) {
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `#/book/${encodeURIComponent(id)}`,
      );
      await expect.poll(() => texts(page, '.item-title')).toEqual([titles.get(id)]);
      expect(await texts(page, '.status')).toEqual([expect.stringContaining('200')]);
      expect(await page.locator('.title').innerText()).toBe(`book / ${id}`);
    }
  });
});
