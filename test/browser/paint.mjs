/**
 * `npm run bench:explorer`: how soon the explorer shows something, on this machine from loopback.
 *
 * First paint: from the navigation until the rows of a table are painted. Update: from the last byte of an answer with 100
 * items until its table is painted. Medians of several rounds, each with an empty cache of the browser; what is shown is
 * checked before it counts.
 *
 * Beside both stands where the time goes: when each part of the page has come, and the time of the processor that the
 * page's main thread took, which other programs on the machine change little.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startProcess } from './bookshop-process.mjs';
import { launchChromium } from './chromium.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '11' } } });
const rounds = Number(values.rounds);
const FIRST = 'first paint';
const UPDATE = 'table of 100 items';
const GOALS = { [FIRST]: 300, [UPDATE]: 100 };

/** Runs in the page, before its own script: notes when each table is painted, and when each answer has come. */
function watch() {
  const noted = { painted: 0, rows: 0, first: '', answers: [], parts: new Map() };
  Reflect.set(window, 'noted', noted);
  new PerformanceObserver((list) => {
    for (const { name, responseEnd } of list.getEntries()) {
      const path = decodeURIComponent(new URL(name).pathname);
      noted.answers.push({ name, responseEnd });
      if (!noted.parts.has(path)) noted.parts.set(path, responseEnd);
    }
  }).observe({ type: 'resource', buffered: true });
  const look = () => {
    const rows = document.querySelectorAll('tbody tr');
    const first = rows[0]?.textContent ?? '';
    if (rows.length === 0 || (rows.length === noted.rows && first === noted.first)) return;
    noted.rows = rows.length;
    noted.first = first;
    noted.inserted = performance.now();
    // After the frame that shows it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        noted.painted = performance.now();
      };
      port2.postMessage('');
    });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** When each part has come, in milliseconds since the navigation. */
function whatCame() {
  const { noted } = window;
  const ending = (end) => [...noted.parts].find(([path]) => path.endsWith(end))?.[1] ?? Number.NaN;
  const [page] = performance.getEntriesByType('navigation');
  return {
    'the page': page.responseEnd,
    'its styles': ending('.css'),
    'its script': ending('.js'),
    'the description': ending('model.json'),
    'the answer': ending('/book'),
    'rows are there': noted.inserted,
    painted: noted.painted,
  };
}

const METRICS = {
  ScriptDuration: 'script',
  RecalcStyleDuration: 'styles',
  LayoutDuration: 'layout',
  TaskDuration: 'all',
};

/** Milliseconds of the processor that the main thread has taken. */
async function taken(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(
    Object.entries(METRICS).map(([name, told]) => [told, 1000 * metrics.find((metric) => metric.name === name).value]),
  );
}
const since = (before, after) =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]]));

const [loadBefore] = loadavg();
const [browser, shop] = await Promise.all([launchChromium(), startProcess()]);
const found = { [FIRST]: [], [UPDATE]: [] };
const parts = { [FIRST]: [], [UPDATE]: [] };
const processor = { [FIRST]: [], [UPDATE]: [] };
for (let round = 0; round < rounds; round += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watch);
  const start = await taken(session);
  await page.goto(`${shop.origin}/explore#/book`);
  await page.waitForFunction(() => window.noted.painted > 0 && window.noted.rows === 20);
  const shown = await taken(session);
  found[FIRST].push(await page.evaluate(() => window.noted.painted));
  parts[FIRST].push(await page.evaluate(whatCame));
  processor[FIRST].push(since(start, shown));
  await page.waitForLoadState('networkidle');
  const before = await taken(session);
  await page.evaluate(() => {
    window.noted.painted = 0;
    location.hash = '#/book?page[limit]=100&sort=-title';
  });
  await page.waitForFunction(() => window.noted.painted > 0 && window.noted.rows === 100);
  const after = await taken(session);
  const took = await page.evaluate(() => {
    const answer = window.noted.answers.find(({ name }) => decodeURIComponent(name).includes('page[limit]=100&sort'));
    const { inserted, painted } = window.noted;
    return { 'rows are there': inserted - answer.responseEnd, painted: painted - answer.responseEnd };
  });
  found[UPDATE].push(took.painted);
  parts[UPDATE].push(took);
  processor[UPDATE].push(since(before, after));
  await context.close();
}
await browser.close();
await shop.stop();

const middle = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const middles = (many) =>
  Object.keys(many[0])
    .map((name) => `${name} ${middle(many.map((one) => one[name])).toFixed(0)}`)
    .join(', ');
for (const [what, times] of Object.entries(found)) {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  console.log(
    `${what}: median ${middle(times).toFixed(0)} ms of ${rounds} rounds, ${least.toFixed(0)} to ${most.toFixed(0)} ms; wanted ${GOALS[what]} ms at most`,
  );
  console.log(`  until: ${middles(parts[what])} ms`);
  console.log(`  processor of the page's main thread: ${middles(processor[what])} ms`);
}
if (loadBefore > availableParallelism() / 4) {
  console.log(`The machine was busy (load ${loadBefore.toFixed(1)} before): the first lines of each say little.`);
}
