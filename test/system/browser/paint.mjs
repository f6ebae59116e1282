/**
 * `npm run bench:explorer`: how soon the explorer shows something, on this machine from loopback.
 *
 * Start: from the navigation until the cards of all types are painted. Table: the same of 20 books. Reference: of all
 * parameters of books. Update: from the last
 * byte of an answer with 100 books until all of them are painted. Beside them stands what the browser takes by itself, in
 * the same rounds: for a page with one word, and to put a finished table of the same 100 rows in its place and paint it.
 *
 * The browser is launched several times; each round has an empty cache. What is shown is checked before it counts. Medians
 * stand with the interval that holds the true one in 95 of 100 runs, and with the median of each launch; beside them when
 * each part has come, and the time of the processor that the page's main thread took.
 *
 * --launches 5 · --rounds 4 of each
 */
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startProcess } from './bookshop-process.mjs';
import { launchChromium } from './chromium.mjs';
import { painted, processorOf, watch } from './painted.mjs';
import { interval, median } from './spread.mjs';

const { values } = parseArgs({
  options: { launches: { type: 'string', default: '5' }, rounds: { type: 'string', default: '4' } },
});
const launches = Number(values.launches);
const rounds = Number(values.rounds);

const BARE = 'a page with one word';
const START = 'start, with all types';
const TABLE = 'table of 20 items';
const REFERENCE = 'reference, with all parameters of a type';
const UPDATE = 'update to a table of 100 items';
const CLONE = 'the same table, put in its place by the browser';
const GOALS = { [START]: 300, [TABLE]: 300, [REFERENCE]: 500, [UPDATE]: 100 };
const LIMIT = 100;
const request = `/book?page[limit]=${LIMIT}&sort=-title`;

/** What was measured, by name: in each launch, in each round. */
const found = new Map([BARE, START, TABLE, REFERENCE, UPDATE, CLONE].map((name) => [name, []]));

function note(name, launch, measured) {
  const of = found.get(name);
  of[launch] = [...(of[launch] ?? []), measured];
}

const since = (before, after) =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]]));
const endOf = (came, part) => came.find(([name]) => decodeURIComponent(name).includes(part))?.[1] ?? Number.NaN;

function check(isRight, what) {
  if (!isRight) throw new Error(`The page does not show what it should: ${what}.`);
}

/** Opens an address with an empty cache. */
async function visited(browser, address, wanted, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const processor = await processorOf(page);
  await page.addInitScript(watch, wanted);
  const before = await processor();
  await page.goto(address);
  const seen = await painted(page);
  await use(page, seen, since(before, await processor()), processor);
  await context.close();
}

async function update(page, launch, processor, titles) {
  await page.waitForLoadState('networkidle');
  const before = await processor();
  await page.evaluate(
    ([hash, count]) => {
      Object.assign(window.noted, { wanted: { selector: 'tbody tr', count }, there: 0, painted: 0, came: [] });
      location.hash = `#${hash}`;
    },
    [request, LIMIT],
  );
  const { there, painted: end, came } = await painted(page);
  const processed = since(before, await processor());
  const shown = await page.locator('tbody th').allInnerTexts();
  check(shown.join('\n') === titles.join('\n'), 'the hundred books from the end of the alphabet');
  const answer = endOf(came, `page[limit]=${LIMIT}`);
  note(UPDATE, launch, { ms: end - answer, parts: { 'rows are there': there - answer }, processed });
  await page.waitForLoadState('networkidle');
  const clone = await page.evaluate(async () => {
    const table = document.querySelector('table');
    const copy = table.cloneNode(true);
    const place = table.parentNode;
    table.remove();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    Object.assign(window.noted, { there: 0, painted: 0 });
    const begun = performance.now();
    place.append(copy);
    return begun;
  });
  note(CLONE, launch, { ms: (await painted(page)).painted - clone });
}

