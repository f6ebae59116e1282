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
    super({ name, help, registers, labelNames: ['route', 'status'] });
    this.#read = read;
    this.#description = new Histogram({ name, help, registers: [], labelNames: ['route', 'status'] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const description = await this.#description.get();
    const { name } = description;
    const values = Object.entries(this.#read().durations).flatMap(([series, counts]) => {
      const [route = '', statusClass = ''] = series.split(' ');
      const labels = { route, status: `${statusClass}xx` };
      let cumulated = 0;
      const buckets = counts.slice(0, DURATION_BUCKETS.length + 1).map((count, bucket) => {
        cumulated += count;
        const le = DURATION_BUCKETS[bucket] ?? '+Inf';
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulated };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: counts[DURATION_BUCKETS.length + 1] ?? 0 },
        { metricName: `${name}_count`, labels, value: cumulated },
      ];
    });
    return { ...description, values };
  }

  /** Called by the registry when it writes text; missing in the library's types. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get();
  }
}
