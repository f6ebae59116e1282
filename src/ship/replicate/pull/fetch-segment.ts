/**
 * Fetching one segment into a file: resumed after an interruption, hashed while it is written.
 *
 * Only the hash decides whether the segment is correct, so a faulty origin costs at most a second transfer.
 */
import { createHash, type Hash } from 'node:crypto';
import { type OpenFile, readFully } from '../../../format/files/index.js';
import type { ManifestSegment } from '../../../index/snapshot/index.js';
import { type OriginContent, OriginFailure } from '../origin/origin.js';
import { type FetchContext, MissingAtOrigin } from './read-small.js';
import { RetryCounter } from './tries.js';
import { WriteBehind } from './write-behind.js';

export interface FetchOptions extends FetchContext {
  /** Where it may be at the origin, the likeliest first. */
  readonly paths: readonly string[];
  readonly segment: ManifestSegment;
  /** Where to write it; what a pull that was cut off has left there is gone on with. */
  readonly part: string;
  readonly onBytes: (byteLength: number) => void;
  /** Told which of the paths it is. */
  readonly onPlace: (path: string) => void;
}

const pieceBytes = 2 ** 20;

class Download {
  readonly #options: FetchOptions;
  readonly #file: OpenFile;
  readonly #writing: WriteBehind;
  #hash: Hash = createHash('sha256');
  /** How much was received and hashed; all of it is in the file when nothing is being received. */
  #position = 0;
  /** The farthest that any attempt came: only beyond it is progress, or an origin that cuts each time had for ever. */
  #farthest = 0;
  #tag: string | undefined;

  constructor(options: FetchOptions, file: OpenFile) {
    this.#options = options;
    this.#file = file;
    this.#writing = new WriteBehind(file, Math.max(1, Math.min(pieceBytes, options.segment.byteLength)));
  }

  /** Takes in what is in the file. */
  async goOn(): Promise<void> {
    const { byteLength } = this.#options.segment;
    const buffer = new Uint8Array(Math.min(pieceBytes, byteLength));
    while (this.#position < byteLength) {
      const piece = buffer.subarray(0, Math.min(buffer.byteLength, byteLength - this.#position));
      const read = await readFully(this.#file, piece, this.#position);
      this.#hash.update(piece.subarray(0, read));
      this.#position += read;
      if (read < piece.byteLength) return;
    }
  }

  async finish(): Promise<void> {
    const tries = new RetryCounter(this.#options.patience, this.#options.signal);
    for (;;) {
      const before = this.#farthest;
      try {
        if (this.#position < this.#options.segment.byteLength) await this.#receive();
        this.#check();
        return;
      } catch (error) {
        if (this.#farthest > before) tries.progressed();
        await tries.failed(error);
      }
    }
  }

  /** Waits until all of it is on the disk. */
  sync(): Promise<void> {
    return this.#writing.sync();
  }

  #restart(): void {
    this.#hash = createHash('sha256');
    this.#position = 0;
    this.#tag = undefined;
  }

  async #receive(): Promise<void> {
    const { segment, origin } = this.#options;
    const content = await this.#ask();
    const label = `${segment.file} at ${origin.name}`;
    try {
      await this.#write(content, label);
    } finally {
      content.discard();
      // Also of what was cut off: the next attempt, or the next pull, goes on behind it.
      await this.#writing.flush();
    }
    if (this.#position < segment.byteLength) {
      throw new OriginFailure(`${label} ended after ${this.#position} of ${segment.byteLength} bytes`, true);
    }
  }

  async #write({ body, start, byteLength, tag }: OriginContent, told: string): Promise<void> {
    const { segment, bandwidth, signal, onBytes } = this.#options;
    if (start === 0 && this.#position > 0) this.#restart();
    this.#tag = tag;
    if (byteLength !== undefined && byteLength !== segment.byteLength) {
      this.#restart();
      throw new OriginFailure(`${told} has ${byteLength} bytes, not ${segment.byteLength} as the manifest says`, true);
    }
    this.#writing.moveTo(this.#position);
    for await (const chunk of body) {
      if (this.#position + chunk.byteLength > segment.byteLength) {
        this.#restart();
        throw new OriginFailure(`${told} has more bytes than the ${segment.byteLength} that the manifest says`, true);
      }
      await bandwidth.take(chunk.byteLength, signal);
      await this.#writing.append(chunk);
      this.#hash.update(chunk);
      this.#position += chunk.byteLength;
      this.#farthest = Math.max(this.#farthest, this.#position);
      onBytes(chunk.byteLength);
    }
  }

  async #ask(): Promise<OriginContent> {
    const { origin, paths, signal, onPlace } = this.#options;
    const start = this.#position;
    for (const path of paths) {
      const answer = await origin.read(path, start === 0 ? { signal } : { start, tag: this.#tag, signal });
      if (answer.kind === 'missing') continue;
      onPlace(path);
      if (answer.kind === 'content') return answer;
      this.#restart();
      throw new OriginFailure(`${path} at ${origin.name} ends before ${start} bytes`, true);
    }
    throw new MissingAtOrigin(origin, paths[0] ?? '');
  }

  #check(): void {
    const { segment, origin } = this.#options;
    const found = this.#hash.digest('hex');
    if (found === segment.sha256) return;
    this.#restart();
    throw new OriginFailure(
      `${segment.file} at ${origin.name} has the SHA-256 ${found}, not ${segment.sha256} as the manifest says`,
      true,
    );
  }
}

/**
 * @throws OriginFailure when it cannot be had, and what was fetched stays for the next time; what the disk throws
 * On return the file has the segment's bytes, and they are on the disk.
 */
export async function fetchSegment(options: FetchOptions): Promise<void> {
  const { files, part, segment } = options;
  const left = await files.stat(part);
  // Never longer than the segment: what is written over it is then all of it.
  if (left !== undefined && left.byteLength > segment.byteLength) await files.remove(part);
  const isThere = left !== undefined && left.byteLength <= segment.byteLength;
  const file = await files.open(part, isThere ? 'change' : 'create');
  try {
    const download = new Download(options, file);
    if (isThere) await download.goOn();
    await download.finish();
    await download.sync();
  } finally {
    await file.close();
  }
}
