/**
 * An `.ndjson` or `.ndjson.gz` file as lines of text, block by block; what is no line of text is a problem.
 *
 * Lines are cut from bytes, so that invalid UTF-8 is noticed before decoding could replace it. Memory holds one block
 * and the beginning of one line, at most 64 MiB of it, whatever the file holds.
 * Elsewhere: what stands in a line (values).
 */

import { isUtf8 } from 'node:buffer';
import { threshold } from '../../../src/content/choices/index.js';
import type { Files } from '../../../src/format/files/index.js';
import type { ProblemLog } from '../problems.js';
import { chunksOf, GzipProblem, inflated } from './file-chunks.js';

export interface Line {
  /** From 1; blank lines count. */
  readonly number: number;
  /** Well-formed, without its line end, not blank. */
  readonly text: string;
}

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

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const gzipMagic = Buffer.from([0x1f, 0x8b]);

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
    let begun: Uint8Array[] = [];
    let begunByteLength = 0;
    let isWhole = true;
    try {
      const stored = chunksOf(file, this.options.onBytes ?? (() => undefined));
      for await (const chunk of name.endsWith('.gz') ? inflated(stored) : stored) {
        this.options.onContent?.(chunk);
        begunByteLength += chunk.byteLength;
        const end = endOfLines(chunk);
        if (
          begunByteLength < threshold('read.blocks', blockBytes) ||
          (end === 0 && begunByteLength < blockBytesMaximum)
        ) {
          begun.push(chunk);
          continue;
        }
        const cut = end === 0 ? chunk.byteLength : end;
        const bytes = Buffer.concat([...begun, chunk.subarray(0, cut)]);
        begun = [chunk.subarray(cut)];
        begunByteLength = chunk.byteLength - cut;
        yield { bytes, isWhole: isWhole && end > 0 };
        isWhole = end > 0;
      }
    } catch (error) {
      if (!(error instanceof GzipProblem)) throw error;
      this.gzipProblem = error;
    } finally {
      await file.close();
    }
    const rest = Buffer.concat(begun);
    const end = this.gzipProblem === undefined ? rest.byteLength : rest.lastIndexOf(LF) + 1;
    if (end > 0) yield { bytes: rest.subarray(0, end), isWhole };
  }

  /** @returns the lines that end in the block, the next one; blocks are read or passed over in order */
  lines(block: Block): readonly Line[] {
    return this.cutter.cut(block.bytes);
  }

  /** Counts the lines of the next block, a whole one, which somebody else has read. */
  passOver(lineCount: number): void {
    this.cutter.lineCount += lineCount;
  }

  /** @returns the last line, where the file does not end with a line end; tells why it ended early, where it has */
  end(): readonly Line[] {
    if (this.gzipProblem === undefined) return this.cutter.end();
    this.options.problems.error({ file: this.options.name }, this.gzipProblem.message);
    return [];
  }
}

class LineCutter {
  /** Whether going on makes no sense. */
  unreadable = false;
  private readonly name: string;
  private readonly problems: ProblemLog;
  private readonly lineBytesMaximum: number;
  /** The bytes of the line begun in earlier chunks. */
  private begun: Buffer[] = [];
  private begunByteLength = 0;
  /** Whether the line begun is too long, and was told of. */
  private dropping = false;
  /** Complete lines so far. */
  lineCount = 0;

  constructor(name: string, problems: ProblemLog, lineBytesMaximum: number) {
    this.name = name;
    this.problems = problems;
    this.lineBytesMaximum = lineBytesMaximum;
  }

  /** @returns the lines that end in this chunk */
  cut(chunk: Uint8Array): readonly Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1 && !this.unreadable; end = bytes.indexOf(LF, start)) {
      this.add(bytes.subarray(start, end));
      this.endLine(lines);
      start = end + 1;
    }
    this.add(bytes.subarray(start));
    return lines;
  }

  /** @returns the last line, where the file does not end with a line end */
  end(): readonly Line[] {
    const lines: Line[] = [];
    if (this.begunByteLength > 0) this.endLine(lines);
    return lines;
  }

  private add(part: Buffer): void {
    if (part.byteLength === 0 || this.dropping) return;
    this.begun.push(part);
    this.begunByteLength += part.byteLength;
    if (this.begunByteLength <= this.lineBytesMaximum) return;
    this.error(`the line is longer than ${this.lineBytesMaximum} bytes; write each item on a line of its own`);
    this.begun = [];
    this.begunByteLength = 0;
    this.dropping = true;
  }

  private endLine(lines: Line[]): void {
    const [first, ...others] = this.begun;
    if (first !== undefined) this.decode(others.length === 0 ? first : Buffer.concat(this.begun), lines);
    this.lineCount += 1;
    this.begun = [];
    this.begunByteLength = 0;
    this.dropping = false;
  }

  private decode(bytes: Buffer, lines: Line[]): void {
    if (this.lineCount === 0) bytes = this.checkedBeginning(bytes);
    const byteLength = bytes[bytes.byteLength - 1] === CR ? bytes.byteLength - 1 : bytes.byteLength;
    if (isBlank(bytes, byteLength)) return;
    if (isUtf8(bytes)) {
      lines.push({ number: this.lineCount + 1, text: bytes.toString('utf8', 0, byteLength) });
    } else {
      this.error('invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16');
    }
  }

  private checkedBeginning(bytes: Buffer): Buffer {
    if (bytes.subarray(0, gzipMagic.byteLength).equals(gzipMagic)) {
      const twice = this.name.endsWith('.gz');
      this.error(`the file is compressed with gzip${twice ? ' twice; compress it once' : `; name it ${this.name}.gz`}`);
      this.unreadable = true;
      return bytes.subarray(0, 0);
    }
    // Some systems write one before UTF-8; it says nothing.
    const isMarked = bytes.subarray(0, byteOrderMark.byteLength).equals(byteOrderMark);
    return isMarked ? bytes.subarray(byteOrderMark.byteLength) : bytes;
  }

  private error(reason: string): void {
    this.problems.error({ file: this.name, line: this.lineCount + 1 }, reason);
  }
}

function isBlank(bytes: Uint8Array, byteLength: number): boolean {
  for (let i = 0; i < byteLength; i += 1) if (bytes[i] !== SPACE && bytes[i] !== TAB) return false;
  return true;
}
