/**
 * How many requests a key may make: a bucket of tokens, filled at the key's rate, that holds what a second brings.
 */
import { TokenBucket } from 'limiter';

export interface RequestBucket {
  /** Requests a second. */
  readonly rate: number;
  /** @returns 0 where the request may be answered, otherwise how many milliseconds until one may be */
  readonly take: () => number;
}

/** @param rate requests a second, above 0. The first second's are there from the start. */
export function makeBucket(rate: number): RequestBucket {
  const bucketSize = Math.max(1, rate);
  const bucket = new TokenBucket({ bucketSize, tokensPerInterval: rate, interval: 'second' });
  bucket.content = bucketSize;
  return { rate, take: () => (bucket.tryRemoveTokens(1) ? 0 : Math.max(1, bucket.getWaitTime(1))) };
}
