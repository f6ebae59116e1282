/**
 * A histogram that reads counts which others keep. Undocumented by prom-client: `getForPromString`, by which its
 * registry asks a metric where it writes text.
 */
import { Histogram, type Registry } from 'prom-client';
import { DURATION_BUCKETS, type RequestCounts } from './counters.js';

/** The histogram as it was counted, instead of observing every request with labels. */
export class CountedHistogram extends Histogram {
  readonly #read: () => RequestCounts;
  /** Never observes anything: it describes itself as this one does. */
  readonly #plain: Histogram;

  constructor(name: string, help: string, registers: Registry[], read: () => RequestCounts) {
    super({ name, help, registers });
    this.#read = read;
    this.#plain = new Histogram({ name, help, registers: [] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const { durations, durationSeconds } = this.#read();
    const described = await this.#plain.get();
    const { name } = described;
    let below = 0;
    const values = durations.map((count, bucket) => {
      below += count;
      const le = DURATION_BUCKETS[bucket] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le }, value: below };
    });
    return {
      ...described,
      values: [
        ...values,
        { metricName: `${name}_sum`, labels: {}, value: durationSeconds },
        { metricName: `${name}_count`, labels: {}, value: below },
      ],
    };
  }

  /** What the registry asks instead where it writes text; the library's types lack it. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get();
  }
}
