/**
 * Small exports for the tests of ingest: on the disk, or as the bytes of one file handed over in pieces.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportSource } from '../../../build/read/export.js';
import type { Line } from '../../../build/read/files/line-cutter.js';
import { LinesFile, type LinesOptions } from '../../../build/read/files/lines.js';
import type { ExportItem } from '../../../build/read/item.js';
import { ProblemLog } from '../../../build/read/problems.js';
import type { ContentType } from '../../../src/content/model/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';

/** Runs `use` with a new folder that holds these files, and removes it. */
export async function withFolder<Result>(
  contents: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-ingest-'));
  try {
    for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface PiecewiseFiles extends Files {
  /** Files opened and not yet closed. */
  openCount: number;
}

/** Every path is one file with these bytes, read at most `pieceByteLength` at a time; read number `failAt` throws. */
export function piecewiseFiles(
  bytes: Uint8Array,
  pieceByteLength: number,
  failAt = Number.POSITIVE_INFINITY,
): PiecewiseFiles {
  let readCount = 0;
  const files: PiecewiseFiles = {
    ...diskFiles,
    openCount: 0,
    open: async () => {
      files.openCount += 1;
      return {
        read: async (into, length, position) => {
          readCount += 1;
          if (readCount >= failAt) throw new Error('the disk is on fire');
          const piece = bytes.subarray(position, position + Math.min(length, pieceByteLength));
          into.set(piece);
          return piece.byteLength;
        },
        write: async () => {
          throw new Error('this file is only read');
        },
        sync: async () => undefined,
        close: async () => {
          files.openCount -= 1;
        },
      };
    },
  };
  return files;
}

/** The lines of a rendered log without its totals. */
export function linesOf(problems: ProblemLog): readonly string[] {
  return problems.render().split('\n').slice(0, -1);
}

export const lenient = (): ProblemLog => new ProblemLog({ strict: false });

/**
 * Reads the lines of a file, LF or CRLF at their ends, blank ones left out.
 *
 * @returns batches, in order, possibly empty; a file that cannot be inflated ends early, after an error in `problems`
 * @throws what the disk throws
 */
export async function* readLines(options: LinesOptions): AsyncGenerator<readonly Line[]> {
  const file = new LinesFile(options);
  for await (const block of file.blocks()) {
    yield file.lines(block);
    if (file.isUnreadable) return;
  }
  yield file.end();
}

/**
 * The items of one content type in the file's order, in batches of at least one.
 *
 * @param onBytes told how many more bytes of the file were read
 */
export async function* itemsOf(
  source: ExportSource,
  type: ContentType,
  onBytes: (byteLength: number) => void = () => undefined,
): AsyncGenerator<readonly ExportItem[]> {
  const read = source.readItems(type, { onBytes });
  for await (const block of read.blocks()) {
    const batch = read.items(block);
    if (batch.length > 0) yield batch;
  }
  const last = read.end();
  if (last.length > 0) yield last;
}
