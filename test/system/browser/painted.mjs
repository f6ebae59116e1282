/**
 * When something is painted, as the page itself sees it. `watch` runs in the page before its own script.
 */

/**
 * Notes when there are as many elements as wanted, and when the frame that shows them is painted; and when each answer
 * has come.
 *
 * @param wanted `selector` and `count` of the elements
 */
export function watch(wanted) {
  const noted = { wanted, there: 0, painted: 0, came: [] };
  Reflect.set(window, 'noted', noted);
  new PerformanceObserver((list) =>
    noted.came.push(...list.getEntries().map(({ name, responseEnd }) => [name, responseEnd])),
  ).observe({
    type: 'resource',
    buffered: true,
  });
  noted.look = () => {
    const { selector, count } = noted.wanted;
    if (noted.there > 0 || document.querySelectorAll(selector).length !== count) return;
    noted.there = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        noted.painted = performance.now();
      };
      port2.postMessage('');
    });
  };
  new MutationObserver(noted.look).observe(document, { childList: true, subtree: true });
}

const isPainted = () => window.noted.painted > 0;

/** Waits until it is painted. @returns when, and what else the page has noted */
export async function painted(page) {
  await page.waitForFunction(isPainted);
  return page.evaluate(() => {
    const { there, painted, came } = window.noted;
    const [first] = performance.getEntriesByName('first-contentful-paint');
    const [{ responseEnd }] = performance.getEntriesByType('navigation');
    return { there, painted, came, first: first?.startTime ?? Number.NaN, page: responseEnd };
  });
}

const COUNTED = {
  ScriptDuration: 'script',
  RecalcStyleDuration: 'styles',
  LayoutDuration: 'layout',
  TaskDuration: 'all',
};

/** @returns a function that tells the milliseconds of the processor that the page's main thread has taken so far */
export async function processorOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name) => 1000 * metrics.find((metric) => metric.name === name).value;
    return Object.fromEntries(Object.entries(COUNTED).map(([name, told]) => [told, value(name)]));
  };
}
