/**
 * An answer ready to be sent: the document, and for each content coding what its response consists of.
 *
 * Everything is made at most once, when it is first asked for, and shared by all requests for it: the hash behind the
 * entity tags, the header lines, and the compressed forms, which requests that ask at the same time wait for together.
 */
import type { Loan } from '../../jsonapi/index.js';
import { type ContentCoding, digestOf, encode, entityTag } from '../negotiate/representation.js';
import { COMPLEXITY_HEADER, JSON_API } from '../wire/headers.js';

/** One coding's response. */
export interface Representation {
  readonly body: Buffer;
  /** Of the body, which takes longer to say. */
  readonly byteLength: number;
  /** Names and values in turn, as `writeHead` takes them: shared, and changed by nobody. */
  readonly headers: string[];
}

/** What an entry costs beside the bytes in it and its common header lines: objects, and the lines of its own. */
const overheadBytes = 1024;
const codingOverheadBytes = 512;

/** What was made of one coding so far. */
class Form {
  tag: string | undefined;
  /** Header lines of 304. */
  notModified: string[] | undefined;
  ready: Representation | undefined;
  making: Promise<Representation> | undefined;
}

export class Answer {
  /** The name of the route that it answers. */
  readonly route: string;
  readonly complexity: number;
  /** Of the document as it is. */
  readonly documentBytes: number;
  #document: Buffer;
  /** Header lines of every coding and of 304, the entity tag and the complexity aside; shared with other answers. */
  readonly #common: readonly string[];
  readonly #digest: string;
  readonly #identity = new Form();
  // Most answers have none of these.
  #gzip: Form | undefined;
  #br: Form | undefined;
  #loan: Loan | undefined;

  /**
   * @param common header lines as names and values in turn
   * @param loan   where the document has to be given back
   * Cost: one hash, O(bytes).
   */
  constructor(document: Buffer, route: string, complexity: number, common: readonly string[], loan?: Loan) {
    this.#document = document;
    this.documentBytes = document.byteLength;
    this.#loan = loan;
    this.route = route;
    this.complexity = complexity;
    this.#common = common;
    this.#digest = digestOf(document);
  }

  /** What the answer takes in memory, about. */
  get memoryBytes(): number {
    let bytes = overheadBytes + this.documentBytes;
    // Most are shared by all answers, but surrogate keys are an answer's own, and up to 3 KiB long.
    for (const line of this.#common) bytes += line.length;
    for (const form of [this.#gzip, this.#br]) {
      if (form?.ready !== undefined) bytes += form.ready.byteLength + codingOverheadBytes;
    }
    return bytes;
  }

  tag(coding: ContentCoding): string {
    const form = this.#form(coding);
    form.tag ??= entityTag(this.#digest, coding);
    return form.tag;
  }

  /** Header lines of 304, as those of 200 to be changed by nobody: those that describe the document rather than the bytes. */
  notModified(coding: ContentCoding): string[] {
    const form = this.#form(coding);
    form.notModified ??= this.#lines(coding);
    return form.notModified;
  }

  /** @returns undefined while the coding has to be made first */
  ready(coding: ContentCoding): Representation | undefined {
    const { ready } = this.#form(coding);
    if (ready !== undefined || coding !== 'identity') return ready;
    return this.#keep(coding, this.#document);
  }

  /** Whether the coding is there, or is being made for another request. */
  isBegun(coding: ContentCoding): boolean {
    if (coding === 'identity') return true;
    const { ready, making } = this.#form(coding);
    return ready !== undefined || making !== undefined;
  }

  /** @param compress the work, called at most once a coding while it succeeds */
  make(coding: ContentCoding, compress: typeof encode = encode): Promise<Representation> {
    const form = this.#form(coding);
    form.making ??= compress(this.#document, coding)
      .then((body) => this.#keep(coding, body))
      .finally(() => {
        form.making = undefined;
      });
    return form.making;
  }

  /** Frees the document of memory that it shares with others, and gives that back. To be called before it is sent. */
  own(): void {
    if (this.documentBytes === this.#document.buffer.byteLength) return;
    this.#document = owned(this.#document);
    if (this.#identity.ready !== undefined) this.#keep('identity', this.#document);
    this.takeLoan()?.giveBack();
  }

  /** @returns what gives the document's memory back, where it is lent: from now on that is for the caller to do */
  takeLoan(): Loan | undefined {
    const loan = this.#loan;
    this.#loan = undefined;
    return loan;
  }

  #form(coding: ContentCoding): Form {
    switch (coding) {
      case 'identity':
        return this.#identity;
      case 'gzip':
        this.#gzip ??= new Form();
        return this.#gzip;
      case 'br':
        this.#br ??= new Form();
        return this.#br;
    }
  }

  /** Those of 304, as an array of its own. */
  #lines(coding: ContentCoding): string[] {
    const lines = [COMPLEXITY_HEADER, String(this.complexity)];
    for (let i = 0; i < this.#common.length; i += 1) lines.push(this.#common[i]!);
    lines.push('ETag', this.tag(coding));
    return lines;
  }

  #keep(coding: ContentCoding, bytes: Buffer): Representation {
    const body = coding === 'identity' ? bytes : owned(bytes);
    const headers = this.#lines(coding);
    headers.push('Content-Type', JSON_API);
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    const { byteLength } = body;
    headers.push('Content-Length', String(byteLength));
    const representation = { body, byteLength, headers };
    this.#form(coding).ready = representation;
    return representation;
  }
}

function owned(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
