/**
 * Follows origins: reads CURRENT of the first that answers at intervals, and pulls each new snapshot.
 *
 * Failures are reported and retried with growing pauses; meanwhile the local snapshot does not change.
 */
import { reasonOf } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { readCurrent, readPrevious } from '../../../index/snapshot/index.js';
import type { Origin } from '../origin/origin.js';
import { type PullOptions, type PullReport, pullSnapshot, readCurrentOfOrigin } from '../pull/pull.js';
import { retryPauseMs } from '../pull/retries.js';
import { type OriginStatus, UNKNOWN_STATUS } from './origin-status.js';

export interface FollowOriginOptions extends PullOptions {
  readonly pollMs: number;
  /** Origins that are tried in this order while `origin` fails. */
  readonly fallbackOrigins?: readonly Origin[];
  /** The snapshot to hold, whatever the origin names. */
  readonly pin?: SnapshotId;
  readonly onStatus: (status: OriginStatus) => void;
  readonly onPulled: (report: PullReport) => void;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** Longest pause while the origin fails. */
const FAILING_POLL_MS_MAXIMUM = 60_000;
/** First retry pause if there is no poll interval. */
const RETRY_MS = 1_000;

export interface OriginFollower {
  /** Reads CURRENT of the origin now. */
  readonly look: () => void;
  /** Settles after the signal is aborted and the last pull has cleaned up. */
  readonly done: Promise<void>;
}

/** Whether the snapshot was served here before the current one: a fallback origin that lags must not take content back. */
async function wasServedBefore({ files, folder }: PullOptions, snapshot: SnapshotId): Promise<boolean> {
  const current = await readCurrent(files, folder).catch(() => undefined);
  if (current === undefined || current === snapshot) return false;
  const previous: readonly SnapshotId[] = await readPrevious(files, folder).catch(() => []);
  return previous.includes(snapshot);
}

/** Starts at once and runs until the signal is aborted. */
export function followOrigin(options: FollowOriginOptions): OriginFollower {
  const { signal, pollMs, retryPolicy, now = Date.now } = options;
  let status = UNKNOWN_STATUS;
  let failures = 0;
  const maximumMs = Math.max(pollMs, FAILING_POLL_MS_MAXIMUM);
  /** Whether `look` was called during a pull. */
  let isLookRequested = false;
  let wake: () => void = () => undefined;

  const updateStatus = (changes: Partial<OriginStatus>): void => {
    status = { ...status, ...changes };
    options.onStatus(status);
  };

  const pullFrom = async (origin: Origin, place: number): Promise<void> => {
    const pullOptions = { ...options, origin };
    const originCurrent = await readCurrentOfOrigin(pullOptions);
    const isNew = status.named !== originCurrent.snapshot;
    const behindSinceMs = isNew && options.pin === undefined ? now() : status.behindSinceMs;
    updateStatus({ named: originCurrent.snapshot, readMs: now(), behindSinceMs });
    const isOlder = place > 0 && (await wasServedBefore(options, originCurrent.snapshot));
    const report = isOlder
      ? undefined
      : await pullSnapshot(pullOptions, { ...originCurrent, snapshot: options.pin ?? originCurrent.snapshot });
    updateStatus({ behindSinceMs: null, failing: null, used: place + 1 });
    if (report === undefined) return;
    updateStatus({
      pulls: status.pulls + (report.published ? 1 : 0),
      fetchedBytes: status.fetchedBytes + report.fetchedBytes,
      savedBytes: status.savedBytes + report.savedBytes,
    });
    if (report.published) options.onPulled(report);
  };

  /** Pulls from the first origin that succeeds. @throws the failure of the first origin if all fail */
  const pullOnce = async (): Promise<void> => {
    let firstFailure: unknown;
    for (const [place, origin] of [options.origin, ...(options.fallbackOrigins ?? [])].entries()) {
      try {
        await pullFrom(origin, place);
        if (place === 0) updateStatus({ fallback: null });
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        firstFailure ??= error;
        if (place === 0 && (options.fallbackOrigins ?? []).length > 0) {
          const sinceMs = status.fallback?.sinceMs ?? now();
          updateStatus({ fallback: { sinceMs, detail: reasonOf(error) } });
        }
      }
    }
    throw firstFailure;
  };

  /** Pause before the next poll, with 10 % of random variation; Infinity: wait for `look`. */
  const pollPauseMs = (): number =>
    pollMs === 0 ? Number.POSITIVE_INFINITY : pollMs * (0.9 + 0.2 * retryPolicy.random());

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        wake = () => undefined;
        resolve();
      };
      const timer = Number.isFinite(ms) ? setTimeout(resume, ms) : undefined;
      signal.addEventListener('abort', resume);
      wake = resume;
      if (signal.aborted || isLookRequested) resume();
    });

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isLookRequested = false;
      try {
        await pullOnce();
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        const detail = reasonOf(error);
        const sinceMs = status.failing?.sinceMs ?? now();
        updateStatus({ failing: { sinceMs, detail }, failures: status.failures + 1 });
      }
      await pause(
        failures === 0
          ? pollPauseMs()
          : retryPauseMs({ ...retryPolicy, firstMs: pollMs || RETRY_MS, maximumMs }, failures),
      );
    }
  };

  const look = (): void => {
    isLookRequested = true;
    wake();
  };
  return { look, done: run() };
}
