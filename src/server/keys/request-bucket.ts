/**
 * The rate limit of a key: a bucket of tokens, filled at the key's rate, that holds the requests of one second.
 */

export interface RequestBucket {
  /** Requests per second. */
  readonly rate: number;
  /** @returns 0 if the request may be answered, otherwise the milliseconds until one may be */
  readonly take: () => number;
}

/** @param rate requests per second, above 0; the bucket starts full */
export function createRequestBucket(rate: number): RequestBucket {
  const size = Math.max(1, rate);
  let [tokens, filledMs] = [size, performance.now()];
  return {
    rate,
    take() {
      const nowMs = performance.now();
      tokens = Math.min(size, tokens + ((nowMs - filledMs) * rate) / 1000);
      filledMs = nowMs;
      if (tokens < 1) return Math.max(1, Math.ceil(((1 - tokens) * 1000) / rate));
      tokens -= 1;
      return 0;
    },
  };
}
