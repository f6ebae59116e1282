/**
 * Koa's state of a request: its properties that are read before routing.
 */
import type { RequestHeaders } from '../http/request-headers.js';
import type { RequestTarget } from './request-target.js';

export interface RequestState {
  headers: RequestHeaders;
  target: RequestTarget;
  /** Whether the request's key opens a space; undefined if no key is required. */
  opensSpace?: (space: string) => boolean;
  /** Whether the request's key has `preview`. */
  readsPreviews?: boolean;
}
