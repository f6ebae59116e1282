/**
 * What a failing disk is called, and what to do about it: errors of file calls as sentences for the operator.
 */
import { codeOf, OperationError } from '../../content/errors/index.js';

interface Trouble {
  readonly reason: string;
  /** What to do before the next attempt. */
  readonly advice: string;
}

const noRight: Trouble = {
  reason: 'this user has no right to do that',
  advice: 'Give it the right, or give another folder',
};

/** By errno: what operators meet. Anything else is told in Node's own words. */
const troubles: ReadonlyMap<string, Trouble> = new Map([
  ['EACCES', noRight],
  ['EPERM', noRight],
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

/** @returns the error's errno and call, where it comes from a file call */
function fileCallOf(error: unknown): { readonly code: string; readonly message: string } | undefined {
  const code = codeOf(error);
  return error instanceof Error && 'syscall' in error && code !== undefined
    ? { code, message: error.message }
    : undefined;
}

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(fileCallOf(error)?.code ?? '');

/** What an operator is told beside the reason. */
export interface Attempt {
  /** What was being done, as in `cannot write snapshots into /srv/snapshots`. */
  readonly doing: string;
  /** How to try once more, as in `build again`. */
  readonly again: string;
  /** A sentence about how things stand now, without its full stop, where that is known. */
  readonly outcome?: string;
}

/** @returns a sentence about what failed and what to do; the error itself where no file call failed */
export function explainDiskFailure(error: unknown, { doing, again, outcome }: Attempt): unknown {
  const failed = fileCallOf(error);
  if (failed === undefined) return error;
  const trouble = troubles.get(failed.code);
  const reason = trouble === undefined ? failed.message : `${trouble.reason} (${failed.message})`;
  const advice = trouble?.advice ?? 'Remove the cause';
  const standing = outcome === undefined ? '' : ` ${outcome}.`;
  return new OperationError(`cannot ${doing}: ${reason}. ${advice}, then ${again}.${standing}`);
}
