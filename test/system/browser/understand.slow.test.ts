/**
 * The explorer › Understand: what a request costs, how it is answered, and the program that asks it.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { answered, isBrowserThere, open, stopShared, texts } from './explorer-page.js';

describe.runIf(isBrowserThere())('understand', () => {
  afterAll(stopShared);

  it('every answer › shows status, milliseconds, bytes, score and entity tag', async () => {
    const { page, origin } = await open('#/book?include=author');
    const reply = await fetch(`${origin}/delivery/jsonapi/book?include=author`);
    const { byteLength } = await reply.arrayBuffer();
    const facts = await page.locator('.facts').innerText();
    expect(facts).toMatch(/200[\s\S]*\d ms/);
    expect(facts).toContain(`${Math.round(byteLength / 1000)} KB as `);
    expect(facts.replace(/\s+/g, ' ')).toContain('complexity 650 / 5,000');
    const tag = (reply.headers.get('etag') ?? '').replace(/(-\w+)?"$/, '');
    expect(await texts(page, '.etag code')).toEqual([expect.stringContaining(tag)]);
  });

  it('complexity › is shown by part, and the sum is the score of the server', async () => {
    const { page } = await open('#explain/book?include=author.country');
    const rows = await page.locator('.explain section', { hasText: 'Complexity' }).locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\t\s*/).slice(0, 3))).toEqual([
      ['root', '50', '50'],
      ['items', '20 · 10', '200'],
      ['author', '20 · (10 + 10)', '400'],
      ['author.country', '20 · (10 + 10)', '400'],
      ['score', 'of at most 5,000', '1,050'],
    ]);
  });

  it('a request that is too complex › shows its parts, and the largest accepted request', async () => {
    const { page } = await open('#explain/book?include=reviews,related');
    expect(await texts(page, '.errors p')).toContainEqual(expect.stringContaining('page[limit]=11'));
    expect(await page.locator('.sum.over').innerText()).toContain('8,650');
    expect(await page.locator('.meter.over').count()).toBe(1);
  });

  it('the plan › is a tree of sets with sizes, and steps with times', async () => {
    const search = 'filter[_OR][0][genre][_eq]=Crime&filter[_OR][0][price][_lt]=9&filter[_OR][1][pages][_lt]=20';
    const { page } = await open(`#explain/book?${search}&sort=title`);
    await page.locator('.tree').waitFor();
    expect(await texts(page, '.node code')).toEqual(
      expect.arrayContaining(['filter[genre][_eq]=Crime', 'filter[price][_lt]=9', 'filter[pages][_lt]=20']),
    );
    expect(await page.locator('.node', { hasText: 'filter[genre][_eq]=Crime' }).last().innerText()).toContain(
      '25 items',
    );
    expect(await page.locator('.tree ul ul').count()).toBe(1);
    const steps = await page.locator('.explain section', { hasText: 'Steps' }).locator('tbody tr').allInnerTexts();
    expect(steps.length).toBeGreaterThan(3);
    for (const step of steps) expect(step).toMatch(/\d (ns|µs|ms)/);
  });

  it('a search › shows the lists that answer each word', async () => {
    const { page } = await open('#explain/book?filter[_search]=salt+xyzzyq');
    const rows = page.locator('.explain section', { hasText: 'Words' }).locator('tbody tr');
    await rows.first().waitFor();
    const shown = (await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
    expect(shown[0]).toEqual(['salt', 'the word in all its forms', '1', expect.stringMatching(/^\d+$/)]);
    expect(shown.at(-1)).toEqual(['xyzzyq', 'no list']);
  });

  it('code › 390 pixels › wraps, and the button covers nothing of it', async () => {
    const { page } = await open(`#code/book?filter[title]=${'long-word'.repeat(20)}`, { width: 390 });
    const boxes = await page.evaluate(() => {
      const [code, button] = ['.snippet pre', '.snippet .button'].map((part) => document.querySelector(part));
      return {
        isWide: (code?.scrollWidth ?? 0) > (code?.clientWidth ?? 0),
        below: (code?.getBoundingClientRect().top ?? 0) - (button?.getBoundingClientRect().bottom ?? 0),
      };
    });
    expect(boxes.isWide).toBe(false);
    expect(boxes.below).toBeGreaterThanOrEqual(0);
  });

  it('code › is shown for each client, and copied by a button', async () => {
    const { page, origin } = await open('#code/book?filter[price][_lt]=9');
    const shown = page.locator('.snippet code');
    expect(await shown.innerText()).toBe(`curl -g '${origin}/delivery/jsonapi/book?filter[price][_lt]=9'`);
    await page.getByRole('radio', { name: 'fetch' }).check({ force: true });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await shown.innerText());
    expect(await shown.innerText()).toContain("'filter[price][_lt]': '9'");
    await answered(page, '/book?filter[price][_lt]=9');
  });
});
