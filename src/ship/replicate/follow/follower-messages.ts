/**
 * The messages between the thread that follows an origin and the thread that started it.
 */
import type { VerifiedSnapshot } from '../pull/local-segments.js';
import type { PullReport } from '../pull/pull.js';
import type { OriginStatus } from './origin-status.js';

export type ToFollower = { readonly kind: 'look' } | { readonly kind: 'stop' };

export type FromFollower =
  | { readonly kind: 'status'; readonly status: OriginStatus }
  | { readonly kind: 'verified'; readonly verified: VerifiedSnapshot }
  | { readonly kind: 'pulled'; readonly report: PullReport };
