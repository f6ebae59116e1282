/**
 * Loaded into a server's process (`node --import probe.js?<file>`): writes down when a turn of the event loop was long and when garbage
 * was collected, and puts it into the file when the process ends.
 *
 * A timer that is due each millisecond is late by what the turn took that it waited for. A process that had no
 * processor is late as well, so the processor time of the turn is noted beside it.
 */
import { writeFileSync } from 'node:fs';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Collection, LongTurn, Seen } from './seen.js';

const everyMs = 1;
/** Shorter turns are not written down. */
const leastMs = 2;

const file = fileURLToPath(new URL(decodeURIComponent(new URL(import.meta.url).search.slice(1))));
const turns: LongTurn[] = [];
const collections: Collection[] = [];

let lastMs = performance.now();
let lastCpu = process.cpuUsage();
const timer = setInterval(() => {
  const nowMs = performance.now();
  const cpu = process.cpuUsage();
  const ms = nowMs - lastMs;
  const cpuMs = (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000;
  if (ms > leastMs + everyMs) turns.push({ atMs: performance.timeOrigin + nowMs, ms: ms - everyMs, cpuMs });
  lastMs = nowMs;
  lastCpu = cpu;
}, everyMs);
timer.unref();

const isMajor = (entry: PerformanceEntry): boolean =>
  'detail' in entry &&
  typeof entry.detail === 'object' &&
  entry.detail !== null &&
  'kind' in entry.detail &&
  entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { startTime, duration } = entry;
    collections.push({ atMs: performance.timeOrigin + startTime, ms: duration, isMajor: isMajor(entry) });
  }
}).observe({ entryTypes: ['gc'] });

process.once('exit', () => {
  const seen: Seen = { turns, collections };
  writeFileSync(file, JSON.stringify(seen));
});
