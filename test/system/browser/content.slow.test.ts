/**
 * The explorer over content as it is: of several languages, with places, with pictures of other hosts, and of a CMS.
 */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openMuseum } from '../../../testing/samples/museum.js';
import { startBookshop } from '../../../testing/server/server.js';
import { openCms, PICTURES } from './cms-export.js';
import { answered, chooseField, isBrowserThere, open, stopShared, texts } from './explorer-page.js';

async function serving(name: string, space: Awaited<ReturnType<typeof openCms>>, more = {}): Promise<string> {
  const shop = await startBookshop({ spaces: [{ name, space }], ...more });
  onTestFinished(() => shop.stop());
  return shop.origin;
}

describe.runIf(isBrowserThere())('content', () => {
  afterAll(stopShared);

  it('values of another locale › are marked, with their language', async () => {
    const at = await serving('museum', await openMuseum());
    const { page } = await open('#/object?localeCode=de-CH', { at });
    const marks = async (): Promise<readonly (string | null)[]> =>
      page
        .locator('tbody th')
        .evaluateAll((cells) =>
          cells.map((cell) => `${cell.getAttribute('lang')} ${cell.querySelector('.from')?.textContent}`),
        );
    await expect
      .poll(marks)
      .toEqual([
        'de Value of the fallback locale de',
        'de-CH undefined',
        'en Value of the fallback locale en',
        'de-CH undefined',
      ]);
    await page.getByRole('link', { name: 'Timetable of 1904' }).click();
    await expect.poll(() => page.locator('.item-title').getAttribute('lang')).toBe('en');
    await expect
      .poll(() => texts(page, '.field .from'))
      .toEqual(['Value of the fallback locale\nen', 'Value of the fallback locale\nen']);
    await page.goto(`${at}/explore#/object`);
    await expect.poll(() => page.locator('tbody th').first().getAttribute('lang')).toBe('en');
    expect(await page.locator('.from').count()).toBe(0);
  });

  it('a table › has distinguishing fields first, and times without milliseconds last', async () => {
    const at = await serving('cms', await openCms());
    const { page, elsewhere } = await open('#/station', { at });
    const heads = ['picture', 'name', 'line', 'code', 'opened', 'about', 'where', 'owner'];
    expect(await texts(page, 'thead th')).toEqual(heads);
    await page.locator('.columns summary').click();
    await page.getByRole('checkbox', { name: 'updatedAt' }).check();
    await expect.poll(() => texts(page, 'tbody tr:first-child time')).toEqual(['1902-03-01 10:30', '2024-05-01 08:15']);
    // What is open is closed by a click elsewhere, and by Escape, which leaves the focus where it was opened.
    await page.locator('h1').click();
    expect(await page.locator('.columns[open]').count()).toBe(0);
    await page.locator('.columns summary').click();
    await page.getByRole('checkbox', { name: 'slug' }).focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('.columns[open]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    expect(elsewhere).toEqual([]);
  });

  it('pictures of other hosts › are loaded after consent, in the displayed size, and until it is withdrawn', async () => {
    const at = await serving('cms', await openCms());
    const { page, elsewhere, complaints } = await open('#/station/zoo', { at });
    await page.getByRole('img', { name: 'The hall of Zoo' }).first().waitFor();
    await expect.poll(() => texts(page, '.held-back')).toEqual([expect.stringContaining('tracker.example')]);
    expect(elsewhere).toEqual([]);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('img'), { src }));
    }, `${PICTURES}/unasked.jpg`);
    await expect.poll(() => complaints).toContainEqual(expect.stringContaining('Content Security Policy'));
    await page.goto(`${at}/explore#/station`);
    await page.getByRole('button', { name: 'Load pictures from images.ctfassets.net' }).click();
    await expect.poll(() => elsewhere).toContain(`${PICTURES}/a/zoo.jpg?w=80`);
    await page.locator('.row-link', { hasText: 'Zoo' }).click();
    await expect.poll(() => elsewhere).toContain(`${PICTURES}/a/zoo.jpg?w=640`);
    // The other host is asked for by itself.
    await expect
      .poll(() => texts(page, '.held-back'))
      .toEqual([expect.stringMatching(/loaded\.\s+Load pictures from [\w-]+\.tracker\.example$/)]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(elsewhere.filter((url) => url.includes('tracker'))).toEqual([]);
    await page.locator('h1').press('?');
    await page.getByRole('button', { name: 'Do not load pictures from images.ctfassets.net' }).click();
    await expect.poll(() => texts(page, '.held-back')).toEqual([expect.stringContaining('images.ctfassets.net')]);
    expect(await page.evaluate(() => localStorage.getItem('stele.pictures'))).toBe('');
    const closed = await serving('cms', await openCms(), { explorerImages: false });
    await page.goto(`${closed}/explore#/station`);
    await expect
      .poll(() => texts(page, '.held-back'))
      .toEqual([expect.stringContaining('This server does not allow them.')]);
  });

  it('places › are sorted by distance from a point, and drawn', async () => {
    const at = await serving('cms', await openCms());
    const { page } = await open('#ask/station', { at });
    await chooseField(page.getByLabel('Sort by another field'), 'where.distance');
    await answered(page, '/station?sort=where.distance(0,0)');
    const from = page.getByLabel('Latitude and longitude that where.distance is measured from');
    await from.fill('52.5,13.47');
    await from.press('Tab');
    await answered(page, '/station?sort=where.distance(52.5,13.47)');
    await expect.poll(() => texts(page, 'tbody th')).toEqual(['Ostkreuz', 'Alexanderplatz', 'Zoo', 'Wannsee']);
    expect((await texts(page, 'tbody td.location')).at(-1)).toMatch(/ · 21\.\d km$/);
    await page.getByRole('button', { name: /ascending: reverse/ }).click();
    await expect.poll(() => texts(page, 'tbody th')).toEqual(['Wannsee', 'Zoo', 'Alexanderplatz', 'Ostkreuz']);
    expect(await page.locator('.map a').count()).toBe(4);
    await page.locator('.map').getByRole('link', { name: 'Zoo' }).click();
    await expect.poll(() => texts(page, '.item-title')).toEqual(['Zoo']);
  });

  it('similar items › are next to an item, and a separate list', async () => {
    const at = await serving('cms', await openCms());
    const { page } = await open('#/station/zoo', { at });
    const similar = page.locator('section', { has: page.getByRole('heading', { name: 'Similar' }) });
    await expect.poll(() => similar.locator('.chip').allInnerTexts()).toContain('Alexanderplatz');
    await similar.getByRole('link', { name: 'station' }).click();
    await answered(page, '/station/zoo/_similar');
    await expect.poll(() => texts(page, 'tbody th')).toContain('Alexanderplatz');
    await expect.poll(() => texts(page, '.title')).toEqual(['station / Zoo / _similar']);
    await page.goBack();
    await expect.poll(() => texts(page, '.item-title')).toEqual(['Zoo']);
    // Where Back came from has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
      .toBe('#/station/zoo/_similar');
  });

  it('values › are completed by case-insensitive prefix if only exact prefixes are indexed', async () => {
    const at = await serving('cms', await openCms());
    const { page } = await open('#ask/station?filter[code][_eq]=', { at });
    const value = page.getByRole('combobox', { name: 'Value of code' });
    await value.fill('mc');
    await expect
      .poll(() => texts(page, '.condition .listbox > div'))
      .toEqual([expect.stringMatching(/^MCB\s+1$/), expect.stringMatching(/^McA\s+1$/)]);
    await value.fill('mC');
    await expect.poll(() => texts(page, '.condition .listbox > div')).toEqual([expect.stringMatching(/^MCB\s+1$/)]);
  });
});
