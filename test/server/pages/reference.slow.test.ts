/**
 * `/docs` in a real Chromium: the reference is drawn under its policy, with every parameter of the description.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../support/folder.js';
import { isThere } from '../../support/is-there.js';
import { type Bookshop, startBookshop } from '../../support/server.js';

const CHROMIUM = '/usr/bin/chromium';
const isChromiumThere = isThere(
  existsSync(CHROMIUM),
  'Chromium is not installed, so /docs is not looked at: Debian calls the package chromium.',
);
const newFolder = temporaryFolders();

/** @returns the page as it is once nothing is left to do, and what it wrote to its console */
async function drawn(url: string): Promise<{ readonly page: string; readonly console: string }> {
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--enable-logging=stderr',
    `--user-data-dir=${newFolder()}`,
  ];
  const child = spawn(CHROMIUM, [...options, '--virtual-time-budget=60000', '--dump-dom', url]);
  let page = '';
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    page += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  return { page, console: told };
}

describe.runIf(isChromiumThere)('/docs in Chromium', () => {
  let shop: Bookshop;
  beforeAll(async () => {
    shop = await startBookshop();
  });
  afterAll(() => shop.stop());

  it('every list and item is there, without a word of the policy being broken', { timeout: 180_000 }, async () => {
    const { page, console: told } = await drawn(`${shop.origin}/docs`);
    expect(page).toContain('bookshop: delivery API');
    for (const path of ['/book', '/book/{id}', '/book/{id}/reviews']) expect(page).toContain(`data-path="${path}"`);
    expect(page).not.toContain('Warning');
    expect(told).not.toMatch(/Content Security Policy|CONSOLE.*(?:error|refused)/i);
  });
});
