/**
 * Reuses a file of another snapshot: by a hard link, or by a copy if the disk has no hard links.
 */
import { basename } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import { copyFile, type Files } from '../../format/files/index.js';

/**
 * @param path   an existing file with this hash
 * @param linked the new name; no file has it yet
 * @param sha256 hexadecimal hash of the file
 * @throws IntegrityError if the copied bytes have another hash; errors of the disk
 */
export async function linkOrCopy(files: Files, path: string, linked: string, sha256: string): Promise<void> {
  try {
    await files.link(path, linked);
  } catch {
    // The file system has no hard links, the file has too many, or the name is on another disk. Any other failure also fails
    // the copy.
    await files.remove(linked);
    const copied = await copyFile(files, path, linked);
    if (copied.sha256 !== sha256) {
      throw new IntegrityError({ file: basename(linked), expected: `SHA-256 ${sha256}`, found: copied.sha256 });
    }
  }
}
