/**
 * `npm run screenshots`: the main views of the explorer, light and dark, into docs/images.
 *
 * They show the letters of this machine.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startProcess } from './bookshop-process.mjs';
import { launchChromium } from './chromium.mjs';

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const desktop = { width: 1280, height: 800 };
const telephone = { width: 390, height: 800 };

/** What is shown, and what is there when it is whole. */
const VIEWS = [
  { name: 'browse', hash: '#/book?sort=-published', seen: 'tbody .chip', size: desktop },
  { name: 'item', hash: '#/book/the-salt-road', seen: '.pointed-at .chip', size: desktop },
  {
    name: 'ask',
    hash: '#ask/book?filter[_search]=salt&filter[_OR][0][genre][_in]=Crime,Fiction&filter[_OR][0][price][_lt]=13&filter[_OR][1][pages][_gt]=300&sort=-published&include=author.country',
    seen: 'tbody .chip',
    size: desktop,
  },
  {
    name: 'explain',
    hash: '#explain/book?filter[_OR][0][genre][_eq]=Crime&filter[_OR][0][price][_lt]=9&filter[_OR][1][pages][_gt]=300&sort=-published&include=author.country',
    seen: '.tree',
    size: desktop,
  },
  { name: 'telephone', hash: '#/book?sort=-published', seen: 'tbody .chip', size: telephone },
];

mkdirSync(folder, { recursive: true });
const [browser, shop] = await Promise.all([launchChromium(), startProcess()]);
for (const { name, hash, seen, size } of VIEWS) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: size, colorScheme, reducedMotion: 'reduce' });
    // The second time the server has what it answers, as it usually has.
    for (const time of ['first', 'second']) {
      await page.goto(`${shop.origin}/explore?${time}${hash}`);
      await page.locator(seen).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.screenshot({ path: `${folder}/explorer-${name}-${colorScheme}.png` });
    await page.close();
  }
}
await browser.close();
await shop.stop();
