/**
 * Content codings: chooses the coding of a response, and encodes the document.
 *
 * Small documents are not compressed: below the threshold, the coding's frame and the work outweigh the gain.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseWeight } from './media-ranges.js';
import { memoize } from './memoized.js';

/** In the server's order of preference, used if a client weighs them alike. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** Shorter documents are not compressed. */
const COMPRESSED_BYTES_MINIMUM = 1024;
/** Quality 5 takes about as long as gzip at its default level, and compresses better. */
const brotliQuality = 5;
const gzipLevel = 6;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const elementPattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*;[ \t]*q=([0-9.]+))?$/i;

/** @returns weights by coding name in lower case; `x-gzip` is an old name of gzip */
const parseWeights = memoize((header: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const element of header.split(',')) {
    const match = elementPattern.exec(element.trim());
    if (match?.[1] === undefined) continue;
    const name = match[1].toLowerCase();
    weights.set(name === 'x-gzip' ? 'gzip' : name, parseWeight(match[2]));
  }
  return weights;
});

/** @returns whether the client accepts the uncompressed document, whatever it prefers */
export function acceptsIdentity(header: string | undefined): boolean {
  if (header === undefined) return true;
  const weights = parseWeights(header);
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0;
}

/**
 * RFC 9110, 12.5.3.
 *
 * @param header     `Accept-Encoding`; absent: identity, because clients without it often cannot decode
 * @param byteLength of the document; below 1 KiB identity wins unless the client refuses it
 * @returns          undefined if every coding is refused
 */
export function negotiateCoding(header: string | undefined, byteLength: number): ContentCoding | undefined {
  if (header === undefined) return 'identity';
  const { ofSmall, ofLarge } = chooseCodings(header);
  return byteLength < COMPRESSED_BYTES_MINIMUM ? ofSmall : ofLarge;
}

const chooseCodings = memoize((header: string) => ({
  ofSmall: chooseCoding(header, true),
  ofLarge: chooseCoding(header, false),
}));

function chooseCoding(header: string, isSmall: boolean): ContentCoding | undefined {
  const weights = parseWeights(header);
  const wildcardWeight = weights.get('*');
  // Unless refused, identity is acceptable without being named; it then ranks below every coding that is named.
  const identityWeight = weights.get('identity') ?? wildcardWeight ?? Number.MIN_VALUE;
  if (isSmall && identityWeight > 0) return 'identity';
  let best: ContentCoding | undefined;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    const weight = coding === 'identity' ? identityWeight : (weights.get(coding) ?? wildcardWeight ?? 0);
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
