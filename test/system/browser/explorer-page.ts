/**
 * The explorer in a real browser, shared by all tests of a process; and a page in it that watches what leaves the server.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../../src/format/files/index.js';
import { isThere } from '../../../testing/is-there.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import { chromiumPath, launchChromium } from './chromium.mjs';

/** Whether there is all that a browser needs; says so where not. */
export const isBrowserThere = (): boolean =>
  isThere(
    chromiumPath() !== undefined &&
      existsSync(new URL('node_modules/playwright-core', import.meta.url)) &&
      existsSync(join(packageRoot(), 'dist/explorer/files.json')),
    'There is no Chromium, no playwright-core or no compiled explorer, so the explorer is not tried in a browser: ' +
      'apt-get install chromium, npm run browser:install and npm run compile make them.',
  );

let running: Promise<{ browser: Browser; shop: Bookshop }> | undefined;

async function begin(): Promise<{ browser: Browser; shop: Bookshop }> {
  const [browser, shop] = await Promise.all([launchChromium(), startBookshop()]);
  return { browser, shop };
}

export const shared = (): Promise<{ browser: Browser; shop: Bookshop }> => {
  running ??= begin();
  return running;
};

/** To be called when the last test of a file has ended; the next file begins anew. */
export async function stopShared(): Promise<void> {
  const stopping = running;
  running = undefined;
  if (stopping === undefined) return;
  const { browser, shop } = await stopping;
  await browser.close();
  await shop.stop();
}

export interface Opened {
  readonly page: Page;
  /** Where the server is. */
  readonly origin: string;
  /** Requests to anywhere else, which fail. */
  readonly elsewhere: string[];
  /** What the console was told of as an error, and exceptions. */
  readonly complaints: string[];
}

interface OpenOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Where the server is; the shared one unless given. */
  readonly at?: string;
  /** Of the page; `/explore` unless given. */
  readonly path?: string;
  /** What is there when the page is whole, if it is not the usual. */
  readonly whole?: string;
}

/** Opens the explorer at a place, such as `#/book`, and waits for its answer. */
export async function open(hash = '', options: OpenOptions = {}): Promise<Opened> {
  const { browser, shop } = await shared();
  const { scheme = 'light', width = 1280, height = 800, at = shop.origin } = options;
  const { whole = '.status, .cards, .key-form', path = '/explore' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(at).origin });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  const { origin } = new URL(at);
  // Only watched: each request that is held up on its way takes longer than the server does to answer it.
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A picture that cannot be loaded, and an answer with an error, are told there too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.goto(`${at}${path}${hash}`);
  await page.locator(whole).first().waitFor();
  return { page, origin, elsewhere, complaints };
}

/** The request that the address shows, decoded. */
export const requestOf = (page: Page): Promise<string> => page.locator('#target').inputValue();

/** The texts of what is selected. */
export const texts = async (page: Page, selector: string): Promise<readonly string[]> =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.trim());

/** Chooses a field by its path, in a control that searches fields. */
export async function chooseField(control: Locator, path: string): Promise<void> {
  await control.fill(path);
  await control.press('Enter');
}

/** Waits until the request is what is wanted, and is answered. */
export async function answered(page: Page, request: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLInputElement>('#target')?.value === wanted &&
      document.querySelector('.facts')?.getAttribute('aria-busy') !== 'true',
    request,
  );
}

export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  readonly run: (
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** @returns what axe-core finds. @param rules tags or names. The page has axe-core. */
export const barriers = (page: Page, rules: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // What it finds no fault with need not be told of, and nothing of the page is in another file.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], preload: false });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
    );
  }, rules);
