/**
 * An answer ready to be sent: the document, and for each content coding what its response consists of.
 *
 * Everything is made at most once, when it is first asked for, and shared by all requests for it: the hash behind the
 * entity tags, the header lines, and the compressed forms, which requests that ask at the same time wait for together.
 */
import { type ContentCoding, encode } from './content-coding.js';
import { digestOf, entityTag } from './etag.js';
import { COMPLEXITY_HEADER, JSON_API } from './headers.js';

/** One coding's response. */
export interface Representation {
  readonly body: Buffer;
  /** Names and values in turn, as `writeHead` takes them: shared, and changed by nobody. */
  readonly headers: string[];
}

/** What an entry costs beside the bytes in it: objects, and the strings of the header lines. */
const overheadBytes = 1024;
const codingOverheadBytes = 512;

export class Answer {
  readonly complexity: number;
  #document: Buffer;
  /** Header lines of every coding and of 304, the entity tag aside. */
  readonly #common: readonly string[];
  readonly #digest: string;
  readonly #tags = new Map<ContentCoding, string>();
  readonly #notModified = new Map<ContentCoding, string[]>();
  readonly #ready = new Map<ContentCoding, Representation>();
  readonly #making = new Map<ContentCoding, Promise<Representation>>();

  /** @param common header lines as names and values in turn. Cost: one hash, O(bytes). */
  constructor(document: Buffer, complexity: number, common: readonly string[]) {
    this.#document = document;
    this.complexity = complexity;
    this.#common = [COMPLEXITY_HEADER, String(complexity), ...common];
    this.#digest = digestOf(document);
  }

  /** Of the document as it is. */
  get documentBytes(): number {
    return this.#document.byteLength;
  }

  /** What the answer takes in memory, about. */
  get memoryBytes(): number {
    let bytes = overheadBytes;
    for (const { body } of this.#ready.values()) bytes += body.byteLength + codingOverheadBytes;
    return this.#ready.has('identity') ? bytes : bytes + this.#document.byteLength;
  }

  tag(coding: ContentCoding): string {
    let tag = this.#tags.get(coding);
    if (tag === undefined) {
      tag = entityTag(this.#digest, coding);
      this.#tags.set(coding, tag);
    }
    return tag;
  }

  /** Header lines of 304, as those of 200 to be changed by nobody: those that describe the document rather than the bytes. */
  notModified(coding: ContentCoding): string[] {
    let lines = this.#notModified.get(coding);
    if (lines === undefined) {
      lines = [...this.#common, 'ETag', this.tag(coding)];
      this.#notModified.set(coding, lines);
    }
    return lines;
  }

  /** @returns undefined while the coding has to be made first */
  ready(coding: ContentCoding): Representation | undefined {
    const found = this.#ready.get(coding);
    if (found !== undefined || coding !== 'identity') return found;
    return this.#keep(coding, this.#document);
  }

  /** Whether the coding is there, or is being made for another request. */
  isBegun(coding: ContentCoding): boolean {
    return coding === 'identity' || this.#ready.has(coding) || this.#making.has(coding);
  }

  /** @param compress the work, called at most once a coding while it succeeds */
  make(coding: ContentCoding, compress: typeof encode = encode): Promise<Representation> {
    let making = this.#making.get(coding);
    if (making === undefined) {
      making = compress(this.#document, coding)
        .then((body) => this.#keep(coding, body))
        .finally(() => this.#making.delete(coding));
      this.#making.set(coding, making);
    }
    return making;
  }

  /** Frees the document of memory that it shares with others: a short one is a slice of Node's pool, which it pins. */
  own(): void {
    if (this.#document.byteLength === this.#document.buffer.byteLength) return;
    this.#document = owned(this.#document);
    if (this.#ready.delete('identity')) this.#keep('identity', this.#document);
  }

  #keep(coding: ContentCoding, bytes: Buffer): Representation {
    const body = coding === 'identity' ? bytes : owned(bytes);
    const headers = [...this.#common, 'ETag', this.tag(coding), 'Content-Type', JSON_API];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.byteLength));
    const representation = { body, headers };
    this.#ready.set(coding, representation);
    return representation;
  }
}

function owned(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
