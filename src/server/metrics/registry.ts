/**
 * Registries of metrics for Prometheus: values are read at a scrape, so that a request pays only for additions.
 *
 * The metrics of the process (CPU, memory, event loop lag, garbage collection) are prom-client's own.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { CountedHistogram } from './counted-histogram.js';
import type { Metric } from './metric.js';
import type { Readings } from './readings.js';
import { DURATION_HELP, KEY_METRICS, LOAD_METRICS, RESPONSE_METRICS } from './request-metrics.js';
import { SPACE_METRICS } from './space-metrics.js';

let processRegistry: Registry | undefined;

/** One registry for all servers of the process, which share its event loop. */
export function getProcessMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** @param readReadings called for every metric of a scrape. Cost of a scrape: well below a millisecond. */
export function createServerMetrics(readReadings: () => Readings): Registry {
  const registry = new Registry();
  const registers = [registry];
  const register = ({ kind, samples, labels, ...description }: Metric): void => {
    new (kind === 'counter' ? Counter : Gauge)({
      ...description,
      labelNames: labels,
      registers,
      collect() {
        // Counters cannot be set: resetting one and adding sets it.
        this.reset();
        for (const [sampleLabels, value] of samples(readReadings())) this.inc(sampleLabels, value);
      },
    });
  };
  RESPONSE_METRICS.forEach(register);
  new CountedHistogram('stele_request_duration_seconds', DURATION_HELP, registers, () => readReadings().requests);
  [...LOAD_METRICS, ...SPACE_METRICS, ...KEY_METRICS].forEach(register);
  return registry;
}
