/**
 * Recovery log: writes one line when the status is `ok` again. The code that finds a problem logs the problem; this file logs its
 * end.
 */
import type { Logger } from 'pino';
import type { HealthStatus } from '../spaces/status.js';

/** Interval at which the log's function is to be called. */
export const RECOVERY_MS = 1_000;

/** @returns a function to call regularly; a problem that began and ended between two calls is not reported */
export function recoveryLog(readStatus: () => HealthStatus, logger: Logger, now = () => performance.now()): () => void {
  let problemSinceMs: number | undefined;
  let worstSeen: HealthStatus = 'ok';
  let hasBeenOk = false;
  return () => {
    const status = readStatus();
    if (status !== 'ok') {
      problemSinceMs ??= now();
      if (worstSeen !== 'unavailable') worstSeen = status;
      return;
    }
    const isRecovery = hasBeenOk;
    hasBeenOk = true;
    if (problemSinceMs === undefined) return;
    const line = { status, was: worstSeen, seconds: Math.round((now() - problemSinceMs) / 1000) };
    // The same level as the problem had; waiting for a first snapshot was no problem.
    if (isRecovery) logger.warn(line, 'the status is ok again');
    else logger.info(line, 'the status is ok');
    problemSinceMs = undefined;
    worstSeen = 'ok';
  };
}
