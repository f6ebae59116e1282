/**
 * An `.ndjson` or `.ndjson.gz` file, block by block; blocks are cut at content-defined places, so that most of them stay
 * equal when lines are added or removed.
 *
 * Memory: one block. Elsewhere: cutting a block into lines (line-cutter).
 */
import { threshold } from '../../../src/content/choices/index.js';
import type { Files } from '../../../src/format/files/index.js';
import type { ProblemLog } from '../problems.js';
import { chunksOf, GzipProblem, inflated } from './file-chunks.js';
import { LF, type Line, LineCutter } from './line-cutter.js';

export interface LinesOptions {
  readonly files: Files;
  readonly path: string;
  /** The file's name in the words of a problem. */
  readonly name: string;
  readonly problems: ProblemLog;
  /** Told how many bytes of the file (compressed, where it is) each read took. */
  readonly onBytes?: ((byteLength: number) => void) | undefined;
  /** Told the file's bytes, inflated where it is compressed. */
  readonly onContent?: ((bytes: Uint8Array) => void) | undefined;
  readonly lineBytesMaximum?: number;
}

export const lineBytesMaximumDefault = 64 * 1024 * 1024;

/** A piece of a file. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Whether no line crosses its ends: it begins where one does, and ends behind a line feed or with the file. */
  readonly isWhole: boolean;
}

/** A block has about as many bytes, and where a line is longer, at most four times as many. */
const blockBytes = 2 ** 18;
const blockBytesMaximum = 2 ** 22;

/**
 * Where a chunk is cut into blocks: one line in so many ends with bytes that say so. A line that is new or gone moves all bytes
 * behind it in their chunks, and still most blocks are what they were for whoever knows them.
 */
const cutLines = 64;
const cutBytes = 32;

function isCut(chunk: Uint8Array, lineFeed: number): boolean {
  let sum = 0;
  for (let at = Math.max(0, lineFeed - cutBytes); at < lineFeed; at += 1) sum = (Math.imul(sum, 31) + chunk[at]!) | 0;
  return (sum ^ (sum >>> 16)) % cutLines === 0;
}

/** @returns behind the last line feed in the second half that is to be cut at, or the last of all; 0 where there is none */
function endOfLines(chunk: Uint8Array): number {
  const last = chunk.lastIndexOf(LF);
  for (let at = last; at > chunk.length / 2; at = chunk.lastIndexOf(LF, at - 1)) if (isCut(chunk, at)) return at + 1;
  return last + 1;
}

/** A file that is read once, block by block; each block is read as lines, or passed over by who has read it already. */
export class LinesFile {
  private readonly options: LinesOptions;
  private readonly cutter: LineCutter;
  /** Why the file ended early. */
  private gzipProblem: GzipProblem | undefined;

  constructor(options: LinesOptions) {
    const { name, problems, lineBytesMaximum } = options;
    this.options = options;
    this.cutter = new LineCutter(name, problems, lineBytesMaximum ?? lineBytesMaximumDefault);
  }

  /** How many lines were read or passed over. */
  get lineCount(): number {
    return this.cutter.lineCount;
  }

  /** Whether reading on makes no sense. */
  get unreadable(): boolean {
    return this.cutter.unreadable;
  }

  /** @throws what the disk throws */
  async *blocks(): AsyncGenerator<Block> {
    const { files, path, name } = this.options;
    const file = await files.open(path, 'read');
    let pendingChunks: Uint8Array[] = [];
    let pendingBytes = 0;
    let isWhole = true;
    try {
      const stored = chunksOf(file, this.options.onBytes ?? (() => undefined));
      for await (const chunk of name.endsWith('.gz') ? inflated(stored) : stored) {
        this.options.onContent?.(chunk);
        pendingBytes += chunk.byteLength;
        const end = endOfLines(chunk);
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
    const rest = Buffer.concat(pendingChunks);
    const end = this.gzipProblem === undefined ? rest.byteLength : rest.lastIndexOf(LF) + 1;
    if (end > 0) yield { bytes: rest.subarray(0, end), isWhole };
  }

  /** @returns the lines that end in the block, the next one; blocks are read or passed over in order */
  lines(block: Block): readonly Line[] {
    return this.cutter.cut(block.bytes);
  }

  /** Counts the lines of the next block, a whole one, which somebody else has read. */
  skip(lineCount: number): void {
    this.cutter.lineCount += lineCount;
  }

  /** @returns the last line, where the file does not end with a line end; tells why it ended early, where it has */
  end(): readonly Line[] {
    if (this.gzipProblem === undefined) return this.cutter.end();
    this.options.problems.error({ file: this.options.name }, this.gzipProblem.message);
    return [];
  }
}
