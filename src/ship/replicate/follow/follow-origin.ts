/**
 * Following an origin: polls its CURRENT and pulls each new snapshot.
 *
 * Failures are reported and retried with growing pauses; the local snapshot stays meanwhile.
 */
import { reasonOf } from '../../../content/errors/index.js';
import { type PullOptions, type PullReport, pullSnapshot, readCurrentOfOrigin } from '../pull/pull.js';
import { waitMs } from '../pull/tries.js';
import { type OriginStatus, UNKNOWN_STATUS } from './status.js';

export interface FollowOriginOptions extends PullOptions {
  readonly pollMs: number;
  readonly onStatus: (status: OriginStatus) => void;
  readonly onPulled: (report: PullReport) => void;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
}

/** Longest pause while the origin fails. */
const FAILING_POLL_MS_MAXIMUM = 60_000;
/** First retry pause if there is no poll interval. */
const RETRY_MS = 1_000;

export interface OriginFollower {
  /** Asks now. */
  readonly look: () => void;
  /** Settles once the signal was aborted and all is put away. */
  readonly done: Promise<void>;
}

/** Begins at once, and goes on until the signal is aborted. */
export function followOrigin(options: FollowOriginOptions): OriginFollower {
  const { signal, pollMs, patience, now = Date.now } = options;
  let status = UNKNOWN_STATUS;
  let failures = 0;
  const mostMs = Math.max(pollMs, FAILING_POLL_MS_MAXIMUM);
  /** Whether somebody asked for a look while one went on. */
  let isWanted = false;
  let wake: () => void = () => undefined;

  const tell = (changes: Partial<OriginStatus>): void => {
    status = { ...status, ...changes };
    options.onStatus(status);
  };

  const once = async (): Promise<void> => {
    const named = await readCurrentOfOrigin(options);
    const isNew = status.named !== named.snapshot;
    const behindSinceMs = isNew ? now() : status.behindSinceMs;
    tell({ named: named.snapshot, readMs: now(), behindSinceMs });
    const report = await pullSnapshot(options, named);
    tell({
      behindSinceMs: null,
      failing: null,
      pulls: status.pulls + (report.published ? 1 : 0),
      fetchedBytes: status.fetchedBytes + report.fetchedBytes,
      savedBytes: status.savedBytes + report.savedBytes,
    });
    if (report.published) options.onPulled(report);
  };

  /** Infinity where nobody is to be asked until somebody says so. */
  const restMs = (): number => (pollMs === 0 ? Number.POSITIVE_INFINITY : pollMs * (0.9 + 0.2 * patience.random()));

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        wake = () => undefined;
        resolve();
      };
      const timer = Number.isFinite(ms) ? setTimeout(over, ms) : undefined;
      signal.addEventListener('abort', over);
      wake = over;
      if (signal.aborted || isWanted) over();
    });

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWanted = false;
      try {
        await once();
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        const detail = reasonOf(error);
        const sinceMs = status.failing?.sinceMs ?? now();
        tell({ failing: { sinceMs, detail }, failures: status.failures + 1 });
      }
      await rest(failures === 0 ? restMs() : waitMs({ ...patience, firstMs: pollMs || RETRY_MS, mostMs }, failures));
    }
  };

  const look = (): void => {
    isWanted = true;
    wake();
  };
  return { look, done: run() };
}
