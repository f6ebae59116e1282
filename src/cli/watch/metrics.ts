/**
 * What `stele watch` tells Prometheus: read when it is asked for.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import type { Live } from './live.js';

export interface Told {
  readonly snapshot: string | null;
  readonly publishedMs: number | null;
  readonly hooks: number;
  readonly refusedHooks: number;
}

const secondsSince = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Date.now() - ms) / 1000);

export function watchMetrics({ state }: Pick<Live, 'state'>, told: () => Told): Registry {
  const registry = new Registry();
  const add = (Kind: typeof Counter | typeof Gauge, name: string, help: string, value: () => number): void => {
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
  add(Counter, 'runs_total', 'Runs that have ended.', () => state().runs);
  add(Counter, 'failures_total', 'Runs that have failed.', () => state().failures);
  add(Gauge, 'failing_seconds', 'For how long every run has failed; else 0.', () =>
    secondsSince(state().failingSinceMs),
  );
  add(Gauge, 'running_seconds', 'How long the run under way takes; else 0.', () =>
    secondsSince(state().runningSinceMs),
  );
  add(Gauge, 'run_seconds', 'How long the last run took.', () => state().lastRunSeconds);
  add(Gauge, 'published_timestamp_seconds', 'When CURRENT changed.', () => (told().publishedMs ?? 0) / 1000);
  add(Counter, 'hooks_total', 'Webhooks that were accepted.', () => told().hooks);
  add(Counter, 'refused_hooks_total', 'Webhooks that were refused.', () => told().refusedHooks);
  return registry;
}
