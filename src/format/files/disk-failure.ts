/**
 * Disk failures: errors of file calls -> sentences for the operator, with the cause and the next step.
 */
import { codeOf, OperationError } from '../../content/errors/index.js';

/** The cause of a failure in words. */
interface Trouble {
  readonly reason: string;
  /** The step before trying again. */
  readonly advice: string;
}

const forbidden: Trouble = {
  reason: 'this user has no right to do that',
  advice: 'Give it the right, or give another folder',
};

/** Common errors by errno. All others keep the message of Node.js. */
const troubles: ReadonlyMap<string, Trouble> = new Map([
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['ENOTDIR', { reason: 'a part of its path is a file', advice: 'Give the path of a folder' }],
  ['EROFS', { reason: 'its file system is read-only', advice: 'Mount it for writing, or give another folder' }],
  ['ENOSPC', { reason: 'no space is left on its disk', advice: 'Free some space' }],
  ['EDQUOT', { reason: 'the quota of its disk is used up', advice: 'Free some space, or raise the quota' }],
  ['EFBIG', { reason: 'a file would be longer than allowed', advice: 'Raise the limit (ulimit -f)' }],
  ['EIO', { reason: 'its disk has failed', advice: "Look into the system's log and check the disk" }],
  ['EMFILE', { reason: 'too many files are open', advice: 'Raise the limit of open files (ulimit -n)' }],
  ['ENFILE', { reason: 'too many files are open', advice: "Raise the system's limit of open files" }],
  ['ENOENT', { reason: 'a file has vanished', advice: 'Make sure that nothing else changes the folder' }],
]);

/** @returns errno and message of a failed file call; undefined for other errors */
function readFileCall(error: unknown): { readonly code: string; readonly message: string } | undefined {
  const code = codeOf(error);
  return error instanceof Error && 'syscall' in error && code !== undefined
    ? { code, message: error.message }
    : undefined;
}

/** @returns the path of a failed file call; undefined for other errors */
export const failedPathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;

/** Whether a file call failed because the disk or its quota is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(readFileCall(error)?.code ?? '');

/** The operation that failed, for the message. */
export interface Attempt {
  /** The operation, after "cannot": `write snapshots into /srv/snapshots`. */
  readonly doing: string;
  /** How to repeat it: `build again`. */
  readonly again: string;
  /** The current state, as a sentence without full stop, if it is known. */
  readonly outcome?: string;
}

/** @returns an error that names the failed operation, the cause and the next step; the error itself if no file call failed */
export function explainDiskFailure(error: unknown, { doing, again, outcome }: Attempt): unknown {
  const failure = readFileCall(error);
  if (failure === undefined) return error;
  const trouble = troubles.get(failure.code);
  const reason = trouble === undefined ? failure.message : `${trouble.reason} (${failure.message})`;
  const advice = trouble?.advice ?? 'Remove the cause';
  const state = outcome === undefined ? '' : ` ${outcome}.`;
  return new OperationError(`cannot ${doing}: ${reason}. ${advice}, then ${again}.${state}`);
}
