/**
 * Reads an `.ndjson` or `.ndjson.gz` file block by block.
 *
 * Blocks end at places that depend on the content, so that most blocks stay equal when lines are added or removed.
 * Memory: one block. Elsewhere: cutting a block into lines (line-cutter).
 */
import { threshold } from '../../../src/content/choices/index.js';
import type { Files } from '../../../src/format/files/index.js';
import type { ProblemLog } from '../problems.js';
import { GzipProblem, inflateChunks, readChunks } from './file-chunks.js';
import { LF, type Line, LineCutter } from './line-cutter.js';

export interface LinesOptions {
  readonly files: Files;
  readonly path: string;
  /** Name of the file in problem texts; `.gz` at its end means compressed. */
  readonly name: string;
  readonly problems: ProblemLog;
  /** Called with the number of bytes of each read, before inflating. */
  readonly onBytes?: ((byteLength: number) => void) | undefined;
  /** Called with each chunk, after inflating. */
  readonly onContent?: ((bytes: Uint8Array) => void) | undefined;
  readonly lineBytesMaximum?: number;
}

export const lineBytesMaximumDefault = 64 * 1024 * 1024;

/** A piece of a file. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Whether it consists of complete lines: it begins at the start of a line, and ends with a line feed or with the file. */
  readonly isWhole: boolean;
}

/** Usual byte length of a block. */
const blockBytes = 2 ** 18;
/** A block without a line feed ends here, in the middle of a line. */
const blockBytesMaximum = 2 ** 22;

/** On average, one of so many lines is a possible end of a block. */
const cutLines = 64;
/** Bytes before a line feed whose hash decides whether a block may end there. */
const cutBytes = 32;

/** Whether a block may end after this line feed. It depends only on the preceding bytes, so it survives edits elsewhere. */
function mayEndBlock(chunk: Uint8Array, lineFeed: number): boolean {
  let sum = 0;
  for (let at = Math.max(0, lineFeed - cutBytes); at < lineFeed; at += 1) sum = (Math.imul(sum, 31) + chunk[at]!) | 0;
  return (sum ^ (sum >>> 16)) % cutLines === 0;
}

/**
 * @returns the end of the block in this chunk: after the last possible cut in its second half, else after its last line
 *          feed; 0 if the chunk has no line feed
 */
function findBlockEnd(chunk: Uint8Array): number {
  const last = chunk.lastIndexOf(LF);
  for (let at = last; at > chunk.length / 2; at = chunk.lastIndexOf(LF, at - 1))
    if (mayEndBlock(chunk, at)) return at + 1;
  return last + 1;
}

/** A file that is read once, block by block. The caller passes each block, in order, to `lines` or its line count to `skip`. */
export class LinesFile {
  private readonly options: LinesOptions;
  private readonly cutter: LineCutter;
  /** The reason if the file ended early. */
  private gzipProblem: GzipProblem | undefined;

  constructor(options: LinesOptions) {
    const { name, problems, lineBytesMaximum } = options;
    this.options = options;
    this.cutter = new LineCutter(name, problems, lineBytesMaximum ?? lineBytesMaximumDefault);
  }

  /** Number of lines read or skipped. */
  get lineCount(): number {
    return this.cutter.lineCount;
  }

  /** Whether the file cannot be read as lines at all; reading stops then. */
  get isUnreadable(): boolean {
    return this.cutter.isUnreadable;
  }

  /** @throws errors of the disk */
  async *blocks(): AsyncGenerator<Block> {
    const { files, path, name } = this.options;
    const file = await files.open(path, 'read');
    let pendingChunks: Uint8Array[] = [];
    let pendingBytes = 0;
    let isWhole = true;
    try {
      const stored = readChunks(file, this.options.onBytes ?? (() => undefined));
      for await (const chunk of name.endsWith('.gz') ? inflateChunks(stored) : stored) {
        this.options.onContent?.(chunk);
        pendingBytes += chunk.byteLength;
        const end = findBlockEnd(chunk);
        if (pendingBytes < threshold('read.blocks', blockBytes) || (end === 0 && pendingBytes < blockBytesMaximum)) {
          pendingChunks.push(chunk);
          continue;
        }
        const cut = end === 0 ? chunk.byteLength : end;
        const bytes = Buffer.concat([...pendingChunks, chunk.subarray(0, cut)]);
        pendingChunks = [chunk.subarray(cut)];
        pendingBytes = chunk.byteLength - cut;
        yield { bytes, isWhole: isWhole && end > 0 };
        isWhole = end > 0;
      }
    } catch (error) {
      if (!(error instanceof GzipProblem)) throw error;
      this.gzipProblem = error;
    } finally {
      await file.close();
    }
    const remainingBytes = Buffer.concat(pendingChunks);
    const end = this.gzipProblem === undefined ? remainingBytes.byteLength : remainingBytes.lastIndexOf(LF) + 1;
    if (end > 0) yield { bytes: remainingBytes.subarray(0, end), isWhole };
  }

  /** @returns the lines that end in `block`, which is the next one */
  lines(block: Block): readonly Line[] {
    return this.cutter.cut(block.bytes);
  }

  /** Counts the lines of the next block, which the caller has read itself; it must be a block of complete lines. */
  skip(lineCount: number): void {
    this.cutter.lineCount += lineCount;
  }

  /** @returns the last line, if the file does not end with a line feed. Reports the reason if the file ended early. */
  end(): readonly Line[] {
    if (this.gzipProblem === undefined) return this.cutter.end();
    this.options.problems.error({ file: this.options.name }, this.gzipProblem.message);
    return [];
  }
}
