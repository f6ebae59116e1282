/**
 * Why a snapshot could not be loaded, as a plain value that crosses threads and processes.
 */
import { codeOf, IntegrityError, OperationError } from '../../content/errors/index.js';

export interface LoadFailure {
  /** Says no path of this machine: `/health` shows it. */
  readonly detail: string;
  /** The same and more, for the log. */
  readonly reason: string;
  /** Whether the bytes are to blame, so that trying again without a change is of no use; a full disk is not. */
  readonly lasting: boolean;
}

/** Thrown where a failure came from another thread. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): LoadFailure {
  if (error instanceof LoadRefused) return error.failure;
  if (error instanceof IntegrityError) {
    return { detail: `the snapshot is damaged: ${error.message}`, reason: error.message, lasting: true };
  }
  if (error instanceof OperationError) return { detail: error.message, reason: error.message, lasting: true };
  const reason = error instanceof Error ? error.message : String(error);
  const name = codeOf(error);
  const code = name === undefined ? '' : ` (${name})`;
  return { detail: `the snapshot could not be read${code}; the log says more`, reason, lasting: false };
}
