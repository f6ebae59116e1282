/**
 * `GET /metrics`: the readings of this thread, or of all threads summed, in Prometheus' text format.
 */
import type { Middleware } from 'koa';
import { Registry } from 'prom-client';
import { NO_STORE } from '../http/headers.js';
import type { Readings } from '../metrics/readings.js';
import { createServerMetrics, getProcessMetrics } from '../metrics/registry.js';
import { sumReadings } from '../metrics/sum-readings.js';
import type { Page } from './page.js';

/** @param readAll readings of every thread, if there are several; the process's own metrics are always this thread's */
export function metricsPage(readOwn: () => Readings, readAll?: () => Promise<readonly Readings[]>): Page {
  let summed: Readings | undefined;
  const registry = Registry.merge([createServerMetrics(() => summed ?? readOwn()), getProcessMetrics()]);
  const handler: Middleware = async (ctx) => {
    const readings = (await readAll?.()) ?? [];
    summed = readings.length === 0 ? undefined : sumReadings(readings);
    const text = await registry.metrics();
    ctx.status = 200;
    ctx.set('Content-Type', registry.contentType);
    ctx.set('Cache-Control', NO_STORE);
    ctx.body = Buffer.from(text);
  };
  return { name: 'metrics', path: '/metrics', isOpen: true, handler };
}
