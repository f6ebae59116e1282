/**
 * Which content coding a response is sent in, and the encoding itself.
 *
 * Small documents go out as they are: below the threshold the coding's own frame and the work outweigh the gain.
 *
 * How much is compressed at a time. Compressing costs more than all else of an answer, on threads that the answers
 * after it need too; beyond a backlog, clients that take the document as it is get it so.
 *
 * Entity tags: strong, made from the document's bytes, one for each content coding.
 *
 * The tag does not name the snapshot, so a document that a rebuild leaves unchanged keeps its tag. Koa's own freshness
 * check is not used: it answers 200 whenever the request says `Cache-Control: no-cache`, as Node's fetch does beside
 * an `If-None-Match`.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createXXHash128 } from 'hash-wasm';
import type { RequestProblem } from '../../content/errors/index.js';
import { remembered, weightOf } from './media-types.js';

/** In the server's order of preference, where a client weighs them alike. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** Documents with fewer bytes go out as they are. */
const COMPRESSED_BYTES_MINIMUM = 1024;
/** Quality 5 takes about as long as gzip at its default and leaves less. */
const brotliQuality = 5;
const gzipLevel = 6;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const elementPattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*;[ \t]*q=([0-9.]+))?$/i;

/** Weights by coding name in lower case; `x-gzip` is gzip's old name. */
function weights(header: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const element of header.split(',')) {
    const match = elementPattern.exec(element.trim());
    if (match?.[1] === undefined) continue;
    const name = match[1].toLowerCase();
    found.set(name === 'x-gzip' ? 'gzip' : name, weightOf(match[2]));
  }
  return found;
}

const weightsOf = remembered(weights);

/** Whether the client takes the document as it is, whatever it prefers. */
export function takesIdentity(header: string | undefined): boolean {
  if (header === undefined) return true;
  const asked = weightsOf(header);
  return (asked.get('identity') ?? asked.get('*') ?? 1) > 0;
}

/**
 * RFC 9110, 12.5.3.
 *
 * @param header     `Accept-Encoding`; absent: identity, as clients without it often cannot decode
 * @param byteLength of the document; below 1 KiB identity wins unless the client refuses it
 * @returns          undefined when every coding is refused
 */
export function negotiateCoding(header: string | undefined, byteLength: number): ContentCoding | undefined {
  if (header === undefined) return 'identity';
  const { ofSmall, ofOthers } = codingsOf(header);
  return byteLength < COMPRESSED_BYTES_MINIMUM ? ofSmall : ofOthers;
}

const codingsOf = remembered((header: string) => ({ ofSmall: choose(header, true), ofOthers: choose(header, false) }));

function choose(header: string, isSmall: boolean): ContentCoding | undefined {
  const asked = weightsOf(header);
  const others = asked.get('*');
  // Unless refused, identity is acceptable without being named; it then comes after everything that is.
  const identityWeight = asked.get('identity') ?? others ?? Number.MIN_VALUE;
  if (isSmall && identityWeight > 0) return 'identity';
  let best: ContentCoding | undefined;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    const weight = coding === 'identity' ? identityWeight : (asked.get(coding) ?? others ?? 0);
    if (weight > bestWeight) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Cost: about a millisecond for 100 KB, off the main thread; identity costs nothing. */
export async function encode(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  switch (coding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return gzipAsync(bytes, { level: gzipLevel });
    case 'br':
      return brotliAsync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      });
  }
}

/** As many as Node has threads for it, unless told otherwise. */
const runningMaximum = 4;
export const COMPRESSION_BACKLOG = 64;

export class Compression {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Whether a further compression would have to wait for very long. */
  get isBusy(): boolean {
    return this.#waiting.length >= COMPRESSION_BACKLOG;
  }

  readonly run = async (document: Buffer, coding: ContentCoding): Promise<Buffer> => {
    if (this.#running >= runningMaximum) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await encode(document, coding);
    } finally {
      // Its place goes to the next in line, or is free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  };
}

/** One for all documents: it keeps nothing from one to the next, and nothing waits in between. */
const hasher = await createXXHash128();

/** One element of a list of tags, with what may stand before it: commas of empty elements. It begins where the last one ended. */
const tagPattern = /[\t ,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?:,|$)/y;
const restPattern = /[\t ,]*$/y;

/**
 * XXH3 of 128 bits, in hexadecimal: no collision to fear that nobody tries to make, and who could make one writes the
 * content anyway. It is the same in every thread, on every machine and in every version of Node.
 *
 * Cost: O(bytes), about 1.5 µs for 6 KB, a third of what SHA-256 takes with the processor's own instructions for it.
 */
export const digestOf = (document: Uint8Array): string => hasher.init().update(document).digest('hex');

/** @param digest of the document, whatever the coding */
export const entityTag = (digest: string, coding: ContentCoding): string =>
  coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;

/** @returns the tag of the same document in a response with another media type */
export const profiledTag = (tag: string): string => `${tag.slice(0, -1)}-profile"`;

/**
 * @param header `*`, or a list of tags with or without `W/`
 * @param weakly whether a tag with `W/` counts
 * @returns      whether the tag is in the list; false where the header is malformed. Cost: O(length).
 */
function names(header: string, tag: string, weakly: boolean): boolean {
  if (header === tag || header === '*') return true;
  let found = false;
  let at = 0;
  while (at < header.length) {
    tagPattern.lastIndex = at;
    const element = tagPattern.exec(header);
    if (element === null) {
      restPattern.lastIndex = at;
      return found && restPattern.test(header);
    }
    const [, weak, quoted] = element;
    if (quoted === tag && (weakly || weak === undefined)) found = true;
    at = tagPattern.lastIndex;
  }
  return found;
}

/** Whether the client has the representation with this tag. RFC 9110, 13.1.2: compared weakly. */
export const noneMatchHolds = (header: string | undefined, tag: string): boolean =>
  header !== undefined && names(header, tag, true);

/**
 * Whether the client may be sent the representation, which it asks for only if it has this tag. RFC 9110, 13.1.1: compared strongly.
 *
 * @param tag `''` where the representation has none
 */
export const matchHolds = (header: string | undefined, tag: string): boolean =>
  header === undefined || names(header, tag, false);

/** Of a request whose `If-Match` does not hold. */
export const PRECONDITION_FAILED: RequestProblem = {
  code: 'PreconditionFailed',
  detail:
    'If-Match names none of the entity tags that this document has as it would be sent now. Ask again without it.',
  header: 'If-Match',
};
