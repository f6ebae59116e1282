/**
 * One line when all is well again: each thing that goes wrong is told where it happens, its end is told here, whatever it was.
 */
import type { Logger } from 'pino';
import type { HealthStatus } from '../follow/status.js';

/** How often to look. */
export const RECOVERY_MS = 1_000;

/** @returns what to call now and then; of a problem that began and ended between two calls nothing is told */
export function recoveryLog(read: () => HealthStatus, logger: Logger, now = () => performance.now()): () => void {
  let since: number | undefined;
  let worstSeen: HealthStatus = 'ok';
  let wasWell = false;
  return () => {
    const status = read();
    if (status !== 'ok') {
      since ??= now();
      if (worstSeen !== 'unavailable') worstSeen = status;
      return;
    }
    const isAgain = wasWell;
    wasWell = true;
    if (since === undefined) return;
    const told = { status, was: worstSeen, seconds: Math.round((now() - since) / 1000) };
    // As loud as what went wrong was told; a first snapshot that was waited for is nothing that went wrong.
    if (isAgain) logger.warn(told, 'all is well again');
    else logger.info(told, 'all is well');
    since = undefined;
    worstSeen = 'ok';
  };
}
