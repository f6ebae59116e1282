/**
 * The status of `stele watch`: the published snapshot, webhooks, and content that was held back.
 *
 * Elsewhere: serving it (hook), its metrics (metrics), changing it (watch-runs).
 */
import type { BuildReport } from '../../../../build/publish/index.js';
import type { RepeatedWork } from '../../../../src/cli/build/index.js';
import { packageVersion } from '../../../../src/cli/index.js';
import { shellWord } from '../../../../src/content/errors/index.js';

export interface WatchStatus {
  readonly snapshot: string | null;
  readonly publishedMs: number | null;
  readonly hooks: number;
  readonly refusedHooks: number;
  /** Types, fields and locales that have shrunk and were not published. */
  readonly heldBack: readonly HeldBack[];
  /** When the next item is published or expires. */
  readonly nextChange: string | null;
}

export interface HeldBack {
  readonly type: string;
  readonly field?: string;
  readonly locale?: string;
  readonly before: number;
  readonly after: number;
  /** The command that publishes it, if the change is right. */
  readonly command: string;
}

export const INITIAL_STATUS: WatchStatus = {
  snapshot: null,
  publishedMs: null,
  hooks: 0,
  refusedHooks: 0,
  heldBack: [],
  nextChange: null,
};

/**
 * @param out folder of the snapshots
 * @returns   the types, fields and locales that were held back, each with the shell command that publishes it
 */
export function describeHeldBack(
  { shrunk, snapshot, kept: publishedSnapshot = snapshot }: BuildReport,
  out: string,
): readonly HeldBack[] {
  return shrunk.map(({ name, before, after, field, locale }) => ({
    type: name,
    ...(field !== undefined && { field }),
    ...(locale !== undefined && { locale }),
    before,
    after,
    command: `stele rollback ${shellWord(out)} ${publishedSnapshot.slice(0, 8)}`,
  }));
}

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** @returns the body of `GET /health` */
export function describeHealth(
  { state }: RepeatedWork,
  { snapshot, publishedMs, heldBack, nextChange }: WatchStatus,
): object {
  const { runs, failures, runningSinceMs, failingSinceMs } = state();
  const status = failingSinceMs === null && heldBack.length === 0 ? 'ok' : 'degraded';
  return {
    status,
    version: packageVersion(),
    snapshot,
    published: isoTime(publishedMs),
    runs,
    failures,
    runningSince: isoTime(runningSinceMs),
    failingSince: isoTime(failingSinceMs),
    nextChange,
    heldBack,
  };
}
