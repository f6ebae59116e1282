/**
 * A Prometheus histogram over counts that `RequestCounters` keeps, instead of observing every request with labels.
 *
 * Undocumented by prom-client: `getForPromString`, which its registry calls on a metric to write text.
 */
import { Histogram, type Registry } from 'prom-client';
import { DURATION_BUCKETS, type RequestCounts } from './counters.js';

export class CountedHistogram extends Histogram {
  readonly #read: () => RequestCounts;
  /** Observes nothing: it provides the metric's description. */
  readonly #description: Histogram;

  constructor(name: string, help: string, registers: Registry[], read: () => RequestCounts) {
    super({ name, help, registers });
    this.#read = read;
    this.#description = new Histogram({ name, help, registers: [] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const { durations, durationSeconds } = this.#read();
    const description = await this.#description.get();
    const { name } = description;
    let cumulated = 0;
    const values = durations.map((count, bucket) => {
      cumulated += count;
      const le = DURATION_BUCKETS[bucket] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le }, value: cumulated };
    });
    return {
      ...description,
      values: [
        ...values,
        { metricName: `${name}_sum`, labels: {}, value: durationSeconds },
        { metricName: `${name}_count`, labels: {}, value: cumulated },
      ],
    };
  }

  /** Called by the registry when it writes text; missing in the library's types. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get();
  }
}
