/**
 * The layout of the explorer at five widths: every control can be hit, and no text is wider than the page.
 *
 * A control is hit if the topmost element at its middle is the control, a part of it, or its label.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { temporaryFolder } from '../../../testing/samples/bookshop.js';
import { startBookshop } from '../../../testing/server/server.js';
import { isBrowserThere, open, stopShared } from './explorer-page.js';

const WIDTHS = [390, 768, 1024, 1280, 1440];
const HEIGHT = 800;

/** Each view, and an element that is there when the view is complete. `ask` opens the query. */
const VIEWS: readonly (readonly [view: string, element: string])[] = [
  ['#/', '.card'],
  ['#/book?page[limit]=2', 'tbody .chip'],
  ['#ask/book?page[limit]=2&filter[genre][_in]=Crime,Art&sort=-published&include=author&_facet[genre]=3', '.facets'],
  ['#/book/turf', '.pointed-at .chip'],
  ['#ask/book/turf', '.pointed-at .chip'],
  ['#ask/country?page[limit]=2', '.map'],
  ['#/_search?filter[_search]=salt&page[limit]=3&_facet[type]=3', 'main ol .row-link'],
  ['#document/book/turf', '.json'],
  ['#explain+ask/book?page[limit]=2', '.tree'],
  ['#code/book?page[limit]=2', '.snippet'],
  ['#ask/book?sort=prise&include=reviews', '.problem'],
];

/** Cells are in an area that scrolls; three chips and the number of further ones are the widest content. */
const CELL_WIDTH_MAXIMUM = 600;

/**
 * @param part selector of the part of the page whose controls are looked at
 * @returns controls that cannot be hit, each with the element that covers it, and elements that are too wide
 */
