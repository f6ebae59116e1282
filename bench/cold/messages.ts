/**
 * What the benchmark and a contestant's process say to each other.
 */

/** What a workload asks: the bytes of each request. */
export type Requests = readonly Buffer[];

export type Command =
  /** Asks each question once. */
  | { readonly kind: 'check'; readonly keeps: boolean; readonly requests: Requests }
  /** The answers that bare `node:http` is to send, by request target. */
  | { readonly kind: 'prepare'; readonly answers: ReadonlyMap<string, Buffer> }
  /** Asks the questions last checked `turns` times, one after the other. */
  | { readonly kind: 'time'; readonly turns: number };

export type Reply =
  | { readonly kind: 'checked'; readonly answers: readonly Buffer[] }
  | { readonly kind: 'prepared' }
  /** Microseconds a request. */
  | { readonly kind: 'timed'; readonly us: number };
