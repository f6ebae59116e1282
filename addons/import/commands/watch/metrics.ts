/**
 * The metrics of `stele watch` for Prometheus; their values are read when they are requested.
 *
 * Elsewhere: answering the request (hook), the status (status).
 */

import { Counter, Gauge, Registry } from 'prom-client';
import type { RepeatedWork } from '../../../../src/cli/build/index.js';
import type { WatchStatus } from './status.js';

const secondsSince = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Date.now() - ms) / 1000);

/**
 * @param readStatus called for each request
 * @returns the registry of all metrics
 */
export function watchMetrics({ state }: Pick<RepeatedWork, 'state'>, readStatus: () => WatchStatus): Registry {
  const registry = new Registry();
  const addMetric = (Kind: typeof Counter | typeof Gauge, name: string, help: string, value: () => number): void => {
    const metric = new Kind({
      name: `stele_watch_${name}`,
      help,
      registers: [registry],
      collect() {
        metric.reset();
        metric.inc(value());
      },
    });
  };
  addMetric(Counter, 'runs_total', 'Runs that have ended.', () => state().runs);
  addMetric(Counter, 'failures_total', 'Runs that have failed.', () => state().failures);
  addMetric(Gauge, 'failing_seconds', 'For how long every run has failed; else 0.', () =>
    secondsSince(state().failingSinceMs),
  );
  addMetric(Gauge, 'running_seconds', 'How long the run under way takes; else 0.', () =>
    secondsSince(state().runningSinceMs),
  );
  addMetric(Gauge, 'run_seconds', 'How long the last run took.', () => state().lastRunSeconds);
  addMetric(
    Gauge,
    'published_timestamp_seconds',
    'When CURRENT changed.',
    () => (readStatus().publishedMs ?? 0) / 1000,
  );
  addMetric(Counter, 'hooks_total', 'Webhooks that were accepted.', () => readStatus().hooks);
  addMetric(Counter, 'refused_hooks_total', 'Webhooks that were refused.', () => readStatus().refusedHooks);
  const heldBackGauge = new Gauge({
    name: 'stele_watch_held_back',
    help: 'Items, or values, that a type has lost and that stay published; by type.',
    labelNames: ['type'],
    registers: [registry],
    collect() {
      heldBackGauge.reset();
      for (const { type, before, after } of readStatus().heldBack) heldBackGauge.set({ type }, before - after);
    },
  });
  return registry;
}
