/**
 * Prepared answer: an answer that is ready to be sent, with the document, and the body and header lines of each content coding.
 *
 * Entity tags, header lines and compressed bodies are made once, on the first request for them, and then shared.
 * Requests that need a compressed body at the same time wait for one compression.
 * Elsewhere: choosing the answers to cache (response-cache), writing them to a response (deliver/send-answer).
 */
import type { Loan } from '../../jsonapi/index.js';
import { COMPLEXITY_HEADER, JSON_API } from '../http/headers.js';
import { type ContentCoding, encode } from '../negotiate/content-coding.js';
import { formatEntityTag, hashDocument } from '../negotiate/entity-tag.js';

/** A 200 response in one coding. */
export interface Representation {
  readonly body: Buffer;
  /** Length of the body, which is slower to read from the buffer. */
  readonly byteLength: number;
  /** Names and values in turn, as `writeHead` takes them. Shared: not to be modified. */
  readonly headers: string[];
}

/** Estimated memory of an entry's objects and its own header lines, in addition to the document and the common lines. */
const entryOverheadBytes = 1024;
const codingOverheadBytes = 512;

/** The parts of one coding that were made so far. */
class CodedForm {
  tag: string | undefined;
  /** Header lines of a 304 response. */
  notModifiedLines: string[] | undefined;
  representation: Representation | undefined;
  pending: Promise<Representation> | undefined;
}

export class Answer {
  /** Name of the route that the answer belongs to. */
  readonly route: string;
  readonly complexity: number;
  /** Length of the uncompressed document. */
  readonly documentBytes: number;
  #document: Buffer;
  /** Header lines of every coding and of 304, without entity tag and complexity; shared with other answers. */
  readonly #commonLines: readonly string[];
  readonly #digest: string;
  readonly #identity = new CodedForm();
  // Most answers are never compressed.
  #gzip: CodedForm | undefined;
  #br: CodedForm | undefined;
  #loan: Loan | undefined;

  /**
   * @param commonLines header lines, names and values in turn
   * @param loan        returns the document's memory, if it is lent
   * Cost: one hash, O(bytes).
   */
  constructor(document: Buffer, route: string, complexity: number, commonLines: readonly string[], loan?: Loan) {
    this.#document = document;
    this.documentBytes = document.byteLength;
    this.#loan = loan;
    this.route = route;
    this.complexity = complexity;
    this.#commonLines = commonLines;
    this.#digest = hashDocument(document);
  }

  /** Estimated memory of the answer. */
  get memoryBytes(): number {
    let bytes = entryOverheadBytes + this.documentBytes;
    // Most lines are shared by all answers, but surrogate keys belong to one answer and take up to 3 KiB.
    for (const line of this.#commonLines) bytes += line.length;
    for (const form of [this.#gzip, this.#br]) {
      if (form?.representation !== undefined) bytes += form.representation.byteLength + codingOverheadBytes;
    }
    return bytes;
  }

  tag(coding: ContentCoding): string {
    const form = this.#form(coding);
    form.tag ??= formatEntityTag(this.#digest, coding);
    return form.tag;
  }

  /** @returns the header lines of a 304 response: lines about the document, not about the body. Not to be modified. */
  notModifiedLines(coding: ContentCoding): string[] {
    const form = this.#form(coding);
    form.notModifiedLines ??= this.#taggedLines(coding);
    return form.notModifiedLines;
  }

  /** @returns undefined if the document has to be compressed first */
  representation(coding: ContentCoding): Representation | undefined {
    const { representation } = this.#form(coding);
    if (representation !== undefined || coding !== 'identity') return representation;
    return this.#keep(coding, this.#document);
  }

  /** @returns whether the coding is ready, or is being made for another request */
  isBegun(coding: ContentCoding): boolean {
    if (coding === 'identity') return true;
    const { representation, pending } = this.#form(coding);
    return representation !== undefined || pending !== undefined;
  }

  /** @param compress called at most once per coding, as long as it succeeds */
  compress(coding: ContentCoding, compress: typeof encode = encode): Promise<Representation> {
    const form = this.#form(coding);
    form.pending ??= compress(this.#document, coding)
      .then((body) => this.#keep(coding, body))
      .finally(() => {
        form.pending = undefined;
      });
    return form.pending;
  }

  /** Copies the document out of memory that it shares with other documents, and returns that memory. Call it before sending. */
  copyDocument(): void {
    if (this.documentBytes === this.#document.buffer.byteLength) return;
    this.#document = copyExactly(this.#document);
    if (this.#identity.representation !== undefined) this.#keep('identity', this.#document);
    this.takeLoan()?.release();
  }

  /** @returns the loan of the document's memory, if it is lent; the caller now has to return the memory */
  takeLoan(): Loan | undefined {
    const loan = this.#loan;
    this.#loan = undefined;
    return loan;
  }

  #form(coding: ContentCoding): CodedForm {
    switch (coding) {
      case 'identity':
        return this.#identity;
      case 'gzip':
        this.#gzip ??= new CodedForm();
        return this.#gzip;
      case 'br':
        this.#br ??= new CodedForm();
        return this.#br;
    }
  }

  /** @returns a new array: complexity, common lines and entity tag */
  #taggedLines(coding: ContentCoding): string[] {
    const lines = [COMPLEXITY_HEADER, String(this.complexity)];
    for (let i = 0; i < this.#commonLines.length; i += 1) lines.push(this.#commonLines[i]!);
    lines.push('ETag', this.tag(coding));
    return lines;
  }

  #keep(coding: ContentCoding, bytes: Buffer): Representation {
    const body = coding === 'identity' ? bytes : copyExactly(bytes);
    const headers = this.#taggedLines(coding);
    headers.push('Content-Type', JSON_API);
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    const { byteLength } = body;
    headers.push('Content-Length', String(byteLength));
    const representation = { body, byteLength, headers };
    this.#form(coding).representation = representation;
    return representation;
  }
}

/** @returns the bytes in a buffer of exactly their length; the same buffer if it is one */
function copyExactly(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
