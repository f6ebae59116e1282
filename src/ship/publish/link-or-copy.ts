/**
 * Reusing a file of another snapshot: a hard link to it or, on a disk without hard links, a copy.
 */
import { basename } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import { copyFile, type Files } from '../../format/files/index.js';

/**
 * @param path   of a file that was seen to have this hash
 * @param linked where it is to be as well; nothing is there
 * @throws IntegrityError when it is not what it was; what the disk throws
 */
export async function linkOrCopy(files: Files, path: string, linked: string, sha256: string): Promise<void> {
  try {
    await files.link(path, linked);
  } catch {
    // A file system without second names, one that counts no further, or another disk; whatever else it is, copying
    // meets it too.
    await files.remove(linked);
    const copied = await copyFile(files, path, linked);
    if (copied.sha256 !== sha256) {
      throw new IntegrityError({ file: basename(linked), expected: `SHA-256 ${sha256}`, found: copied.sha256 });
    }
  }
}
