/**
 * Timeouts: how long the server waits for clients, in milliseconds.
 */
import { OperationError } from '../../content/errors/index.js';

export interface Timeouts {
  /** For a request's line and headers; then 408. */
  readonly headersMs: number;
  /** For a complete request with its body; then 408. */
  readonly requestMs: number;
  /** For the next request on an idle connection; then it is closed. */
  readonly keepAliveMs: number;
  /** For a client to take more of its response; then the connection is cut, or slow readers could occupy all connections. */
  readonly stallMs: number;
  /** Interval at which `headersMs` and `requestMs` are checked. */
  readonly checkMs: number;
  /** At shutdown: how long the server still listens while it reports that it is not ready, so that load balancers notice. */
  readonly drainDelayMs: number;
  /** After `drainDelayMs`, for responses in flight; then their connections are cut. */
  readonly drainMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = Object.freeze({
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the 60 s after which common load balancers drop an idle connection: the side that closes first
  // should be the one that opens connections.
  keepAliveMs: 65_000,
  stallMs: 30_000,
  checkMs: 1_000,
  drainDelayMs: 0,
  drainMs: 10_000,
});

/** @throws OperationError if headers may take longer than the complete request */
export function checkTimeouts({ headersMs, requestMs }: Timeouts): void {
  if (headersMs <= requestMs) return;
  throw new OperationError(
    `A request's headers may take ${headersMs / 1000} s, but the whole request only ${requestMs / 1000} s; lower the first or raise the second.`,
  );
}
