/**
 * What a failing disk is called, and what to do about it: errors of file calls as sentences for the operator.
 */
import { OperationError } from '../../src/errors/index.js';

interface Trouble {
  /** A clause about what stands before it. */
  readonly reason: string;
  readonly advice: string;
}

const again = 'then build again';

/** By errno: what a nightly build meets. Anything else is told in Node's own words. */
const troubles: ReadonlyMap<string, Trouble> = new Map([
  ['EACCES', { reason: 'this user has no right to', advice: `Give it the right, or give another folder, ${again}` }],
  ['EPERM', { reason: 'this user has no right to', advice: `Give it the right, or give another folder, ${again}` }],
  [
    'EROFS',
    { reason: 'its file system is read-only', advice: `Mount it for writing, or give another folder, ${again}` },
  ],
  ['ENOSPC', { reason: 'no space is left on its disk', advice: `Free some, ${again}` }],
  ['EDQUOT', { reason: 'the quota of its disk is used up', advice: `Free some space or raise the quota, ${again}` }],
  ['EFBIG', { reason: 'a file would be longer than allowed', advice: `Raise the limit (ulimit -f), ${again}` }],
  ['EIO', { reason: 'its disk has failed', advice: `Look into the system's log and check the disk, ${again}` }],
  ['EMFILE', { reason: 'too many files are open', advice: `Raise the limit of open files (ulimit -n), ${again}` }],
  ['ENFILE', { reason: 'too many files are open', advice: `Raise the system's limit of open files, ${again}` }],
  [
    'ENOENT',
    { reason: 'a file has vanished', advice: 'Make sure that nothing else changes the folder, and build again' },
  ],
]);

/** @returns the error's errno and call, where it comes from a file call */
export function fileCallOf(error: unknown): { readonly code: string; readonly message: string } | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  return typeof error.code === 'string' ? { code: error.code, message: error.message } : undefined;
}

/**
 * @param what was being done, as in `cannot write snapshots into /srv/snapshots`
 * @returns a sentence about what failed and what to do; the error itself where no file call failed
 */
export function explainDiskFailure(error: unknown, what: string): unknown {
  const failed = fileCallOf(error);
  if (failed === undefined) return error;
  const trouble = troubles.get(failed.code);
  const reason = trouble === undefined ? '' : `${trouble.reason} `;
  const advice = trouble?.advice ?? 'Mend that and build again';
  return new OperationError(`cannot ${what}: ${reason}(${failed.message}). ${advice}; nothing half was published.`);
}
