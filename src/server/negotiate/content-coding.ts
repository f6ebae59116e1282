/**
 * Which content coding a response is sent in, and the encoding itself.
 *
 * Small documents go out as they are: below the threshold the coding's own frame and the work outweigh the gain.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { weightOf } from './accept.js';
import { remembered } from './remembered.js';

/** In the server's order of preference, where a client weighs them alike. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** Documents with fewer bytes go out as they are. */
export const COMPRESSED_BYTES_MINIMUM = 1024;
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
  const asked = weightsOf(header);
  const others = asked.get('*');
  // Unless refused, identity is acceptable without being named; it then comes after everything that is.
  const identityWeight = asked.get('identity') ?? others ?? Number.MIN_VALUE;
  if (byteLength < COMPRESSED_BYTES_MINIMUM && identityWeight > 0) return 'identity';
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
