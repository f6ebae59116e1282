/**
 * Follows an origin: reads its CURRENT at intervals, and pulls each new snapshot.
 *
 * Failures are reported and retried with growing pauses; meanwhile the local snapshot does not change.
 */
import { reasonOf } from '../../../content/errors/index.js';
import { type PullOptions, type PullReport, pullSnapshot, readCurrentOfOrigin } from '../pull/pull.js';
import { retryPauseMs } from '../pull/retries.js';
import { type OriginStatus, UNKNOWN_STATUS } from './origin-status.js';

export interface FollowOriginOptions extends PullOptions {
  readonly pollMs: number;
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

  const pullOnce = async (): Promise<void> => {
    const originCurrent = await readCurrentOfOrigin(options);
    const isNew = status.named !== originCurrent.snapshot;
    const behindSinceMs = isNew ? now() : status.behindSinceMs;
    updateStatus({ named: originCurrent.snapshot, readMs: now(), behindSinceMs });
    const report = await pullSnapshot(options, originCurrent);
    updateStatus({
      behindSinceMs: null,
      failing: null,
      pulls: status.pulls + (report.published ? 1 : 0),
      fetchedBytes: status.fetchedBytes + report.fetchedBytes,
      savedBytes: status.savedBytes + report.savedBytes,
    });
    if (report.published) options.onPulled(report);
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
