/**
 * Failures of a path that a user gave: the reason in words, without the codes of the operating system.
 *
 * Elsewhere: failures of a disk in the middle of work (disk-failure).
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, reasonOf } from '../../content/errors/index.js';

/** Reasons by errno; each completes a sentence such as "x.json cannot be read: …". */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EACCES', 'this user has no right to do that'],
  ['EPERM', 'this user has no right to do that'],
  ['EROFS', 'its file system is read-only'],
  ['ELOOP', 'its symbolic links form a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

/**
 * @param error an error of a file call
 * @param path  the path that the user gave
 * @returns     such as `the folder out does not exist`; the message of the error if it has another cause
 */
export function explainPathFailure(error: unknown, path: string): string {
  const code = codeOf(error) ?? '';
  if (code !== 'ENOENT') return REASONS.get(code) ?? reasonOf(error);
  const folder = dirname(path);
  return existsSync(folder) ? 'it does not exist' : `the folder ${folder} does not exist`;
}
