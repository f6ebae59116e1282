/**
 * The explorer's manners: what is shown while one waits, where the focus goes, and what closes what is open.
 */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { answered, chooseField, isBrowserThere, open, stopShared, texts } from './explorer-page.js';

const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

describe.runIf(isBrowserThere())('focus and waiting', () => {
  afterAll(stopShared);

  it('while a request runs › no old rows under a new heading; without a server › a retry', async () => {
    const { page } = await open('#/book?page[limit]=2');
    let answer = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/delivery/jsonapi/author?*', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.evaluate(() => {
      location.hash = '#/author?page[limit]=2';
    });
    await page.locator('.skeleton').waitFor();
    expect(await texts(page, '.title')).toEqual(['Author author']);
    expect(await page.locator('tbody, .total, .status').count()).toBe(0);
    answer();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('.skeleton').count()).toBe(0);
    await page.unroute('**/delivery/jsonapi/author?*');
    await page.route('**/delivery/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await page.unroute('**/delivery/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.locator('tbody tr').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    // Back on line it is asked by itself.
    await page.context().setOffline(false);
    await page.locator('tbody tr').first().waitFor();
  });

  it('focus › follows the opened part, and Escape returns it', async () => {
    const { page } = await open('#/book?page[limit]=3');
    await page.keyboard.press('a');
    await expect.poll(() => focused(page)).toBe('Query');
    await page.getByRole('button', { name: '+ Group', exact: true }).click();
    await expect.poll(() => focused(page)).toBe('Field');
    expect(await page.locator('.alternative').first().locator('.field-picker input:focus').count()).toBe(1);
    await page.getByRole('button', { name: '+ Alternative' }).click();
    expect(await page.locator('.alternative').nth(2).locator('.field-picker input:focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the group' }).click();
    await expect.poll(() => focused(page)).toBe('+ Condition');
    await page.keyboard.press('Escape');
    expect(await page.locator('.ask').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Query');
    await page.locator('tbody .row-link').nth(1).click();
    await page.locator('.item-title').waitFor();
    await expect.poll(() => focused(page)).toMatch(/^book \/ /);
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focused(page)).toContain('Keys');
    await page.locator('h1').focus();
    await page.goBack();
    await page.locator('tbody tr').first().waitFor();
    const [, second] = await texts(page, '.row-link');
    await expect.poll(() => focused(page)).toBe(second);
  });

  it('dates › are picked, also as a range', async () => {
    const { page } = await open('#ask/book?page[limit]=3');
    await page.getByRole('button', { name: '+ Condition' }).click();
    await chooseField(page.getByLabel('Field', { exact: true }), 'published');
    await page.getByLabel('Operator of published').selectOption('between');
    await page.getByLabel('Value of published, at least').fill('2017-01-01');
    await answered(page, '/book?filter[published][_gte]=2017-01-01&page[limit]=3');
    await page.getByLabel('Value of published, at most').fill('2017-12-31');
    const bounds = 'filter[published][_gte]=2017-01-01&filter[published][_lte]=2017-12-31';
    await answered(page, `/book?${bounds}&page[limit]=3`);
    await expect.poll(() => texts(page, '.total')).toEqual(['6 items']);
    // In an address that is opened it is one condition, too.
    const again = await open(`#ask/book?${bounds}`);
    expect(await again.page.locator('.condition').count()).toBe(1);
    expect(await again.page.getByLabel('Value of published, at most').inputValue()).toBe('2017-12-31');
    await chooseField(page.getByLabel('Field', { exact: true }), 'restocked');
    await page.getByLabel('Operator of restocked').selectOption('_gt');
    await page.getByLabel('Value of restocked, UTC').fill('2024-05-01T10:30');
    await answered(page, '/book?filter[restocked][_gt]=2024-05-01T10:30&page[limit]=3');
    await expect.poll(() => texts(page, '.status')).toEqual([expect.stringContaining('200')]);
  });

  it('a telephone › the query is above its answer, within 320 pixels', async () => {
    const { page } = await open('#ask/book?page[limit]=3&_facet[genre]=3', { width: 320 });
    await page.locator('.facets').waitFor();
    const top = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('.ask')).toBeLessThan(await top('.title'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