/** @returns how many groups of parameters the reference of books has once nothing is loaded any more */
async function parameterGroups() {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${shop.origin}/docs#/book`);
  await page.locator('.trials').first().waitFor();
  await page.waitForLoadState('networkidle');
  const titles = await page.locator('.trials summary b').allInnerTexts();
  // A label stands before the name of its field.
  const names = titles.map((title) => title.split(' ').at(-1));
  check(
    ['title', 'price', 'published', 'author', 'Order'].every((name) => names.includes(name)),
    'a group of parameters for each field of a book',
  );
  await browser.close();
  return titles.length;
}

const [loadBefore] = loadavg();
const bare = createServer((_, reply) => {
  reply.setHeader('Content-Type', 'text/html');
  reply.end('<!doctype html><html lang="en"><title>one word</title><p>stele</p>');
});
await new Promise((resolve) => bare.listen(0, '127.0.0.1', resolve));
const shop = await startProcess();
const asked = await (await fetch(`${shop.origin}/delivery/jsonapi${request}`)).json();
const titles = asked.data.map(({ attributes }) => attributes.title);
const { spaces } = await (await fetch(`${shop.origin}/explore/model.json`)).json();
const reference = { selector: '.trials', count: await parameterGroups() };

for (let launch = 0; launch < launches; launch += 1) {
  const browser = await launchChromium();
  for (let round = 0; round < rounds; round += 1) {
    const bareAt = `http://127.0.0.1:${bare.address().port}/`;
    await visited(browser, bareAt, { selector: 'p', count: 1 }, (_, seen) =>
      note(BARE, launch, { ms: seen.painted, parts: { 'the page': seen.page, 'first paint': seen.first } }),
    );
    const cards = { selector: '.card', count: spaces[0].types.length };
    await visited(browser, `${shop.origin}/explore`, cards, (_, seen, processed) => {
      const parts = { 'the page': seen.page, 'its script': endOf(seen.came, '/app-'), 'cards are there': seen.there };
      note(START, launch, { ms: seen.painted, parts, processed });
    });
    await visited(browser, `${shop.origin}/docs#/book`, reference, (_, seen, processed) => {
      const parts = { 'its script': endOf(seen.came, '/app-'), 'the description': endOf(seen.came, '/openapi.json') };
      note(REFERENCE, launch, { ms: seen.painted, parts, processed });
    });
    const rows = { selector: 'tbody tr', count: 20 };
    await visited(browser, `${shop.origin}/explore#/book`, rows, async (page, seen, processed, processor) => {
      const { there, came, first } = seen;
      const parts = {
        'the page': seen.page,
        'first paint': first,
        'its script': endOf(came, '/app-'),
        'the answer': endOf(came, '/delivery/jsonapi/book'),
        'rows are there': there,
      };
      note(TABLE, launch, { ms: seen.painted, parts, processed });
      await update(page, launch, processor, titles);
    });
  }
  await browser.close();
}
bare.close();
await shop.stop();

const shown = (ms) => ms.toFixed(0);
const middles = (many) =>
  Object.keys(many[0])
    .map((name) => `${name} ${shown(median(many.map((one) => one[name])))}`)
    .join(', ');
for (const [name, byLaunch] of found) {
  const all = byLaunch.flat();
  const times = all.map(({ ms }) => ms);
  const [least, most] = interval(times);
  const goal = GOALS[name] === undefined ? '' : `; wanted ${GOALS[name]} ms at most`;
  console.log(`${name}: median ${shown(median(times))} ms (${shown(least)} to ${shown(most)})${goal}`);
  console.log(`  launches: ${byLaunch.map((some) => shown(median(some.map(({ ms }) => ms)))).join(', ')} ms`);
  const [{ parts, processed }] = all;
  if (parts !== undefined) console.log(`  until: ${middles(all.map((one) => one.parts))} ms`);
  if (processed !== undefined) {
    console.log(`  processor of the page's main thread: ${middles(all.map((one) => one.processed))} ms`);
  }
}
console.log(`${launches} launches of ${rounds} rounds.`);
if (loadBefore > availableParallelism() / 4) {
  console.log(
    `The machine was busy (load ${loadBefore.toFixed(1)} before): compare with what the browser takes by itself.`,
  );
}
