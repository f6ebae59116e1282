/**
 * What the soak and its clients' processes say to each other.
 */
import type { SnapshotId } from '../../../src/model/index.js';
import type { Shop } from './questions.js';
import type { Tally } from './tally.js';

export interface ClientPlan {
  readonly role: 'load' | 'hostile';
  readonly port: number;
  readonly seed: number;
  /** Requests, or conversations, a second. */
  readonly rate: number;
  readonly shop: Shop;
  readonly snapshots: string;
  readonly nights: readonly SnapshotId[];
}

export type ClientCommand = { readonly kind: 'start'; readonly plan: ClientPlan } | { readonly kind: 'stop' };

export type ClientReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'tally' | 'done'; readonly tally: Tally }
  | { readonly kind: 'failed'; readonly message: string };

const hasKind = (value: unknown, kinds: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  kinds.includes(value.kind);

/** Sees which message it is; both ends are of the same build. */
export const isClientCommand = (value: unknown): value is ClientCommand => hasKind(value, ['start', 'stop']);
export const isClientReply = (value: unknown): value is ClientReply =>
  hasKind(value, ['ready', 'tally', 'done', 'failed']);
