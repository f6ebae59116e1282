/**
 * Preloaded into a server under test (`node --expose-gc --require`): on SIGUSR2 it collects garbage and writes its
 * memory as one line of JSON to the file that STELE_MEMORY_PROBE names.
 */
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.STELE_MEMORY_PROBE;
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', () => {
    globalThis.gc();
    setTimeout(() => {
      globalThis.gc();
      appendFileSync(file, `${JSON.stringify(process.memoryUsage())}\n`);
    }, 200);
  });
}
