/**
 * A log-linear histogram of latencies, as in HdrHistogram (https://hdrhistogram.github.io): 13 KB for a million
 * samples, and a precision of 0.8 %.
 *
 * Up to 256 µs each microsecond has a bucket, above it each doubling has 128. Samples during and after a stall of the
 * generator itself are left out, because they say nothing about the server.
 */

const subBits = 7;
const subBuckets = 2 ** subBits;
const largestUs = 2 ** 31 - 1;
const bucketCount = bucketOf(largestUs) + 1;

/** @param us a whole number, 0 to 2^31 - 1 */
function bucketOf(us: number): number {
  if (us < 2 * subBuckets) return us;
  const shift = 31 - Math.clz32(us) - subBits;
  return shift * subBuckets + (us >>> shift);
}

/** @returns the largest value of the bucket */
function upperUs(bucket: number): number {
  if (bucket < 2 * subBuckets) return bucket;
  const shift = Math.floor(bucket / subBuckets) - 1;
  return (bucket - shift * subBuckets + 1) * 2 ** shift - 1;
}

export class Histogram {
  readonly #counts: Uint32Array;
  #samples = 0;

  /** @param counts those of another histogram, to go on from */
  constructor(counts?: Uint32Array) {
    this.#counts = new Uint32Array(bucketCount);
    if (counts !== undefined) this.add(counts);
  }

  get samples(): number {
    return this.#samples;
  }

  /** By bucket; may be sent to another process. */
  get counts(): Uint32Array {
    return this.#counts;
  }

  record(milliseconds: number): void {
    const us = Math.min(largestUs, Math.max(0, Math.round(milliseconds * 1000)));
    const bucket = bucketOf(us);
    this.#counts[bucket] = this.#counts[bucket]! + 1;
    this.#samples += 1;
  }

  /** @throws Error if the counts are those of another form */
  add(counts: Uint32Array): void {
    if (counts.length !== bucketCount) throw new Error(`A histogram has ${bucketCount} buckets, not ${counts.length}.`);
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      this.#counts[bucket] = this.#counts[bucket]! + counts[bucket]!;
      this.#samples += counts[bucket]!;
    }
  }

  /**
   * @param share 0 < share <= 1
   * @returns     microseconds, by nearest rank; 0 of no samples
   */
  percentileUs(share: number): number {
    const rank = Math.ceil(this.#samples * share);
    let seen = 0;
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      seen += this.#counts[bucket]!;
      if (seen >= rank && seen > 0) return upperUs(bucket);
    }
    return 0;
  }

  /** @returns how many of the samples took longer, 0 to 1 */
  shareAbove(milliseconds: number): number {
    const above = this.#counts.subarray(bucketOf(milliseconds * 1000) + 1).reduce((sum, count) => sum + count, 0);
    return above / Math.max(1, this.#samples);
  }
}

/** How late a look may be before that counts as a stall, in milliseconds. */
export const STALL_MS = 2;

export class Stalls {
  readonly #everyMs: number;
  readonly #lateness = new Histogram();
  #lastMs: number;
  /** When the last stall ended or, later, the last answer came that was asked for before then. */
  #disturbedMs = Number.NEGATIVE_INFINITY;

  /** @param everyMs how often `look` is called, where nothing holds the generator up */
  constructor(everyMs: number, nowMs: number) {
    this.#everyMs = everyMs;
    this.#lastMs = nowMs;
  }

  /** How late the looks came. */
  get lateness(): Histogram {
    return this.#lateness;
  }

  look(nowMs: number): void {
    const lateMs = this.#lateMs(nowMs);
    if (lateMs > STALL_MS) this.#disturbedMs = nowMs;
    this.#lateness.record(lateMs);
    this.#lastMs = nowMs;
  }

  /**
   * Whether an answer that arrives now, and was waited for since then, may have waited for the generator, or behind one
   * that has.
   */
  disturbs(sinceMs: number, nowMs: number): boolean {
    if (sinceMs < this.#disturbedMs) this.#disturbedMs = nowMs;
    return this.#lateMs(nowMs) > STALL_MS || sinceMs < this.#disturbedMs;
  }

  #lateMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#lastMs - this.#everyMs);
  }
}
