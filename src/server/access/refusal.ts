/**
 * Refusals of requests without sufficient access: 401, 403 or 429, and what the client should do.
 *
 * Source: RFC 6750, 3; RFC 6585, 4.
 */
import { excerpt, RequestError, type RequestProblem } from '../../content/errors/index.js';

/** Reasons of refusals, as metrics label them. */
export const REFUSAL_REASONS = Object.freeze(['none', 'malformed', 'unknown', 'expired', 'space', 'rate'] as const);
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The error, and the header lines of its response, names and values in turn. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly problem: RequestProblem;
  readonly lines: readonly string[];
}

export class AccessRefused extends RequestError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super([refusal.problem]);
    this.refusal = refusal;
  }
}

const header = 'Authorization';
const realm = 'Bearer realm="stele"';

function unauthorized(reason: RefusalReason, detail: string, error?: string): Refusal {
  // A challenge to a request without a key has no error code, as RFC 6750 asks.
  const challenge = error === undefined ? realm : `${realm}, error="invalid_token", error_description="${error}"`;
  return { reason, problem: { code: 'Unauthorized', detail, header }, lines: ['WWW-Authenticate', challenge] };
}

const sendKey = 'Send one with every request, in a header: "Authorization: Bearer <key>".';

export const NO_KEY = unauthorized('none', `Reading the content needs a key. ${sendKey} A key in the URL is ignored.`);

export const OTHER_SCHEME = unauthorized('none', `Reading the content needs a key with the scheme Bearer. ${sendKey}`);

export const MALFORMED_KEY = unauthorized(
  'malformed',
  'The header is not one "Bearer", a space, and a key. Send exactly one such header: "Authorization: Bearer <key>".',
  'The key is malformed',
);

export const UNKNOWN_KEY = unauthorized(
  'unknown',
  'This key is unknown here, or was revoked. Use another key, or ask the operator of this server for one.',
  'The key is unknown or was revoked',
);

export const EXPIRED_KEY = unauthorized(
  'expired',
  'The key has expired. Use another key, or ask the operator of this server for one.',
  'The key has expired',
);

export function wrongSpace(space: string): Refusal {
  const detail = `The key does not open the space "${excerpt(space)}". Use another key, or ask the operator of this server for access.`;
  const lines = ['WWW-Authenticate', `${realm}, error="insufficient_scope"`];
  return { reason: 'space', problem: { code: 'Forbidden', detail, header }, lines };
}

/** @param rate requests per second that the key may make */
export function rateExceeded(rate: number, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const detail = `The key may make ${rate} requests a second, and has made more. Wait for ${seconds} s, and ask less often.`;
  return { reason: 'rate', problem: { code: 'TooManyRequests', detail, header }, lines: ['Retry-After', `${seconds}`] };
}
