/**
 * The explorer of a server that asks for keys: nothing is shown without one, and the tab alone remembers it.
 */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { startBookshop } from '../../../testing/server/server.js';
import { isBrowserThere, open, stopShared } from './explorer-page.js';

describe.runIf(isBrowserThere())('a server with keys', () => {
  afterAll(stopShared);

  it('a wrong key, then the right one › is requested, kept by the tab, used by /docs, and requested again', async () => {
    const key = testKey('website');
    const keys = liveKeys(key);
    const shop = await startBookshop({ keys });
    onTestFinished(() => shop.stop());
    const { page, complaints } = await open('#/book', { at: shop.origin });
    const enter = async (secret: string): Promise<void> => {
      await page.getByLabel('Key').fill(secret);
      await page.getByRole('button', { name: 'Use this key' }).click();
    };
    expect(await page.getByRole('alert').count()).toBe(0);
    await enter('sesame');
    await page.getByRole('alert').filter({ hasText: 'This key is unknown here' }).waitFor();
    await enter(key.secret);
    await page.locator('tbody .chip').first().waitFor();
    await page.reload();
    await page.locator('tbody .chip').first().waitFor();
    expect(
      await page.evaluate(() => JSON.stringify([location.href, document.cookie, { ...localStorage }])),
    ).not.toContain(key.secret);
    expect(await page.evaluate(() => Object.values(sessionStorage))).toEqual([key.secret]);
    await page.goto(`${shop.origin}/docs`);
    await page.locator('.endpoints a').first().waitFor();
    await page.goto(`${shop.origin}/explore#/book`);
    await page.locator('tbody .chip').first().waitFor();
    keys.switchTo({ keys: [], problem: null });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'was revoked' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
