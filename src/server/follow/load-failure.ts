/**
 * Load failure: the reason why a snapshot could not be loaded, as a plain value that can be sent between threads.
 */
import { codeOf, IntegrityError, OperationError, reasonOf } from '../../content/errors/index.js';

export interface LoadFailure {
  /** The reason for `/health`: contains no path of this machine. */
  readonly detail: string;
  /** The reason for the log: may contain paths. */
  readonly reason: string;
  /** Whether trying again is useless until the files change: the bytes are wrong. A full disk is not lasting. */
  readonly isLasting: boolean;
}

/** Thrown for a failure that happened in another thread. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

export function describeFailure(error: unknown): LoadFailure {
  if (error instanceof LoadRefused) return error.failure;
  if (error instanceof IntegrityError) {
    return { detail: `the snapshot is damaged: ${error.message}`, reason: error.message, isLasting: true };
  }
  if (error instanceof OperationError) return { detail: error.message, reason: error.message, isLasting: true };
  const reason = reasonOf(error);
  const systemCode = codeOf(error);
  const code = systemCode === undefined ? '' : ` (${systemCode})`;
  return { detail: `the snapshot could not be read${code}; the log says more`, reason, isLasting: false };
}
