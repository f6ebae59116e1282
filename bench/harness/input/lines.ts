/**
 * Lines of an NDJSON file, one at a time: memory does not grow with the file.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const chunkByteLength = 2 ** 20;
const lineFeed = 0x0a;

/** @returns the lines that are not empty. Cost: one pass over the file. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkByteLength);
    let rest = Buffer.alloc(0);
    for (;;) {
      const read = readSync(file, chunk, 0, chunkByteLength, null);
      if (read === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
        if (end > start) yield bytes.toString('utf8', start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.byteLength > 0) yield rest.toString();
  } finally {
    closeSync(file);
  }
}
