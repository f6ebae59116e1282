/**
 * The metrics of `stele watch` for Prometheus; their values are read when they are requested.
 *
 * Elsewhere: answering the request (hook), changing the status (watch).
 */

import { Counter, Gauge, Registry } from 'prom-client';
import type { RepeatedWork } from '../../../../src/cli/build/index.js';

export interface WatchStatus {
  readonly snapshot: string | null;
  readonly publishedMs: number | null;
  readonly hooks: number;
  readonly refusedHooks: number;
  /** Types, fields and locales that have shrunk and were not published. */
  readonly heldBack: readonly HeldBack[];
  /** When the next item is published or expires. */
  readonly nextChange: string | null;
}

export interface HeldBack {
  readonly type: string;
  readonly field?: string;
  readonly locale?: string;
  readonly before: number;
  readonly after: number;
  /** The command that publishes it, if the change is right. */
  readonly command: string;
}

const secondsSince = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Date.now() - ms) / 1000);

/** @returns the registry of all metrics. @param status called for each request */
export function watchMetrics({ state }: Pick<RepeatedWork, 'state'>, status: () => WatchStatus): Registry {
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
  addMetric(Gauge, 'published_timestamp_seconds', 'When CURRENT changed.', () => (status().publishedMs ?? 0) / 1000);
  addMetric(Counter, 'hooks_total', 'Webhooks that were accepted.', () => status().hooks);
  addMetric(Counter, 'refused_hooks_total', 'Webhooks that were refused.', () => status().refusedHooks);
  const heldBackGauge = new Gauge({
    name: 'stele_watch_held_back',
    help: 'Items, or values, that a type has lost and that stay published; by type.',
    labelNames: ['type'],
    registers: [registry],
    collect() {
      heldBackGauge.reset();
      for (const { type, before, after } of status().heldBack) heldBackGauge.set({ type }, before - after);
    },
  });
  return registry;
}