const findFaults = (page: Page, part = 'body'): Promise<readonly string[]> =>
  page.evaluate(
    ([selector, cellWidthMaximum]) => {
      const describeElement = (element: Element): string =>
        `<${element.tagName.toLowerCase()} ${element.className}> ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
      const selectors = ['a[href]', 'button', 'input', 'select', 'summary'].map((control) => `${selector} ${control}`);
      const controls = [...document.querySelectorAll<HTMLElement>(selectors.join())];
      const covered = controls.flatMap((control) => {
        if (control.matches('.skip, :disabled') || !control.checkVisibility({ visibilityProperty: true })) return [];
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const [box] = control.getClientRects();
        if (box === undefined) return [];
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
        if (hit !== null && [control, ...labels].some((element) => element.contains(hit))) return [];
        return [`${describeElement(control)} is covered by ${hit === null ? 'nothing in view' : describeElement(hit)}`];
      });
      const overflow = document.documentElement.scrollWidth - innerWidth;
      const wide = [...document.querySelectorAll('td, th, .chip, .item-title, dd, .reason')].filter((element) => {
        const table = element.closest('.scroll, .prose table');
        const maximum = table === null ? innerWidth : Math.max(cellWidthMaximum, table.clientWidth);
        return element.getBoundingClientRect().width > maximum;
      });
      return [
        ...covered,
        ...(overflow > 0 ? [`the page is ${overflow} pixels too wide`] : []),
        ...wide.map((element) => `${describeElement(element)} is too wide`),
      ];
    },
    [part, CELL_WIDTH_MAXIMUM] as const,
  );

const toggleColumns = (page: Page, open: boolean): Promise<void> =>
  page.evaluate((isOpen) => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('details.columns')) list.open = isOpen;
  }, open);

async function show(page: Page, view: string, element: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view);
  await page.locator(element).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.facts')?.getAttribute('aria-busy') === 'false');
}

/** @returns a snapshot with as many types, each with one item */
async function openTypes(count: number): Promise<Space> {
  const folder = join(temporaryFolder(), 'export');
  mkdirSync(folder);
  const names = Array.from({ length: count }, (_, place) => `type${place}`);
  const contentTypes = names.map((name) => ({ name, fields: [{ name: 'title', type: 'text' }] }));
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ space: 'many', contentTypes }));
  for (const name of names) writeFileSync(join(folder, `${name}.ndjson`), `{"id":"first","title":"First"}\n`);
  const snapshots = temporaryFolder();
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
  return openCurrent(diskFiles, snapshots);
}

describe.runIf(isBrowserThere())('layout', () => {
  afterAll(stopShared);

  it('every view at every width › each control can be hit, also next to open panels', async () => {
    const { page } = await open('#/');
    for (const [view, element] of VIEWS) {
      await show(page, view, element);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        expect(await findFaults(page), `${view} at ${width} pixels`).toEqual([]);
        if (!view.startsWith('#ask/')) continue;
        await toggleColumns(page, true);
        expect(await findFaults(page, '.columns'), `the columns of ${view} at ${width} pixels`).toEqual([]);
        await toggleColumns(page, false);
      }
    }
  });

  it('many types in a low window › the parts of the page scroll, and the page itself does not', async () => {
    const server = await startBookshop({ spaces: [{ name: 'many', space: await openTypes(31) }] });
    onTestFinished(() => server.stop());
    const lowHeight = 420;
    const { page } = await open('#/', { at: server.origin, height: lowHeight });
    const { page: bookshop } = await open('#/', { height: lowHeight });
    const views = [
      ...[['#/', '.card'] as const, ['#/type7', 'tbody tr'] as const, ['#docs/type7', '.trials'] as const].map(
        ([view, element]) => [page, view, element] as const,
      ),
      ...VIEWS.map(([view, element]) => [bookshop, view, element] as const),
    ];
    for (const [shownPage, view, element] of views) {
      await show(shownPage, view, element);
      const height = await shownPage.evaluate(() => document.documentElement.scrollHeight);
      expect(height, view).toBe(lowHeight);
      await expect.poll(() => shownPage.getByRole('link', { name: 'Guides' }).boundingBox()).toBeTruthy();
      const guides = await shownPage.getByRole('link', { name: 'Guides' }).boundingBox();
      expect(guides && guides.y + guides.height, view).toBeLessThanOrEqual(lowHeight);
    }
    // The current type is in view, too.
    await show(page, '#/type0', 'tbody tr');
    await expect.poll(() => page.locator('.all-types').evaluate((list) => list.scrollTop)).toBe(0);
    await show(page, '#/type30', 'tbody tr');
    await expect.poll(() => page.locator('.all-types').evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
    const filter = page.getByRole('searchbox', { name: 'Filter the content types' });
    await filter.fill('TYPE2');
    expect(await page.locator('.all-types a').count()).toBe(11);
    await filter.fill('type23');
    await filter.press('Enter');
    await expect.poll(() => page.locator('#target').inputValue()).toBe('/type23');
    await filter.fill('no such type');
    expect(await page.locator('.all-types').innerText()).toBe('No type has this in its name.');
    expect(await bookshop.getByRole('searchbox', { name: 'Filter the content types' }).count()).toBe(0);
  });

  it('long words, titles of 10,000 characters and emoji › no page is too wide, no cell covers another', async () => {
    const compound = 'Donaudampfschifffahrtsgesellschaftskapitän';
    const typeName = 'Donaudampfschifffahrtsgesellschaftskapitaen';
    const address = `https://example.org/${'very-long-path/'.repeat(20)}`;
    const longTexts = [compound.repeat(3), address, 'title '.repeat(1667), 'x'.repeat(10_000), '👩‍👩‍👧‍👦'.repeat(300)];
    const folder = join(temporaryFolder(), 'export');
    mkdirSync(folder);
    const texts = ['title', 'note'].map((name) => ({ name, type: 'text', search: true }));
    const fields = [
      ...texts,
      { name: 'body', type: 'markdown', search: true },
      { name: 'tags', type: 'text', many: true },
      { name: 'where', type: 'location' },
      { name: 'data', type: 'json' },
      { name: 'friend', type: 'relationship', to: typeName, inverse: { name: `of${typeName}` } },
    ];
    const model = { space: 'long', contentTypes: [{ name: typeName, fields }] };
    const items = longTexts.map((text, place) => ({
      id: `i${place}`,
      title: text,
      note: `sought ${text}`,
      body: `sought | ${text}\n\n| a | b |\n|---|---|\n| ${text} | ${text} |`,
      tags: [text, `${text}!`],
      where: { latitude: place, longitude: place },
      data: { text },
      friend: 'i0',
    }));
    writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
    writeFileSync(join(folder, `${typeName}.ndjson`), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    const snapshots = temporaryFolder();
    await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
    const server = await startBookshop({ spaces: [{ name: 'long', space: await openCurrent(diskFiles, snapshots) }] });
    onTestFinished(() => server.stop());
    const { page } = await open('#/', { at: server.origin });
    for (const [view, element] of [
      [`#/${typeName}`, 'tbody tr'],
      [`#ask/${typeName}?filter[friend][id][_in]=i0&filter[title][_in]=${compound.repeat(3)}`, '.picked'],
      [`#/${typeName}?filter[_search]=sought&_highlight=note,body&fields[${typeName}]=title`, '.reason'],
      [`#/_search?filter[_search]=sought&_highlight=note,body`, '.reason'],
      [`#/${typeName}/i1`, '.item-title'],
      [`#/${typeName}/i3`, '.item-title'],
      [`#document/${typeName}/i3`, '.json'],
      [`#code/${typeName}/i3`, '.snippet'],
    ] as const) {
      await show(page, view, element);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        expect(await findFaults(page), `${view} at ${width} pixels`).toEqual([]);
      }
    }
    await show(page, `#/${typeName}`, 'tbody tr');
    const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(120);
  });

  it('long names of types, as a CMS makes them › counts and names stay whole, next to each other, inside their boxes', async () => {
    const parts = ['ImageWithCallToActionButton', 'HeadingWithCallToActionButton', 'ImageWithTitleAndDescription'];
    const targets = Array.from({ length: 12 }, (_, place) => {
      const label = `${parts[place % parts.length]}${place < parts.length ? '' : place}`;
      const name = `sections-${label.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()}`;
      return { name, label, fields: [{ name: 'title', type: 'text' }] };
    });
    const content = { name: 'content', type: 'relationship', many: true, to: targets.map(({ name }) => name) };
    const page = { name: 'page', fields: [{ name: 'title', type: 'text' }, content] };
    const folder = join(temporaryFolder(), 'export');
    mkdirSync(folder);
    writeFileSync(join(folder, 'model.json'), JSON.stringify({ space: 'cms', contentTypes: [page, ...targets] }));
    const writeItems = (type: string, count: number): void => {
      const items = Array.from({ length: count }, (_, place) => ({ id: `${type}-${place}`, title: 'A title' }));
      writeFileSync(join(folder, `${type}.ndjson`), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    };
    for (const [place, { name }] of targets.entries()) writeItems(name, 40 * (place % 2));
    writeItems('page', 1);
    const snapshots = temporaryFolder();
    await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
    const server = await startBookshop({ spaces: [{ name: 'cms', space: await openCurrent(diskFiles, snapshots) }] });
    onTestFinished(() => server.stop());
    /** Rows of a name and a count, and the names of fields in the reference. */
    const findBroken = (): Promise<readonly string[]> =>
      opened.page.evaluate(() => {
        const rows = [...document.querySelectorAll('.types a, .card h2, .trials > summary')];
        return rows.flatMap((row) => {
          const count = row.querySelector(':scope > .number, :scope > .kind:last-child');
          const name = row.querySelector(':scope > :is(a, b, .named, span:not(.number, .kind))');
          if (count === null || name === null) return [];
          const [box, countBox, nameBox] = [row, count, name].map((element) => {
            // The box of the text: an element of a row is as high as the row.
            const range = document.createRange();
            range.selectNodeContents(element);
            return (element === row ? row : range).getBoundingClientRect();
          });
          if (box === undefined || countBox === undefined || nameBox === undefined || box.width === 0) return [];
          const wraps = countBox.height > 1.8 * Number.parseFloat(getComputedStyle(count).fontSize);
          const overlaps = nameBox.right > countBox.left && nameBox.bottom > countBox.top;
          const leaves = countBox.right > box.right + 1 || nameBox.right > box.right + 1;
          const isColumn = row.matches('summary') && nameBox.height > 3 * 20;
          return wraps || overlaps || leaves || isColumn ? [row.textContent ?? ''] : [];
        });
      });
    const opened = await open('#/', { at: server.origin });
    for (const [path, element] of [
      ['/explore#/', '.card'],
      ['/docs#/', '.card'],
      ['/docs#/page', '.trials'],
    ] as const) {
      await opened.page.goto(`${server.origin}${path}`);
      await opened.page.locator(element).first().waitFor();
      for (const width of WIDTHS) {
        await opened.page.setViewportSize({ width, height: HEIGHT });
        expect(await findBroken(), `${path} at ${width} pixels`).toEqual([]);
        // On the page of a type, the answer lies above the parameters in a narrow window.
        const part = element === '.trials' ? '.endpoint-list' : 'body';
        expect(await findFaults(opened.page, part), `${path} at ${width} pixels`).toEqual([]);
      }
    }
  });
});
