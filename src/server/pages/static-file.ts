/**
 * Files of pages: bytes with an entity tag and content codings, answered with 304 if the client has them.
 *
 * The explorer's files are compressed when it is bundled. Files that the server makes are compressed at the first request for
 * a coding.
 */
import type { ParameterizedContext } from 'koa';
import { RequestError } from '../../content/errors/index.js';
import { type ContentCoding, encode, negotiateCoding } from '../negotiate/content-coding.js';
import { createDocumentHasher, formatEntityTag, hashDocument, matchesNoneMatch } from '../negotiate/entity-tag.js';
import type { RequestState } from '../spaces/request-state.js';
import { TimeSlices } from './time-slices.js';

export interface StaticFile {
  readonly mediaType: string;
  /** Digest of the bytes, unquoted. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** The bytes in the codings that were made so far. */
  readonly encoded: Map<ContentCoding, Promise<Buffer> | Buffer>;
}

/** `Cache-Control` of files that may change: clients ask each time, and mostly get 304. */
export const REVALIDATED = 'no-cache';
/** `Cache-Control` of files whose names contain their hash: cached for a year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export function staticFile(mediaType: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  return { mediaType, hash: hashDocument(bytes), bytes, encoded: new Map() };
}

/**
 * Writes a file in time slices: the event loop turns in between.
 *
 * @param parts texts whose concatenation is the content; making one takes at most a few milliseconds
 * @returns     the same file as `staticFile` of the whole content
 */
export async function staticFileInSlices(mediaType: string, parts: Iterable<string>): Promise<StaticFile> {
  const slices = new TimeSlices();
  const texts: string[] = [];
  let byteLength = 0;
  for (const part of parts) {
    texts.push(part);
    byteLength += Buffer.byteLength(part);
    await slices.pause();
  }
  const bytes = Buffer.allocUnsafe(byteLength);
  const hasher = await createDocumentHasher();
  let position = 0;
  for (const text of texts) {
    const end = position + bytes.write(text, position);
    hasher.update(bytes.subarray(position, end));
    position = end;
    await slices.pause();
  }
  return { mediaType, hash: hasher.digest('hex'), bytes, encoded: new Map() };
}

function encodedFile({ bytes, encoded }: StaticFile, coding: ContentCoding): Promise<Buffer> | Buffer {
  if (coding === 'identity') return bytes;
  const encodedBytes = encoded.get(coding) ?? encode(bytes, coding);
  encoded.set(coding, encodedBytes);
  return encodedBytes;
}

/**
 * @param headers headers in addition to the headers of every file
 * @throws RequestError 406 if the client accepts no coding of the server
 */
export async function sendFile(
  ctx: ParameterizedContext<RequestState>,
  file: StaticFile,
  cacheControl: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { acceptEncoding, ifNoneMatch } = ctx.state.headers;
  const coding = negotiateCoding(acceptEncoding, file.bytes.byteLength);
  if (coding === undefined) {
    const detail =
      'Accept-Encoding refuses br, gzip and identity, and the server has no other coding. Allow one of them.';
    throw new RequestError([{ code: 'NotAcceptable', detail, header: 'Accept-Encoding' }]);
  }
  const tag = formatEntityTag(file.hash, coding);
  ctx.set({ ...headers, 'Cache-Control': cacheControl, ETag: tag });
  if (matchesNoneMatch(ifNoneMatch, tag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  ctx.set('Content-Type', file.mediaType);
  if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  ctx.body = await encodedFile(file, coding);
}
