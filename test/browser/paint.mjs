/**
 * `npm run bench:explorer`: how soon the explorer shows something, on this machine from loopback.
 *
 * First paint: from the navigation until the rows of a table are painted. Update: from the last byte of an answer with 100
 * items until its table is painted. Medians of several rounds, each with an empty cache of the browser; what is shown is
 * checked before it counts.
 */
import { parseArgs } from 'node:util';
import { startProcess } from './bookshop-process.mjs';
import { launchChromium } from './chromium.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '11' } } });
const rounds = Number(values.rounds);
const GOALS = { 'first paint': 300, 'table of 100 items': 100 };

/** Runs in the page, before its own script: notes when each table is painted, and when each answer has come. */
function watch() {
  const noted = { painted: 0, rows: 0, first: '', answers: [] };
  Reflect.set(window, 'noted', noted);
  new PerformanceObserver((list) => {
    for (const { name, responseEnd } of list.getEntries()) noted.answers.push({ name, responseEnd });
  }).observe({ type: 'resource', buffered: true });
  const look = () => {
    const rows = document.querySelectorAll('tbody tr');
    const first = rows[0]?.textContent ?? '';
    if (rows.length === 0 || (rows.length === noted.rows && first === noted.first)) return;
    noted.rows = rows.length;
    noted.first = first;
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

const [browser, shop] = await Promise.all([launchChromium(), startProcess()]);
const found = { 'first paint': [], 'table of 100 items': [] };
for (let round = 0; round < rounds; round += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${shop.origin}/explore#/book`);
  await page.waitForFunction(() => window.noted.painted > 0 && window.noted.rows === 20);
  found['first paint'].push(await page.evaluate(() => window.noted.painted));
  await page.evaluate(() => {
    window.noted.painted = 0;
    location.hash = '#/book?page[limit]=100&sort=-title';
  });
  await page.waitForFunction(() => window.noted.painted > 0 && window.noted.rows === 100);
  const took = await page.evaluate(() => {
    const answer = window.noted.answers.find(({ name }) => decodeURIComponent(name).includes('page[limit]=100&sort'));
    return window.noted.painted - answer.responseEnd;
  });
  found['table of 100 items'].push(took);
  await context.close();
}
await browser.close();
await shop.stop();

for (const [what, times] of Object.entries(found)) {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const [least, most] = [sorted[0], sorted.at(-1)];
  console.log(
    `${what}: median ${median.toFixed(0)} ms of ${rounds} rounds, ${least.toFixed(0)} to ${most.toFixed(0)} ms; wanted ${GOALS[what]} ms at most`,
  );
}
