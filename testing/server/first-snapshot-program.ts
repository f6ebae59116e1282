/**
 * A program that serves a snapshot, swaps to the next one, and prints the number of shared buffers on its heap as JSON.
 *
 * A process of its own: counting walks the whole heap, which takes seconds in a process that runs many test files.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { pino } from 'pino';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { loadHere } from '../../src/server/follow/loader.js';
import { serve } from '../../src/server/index.js';
import { shelf, writeFiles } from '../samples/export.js';

/** Time in which the first snapshot must be freed. */
const RELEASE_MS = 20_000;
const [folder = '.'] = process.argv.slice(2);
const snapshots = join(folder, 'snapshots');

const countBuffers = (): number => Number(queryObjects(SharedArrayBuffer, { format: 'count' }));

async function build(name: string): Promise<void> {
  const source = writeFiles(join(folder, name), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
  await buildSnapshot(source, snapshots, { files: diskFiles, strict: true, full: true });
}

await build('Mason');
const before = countBuffers();
const server = await serve({
  server: { host: '127.0.0.1', port: 0 },
  logger: pino({ level: 'silent' }),
  threads: 1,
  pollMs: 0,
  wait: false,
  load: loadHere,
  folders: [{ folder: snapshots }],
});
const served = countBuffers();
await build('Carver');
await server.look();
const deadlineMs = performance.now() + RELEASE_MS;
let swapped = countBuffers();
while (swapped > served && performance.now() < deadlineMs) {
  await sleep(100);
  swapped = countBuffers();
}
console.log(JSON.stringify({ before, served, swapped }));
await server.close();
