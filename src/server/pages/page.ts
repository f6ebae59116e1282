/**
 * What a page is.
 *
 * Bytes that stay the same for a while, such as those of a page: their tag, their codings, 304.
 *
 * Files of the explorer are compressed when it is bundled; what is made while serving, once somebody asks for it.
 */

import type { Middleware, ParameterizedContext } from 'koa';
import { RequestError } from '../../content/errors/index.js';
import type { RequestState } from '../deliver/mounts.js';
import { type ContentCoding, encode, negotiateCoding } from '../negotiate/content-coding.js';
import { digestOf, entityTag, matchesNoneMatch } from '../negotiate/entity-tag.js';

/** Something that is answered beside the content. */
export interface Page {
  /** Of its route, which metrics and log tell; files of one page share it. */
  readonly name: string;
  /** As the router writes it. */
  readonly path: string;
  /** The paths it matches, where it is a pattern. */
  readonly paths?: readonly string[];
  /** Whether it is for everybody although content is read with keys: it shows neither content nor its model. */
  readonly isOpen?: boolean;
  readonly handler: Middleware<RequestState>;
}

export interface StaticFile {
  readonly mediaType: string;
  /** Of its content, unquoted. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** By coding, as far as they are known. */
  readonly encoded: Map<ContentCoding, Promise<Buffer> | Buffer>;
}

/** Whoever asks again is told that nothing has changed, and at once when it has. */
export const REVALIDATED = 'no-cache';
/** A year: what has another content has another name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export function staticFile(mediaType: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  return { mediaType, hash: digestOf(bytes), bytes, encoded: new Map() };
}

function encodedFile({ bytes, encoded }: StaticFile, coding: ContentCoding): Promise<Buffer> | Buffer {
  if (coding === 'identity') return bytes;
  const made = encoded.get(coding) ?? encode(bytes, coding);
  encoded.set(coding, made);
  return made;
}

/**
 * @param headers beside those of every file
 * @throws RequestError where the client takes no coding that there is
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
  const tag = entityTag(file.hash, coding);
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
