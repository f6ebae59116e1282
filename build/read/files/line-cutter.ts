/**
 * Cuts blocks into lines of text, and reports bytes that are not UTF-8.
 *
 * Bytes are cut into lines before decoding, because decoding would hide invalid UTF-8.
 * Memory: the beginning of one line, at most 64 MiB.
 */
import { isUtf8 } from 'node:buffer';
import type { ProblemLog } from '../problems.js';

export interface Line {
  /** Line number, from 1; blank lines count. */
  readonly number: number;
  /** Well-formed, without its line end, not blank. */
  readonly text: string;
}

const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
export const gzipMagic = Buffer.from([0x1f, 0x8b]);

export class LineCutter {
  /** Whether the file cannot be read as lines at all; reading stops then. */
  isUnreadable = false;
  private readonly name: string;
  private readonly problems: ProblemLog;
  private readonly lineBytesMaximum: number;
  /** The bytes of the unfinished line, from earlier chunks. */
  private pendingParts: Buffer[] = [];
  private pendingBytes = 0;
  /** Whether the unfinished line is too long and already reported. */
  private isTooLong = false;
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
    for (let end = bytes.indexOf(LF); end !== -1 && !this.isUnreadable; end = bytes.indexOf(LF, start)) {
      this.add(bytes.subarray(start, end));
      this.endLine(lines);
      start = end + 1;
    }
    this.add(bytes.subarray(start));
    return lines;
  }

  /** @returns the last line, if the file does not end with a line feed */
  end(): readonly Line[] {
    const lines: Line[] = [];
    if (this.pendingBytes > 0) this.endLine(lines);
    return lines;
  }

  private add(part: Buffer): void {
    if (part.byteLength === 0 || this.isTooLong) return;
    this.pendingParts.push(part);
    this.pendingBytes += part.byteLength;
    if (this.pendingBytes <= this.lineBytesMaximum) return;
    this.error(`the line is longer than ${this.lineBytesMaximum} bytes; write each item on a line of its own`);
    this.pendingParts = [];
    this.pendingBytes = 0;
    this.isTooLong = true;
  }

  private endLine(lines: Line[]): void {
    const [first, ...otherParts] = this.pendingParts;
    if (first !== undefined) this.decode(otherParts.length === 0 ? first : Buffer.concat(this.pendingParts), lines);
    this.lineCount += 1;
    this.pendingParts = [];
    this.pendingBytes = 0;
    this.isTooLong = false;
  }

  private decode(bytes: Buffer, lines: Line[]): void {
    if (this.lineCount === 0) bytes = this.checkBeginning(bytes);
    const byteLength = bytes[bytes.byteLength - 1] === CR ? bytes.byteLength - 1 : bytes.byteLength;
    if (isBlank(bytes, byteLength)) return;
    if (isUtf8(bytes)) {
      lines.push({ number: this.lineCount + 1, text: bytes.toString('utf8', 0, byteLength) });
    } else {
      this.error('invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16');
    }
  }

  private checkBeginning(bytes: Buffer): Buffer {
    if (bytes.subarray(0, gzipMagic.byteLength).equals(gzipMagic)) {
      const isCompressedTwice = this.name.endsWith('.gz');
      this.error(
        `the file is compressed with gzip${isCompressedTwice ? ' twice; compress it once' : `; name it ${this.name}.gz`}`,
      );
      this.isUnreadable = true;
      return bytes.subarray(0, 0);
    }
    // Some systems write a byte order mark before UTF-8; it has no meaning there.
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
