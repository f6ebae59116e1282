/**
 * What a request's handlers know of it.
 */
import type { RequestHeaders } from '../wire/request-headers.js';
import type { Asked } from './asked.js';

/** What the guard has read of a request. */
export interface RequestState {
  headers: RequestHeaders;
  asked: Asked;
  /** Whether the request's key opens a space; undefined where no key is asked for. */
  opens?: (space: string) => boolean;
  /** Whether its key carries `preview`. */
  previews?: boolean;
}
