/**
 * The files of a snapshot behind the back of whoever serves it: damaged, and counted while they are open.
 */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs';

/** Turns the same bit wherever the file has the text, in its first byte. */
export function damageFile(path: string, text: string): void {
  const bytes = readFileSync(path);
  const file = openSync(path, 'r+');
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    writeSync(file, Uint8Array.of(bytes[at]! ^ 1), 0, 1, at);
  }
  closeSync(file);
}

/** How many files of a folder this process holds open, on a system that shows it. */
export function openFilesOf(folder: string): number {
  const fds = readdirSync('/proc/self/fd');
  return fds.filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
