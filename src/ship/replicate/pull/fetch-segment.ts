/**
 * Fetches one segment into a file: resumed after an interruption, hashed while it is written.
 *
 * Only the hash decides whether the segment is correct, so a faulty origin costs at most a second transfer.
 */
import { createHash, type Hash } from 'node:crypto';
import { type OpenFile, readFully } from '../../../format/files/index.js';
import type { ManifestSegment } from '../../../index/snapshot/index.js';
import { type OriginContent, OriginFailure } from '../origin/origin.js';
import { type FetchContext, MissingAtOrigin } from './origin-files.js';
import { RetryCounter } from './retries.js';
import { WriteBehind } from './write-behind.js';

export interface FetchOptions extends FetchContext {
  /** Possible paths at the origin, the most likely first. */
  readonly paths: readonly string[];
  readonly segment: ManifestSegment;
  /** The file to write. If an interrupted pull has left a part of it, the download resumes there. */
  readonly partPath: string;
  readonly onBytes: (byteLength: number) => void;
  /** Called with the path at which the segment was found. */
  readonly onFound: (path: string) => void;
}

const pieceBytes = 2 ** 20;

class Download {
  readonly #options: FetchOptions;
  readonly #file: OpenFile;
  readonly #writing: WriteBehind;
  #hash: Hash = createHash('sha256');
  /** Number of bytes received and hashed. Between attempts, all of them are in the file. */
  #position = 0;
  /** Maximum of #position over all attempts. Only bytes beyond it count as progress, otherwise an origin that always breaks off would be retried for ever. */
  #farthest = 0;
  #tag: string | undefined;
  /** Path at the origin at which the segment was found; until then the most likely one. */
  #path: string;

  constructor(options: FetchOptions, file: OpenFile) {
    this.#options = options;
    this.#file = file;
    this.#path = options.paths[0] ?? options.segment.file;
    this.#writing = new WriteBehind(file, Math.max(1, Math.min(pieceBytes, options.segment.byteLength)));
  }

  /** Hashes the bytes that an interrupted pull has left in the file. */
  async resume(): Promise<void> {
    const { byteLength } = this.#options.segment;
    const buffer = new Uint8Array(Math.min(pieceBytes, byteLength));
    while (this.#position < byteLength) {
      const piece = buffer.subarray(0, Math.min(buffer.byteLength, byteLength - this.#position));
      const readCount = await readFully(this.#file, piece, this.#position);
      this.#hash.update(piece.subarray(0, readCount));
      this.#position += readCount;
      if (readCount < piece.byteLength) return;
    }
  }

  async finish(): Promise<void> {
    const tries = new RetryCounter(this.#options.retryPolicy, this.#options.signal);
    for (;;) {
      const farthestBefore = this.#farthest;
      try {
        if (this.#position < this.#options.segment.byteLength) await this.#receive();
        this.#check();
        return;
      } catch (error) {
        if (this.#farthest > farthestBefore) tries.progressed();
        await tries.failed(error);
      }
    }
  }

  /** Waits until the whole file is on the disk. */
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
    const content = await this.#requestContent();
    const label = `${this.#path} at ${origin.name}`;
    try {
      await this.#write(content, label);
    } finally {
      content.discard();
      // Also after a failure: the next attempt or the next pull resumes after these bytes.
      await this.#writing.flush();
    }
    if (this.#position < segment.byteLength) {
      throw new OriginFailure(`${label} ended after ${this.#position} of ${segment.byteLength} bytes`, true);
    }
  }

  async #write({ body, start, byteLength, tag }: OriginContent, label: string): Promise<void> {
    const { segment, bandwidth, signal, onBytes } = this.#options;
    if (start === 0 && this.#position > 0) this.#restart();
    this.#tag = tag;
    if (byteLength !== undefined && byteLength !== segment.byteLength) {
      this.#restart();
      throw new OriginFailure(`${label} has ${byteLength} bytes, not ${segment.byteLength} as the manifest says`, true);
    }
    this.#writing.moveTo(this.#position);
    for await (const chunk of body) {
      if (this.#position + chunk.byteLength > segment.byteLength) {
        this.#restart();
        throw new OriginFailure(`${label} has more bytes than the ${segment.byteLength} that the manifest says`, true);
      }
      await bandwidth.take(chunk.byteLength, signal);
      await this.#writing.append(chunk);
      this.#hash.update(chunk);
      this.#position += chunk.byteLength;
      this.#farthest = Math.max(this.#farthest, this.#position);
      onBytes(chunk.byteLength);
    }
  }

  async #requestContent(): Promise<OriginContent> {
    const { origin, paths, signal, onFound } = this.#options;
    const start = this.#position;
    for (const path of paths) {
      const answer = await origin.read(path, start === 0 ? { signal } : { start, tag: this.#tag, signal });
      if (answer.kind === 'missing') continue;
      this.#path = path;
      onFound(path);
      if (answer.kind === 'content') return answer;
      this.#restart();
      throw new OriginFailure(`${path} at ${origin.name} ends before ${start} bytes`, true);
    }
    throw new MissingAtOrigin(origin, paths);
  }

  #check(): void {
    const { segment, origin } = this.#options;
    const actualHash = this.#hash.digest('hex');
    if (actualHash === segment.sha256) return;
    this.#restart();
    throw new OriginFailure(
      `${this.#path} at ${origin.name} has the SHA-256 ${actualHash}, not ${segment.sha256} as the manifest says. If stele push fills it, push again with --verify: that sends damaged files again`,
      true,
    );
  }
}

/**
 * On return the complete segment is on the disk.
 *
 * @throws OriginFailure if the segment cannot be fetched; the fetched part stays for the next pull. Errors of the disk.
 */
export async function fetchSegment(options: FetchOptions): Promise<void> {
  const { files, partPath, segment } = options;
  const partEntry = await files.stat(partPath);
  // A part that is longer than the segment is removed: overwriting it would leave wrong bytes at its end.
  if (partEntry !== undefined && partEntry.byteLength > segment.byteLength) await files.remove(partPath);
  const canResume = partEntry !== undefined && partEntry.byteLength <= segment.byteLength;
  const file = await files.open(partPath, canResume ? 'change' : 'create');
  try {
    const download = new Download(options, file);
    if (canResume) await download.resume();
    await download.finish();
    await download.sync();
  } finally {
    await file.close();
  }
}
