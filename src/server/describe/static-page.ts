/**
 * A page whose bytes stay the same while a snapshot is served: its tag, its codings, 304.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { RequestError } from '../../errors/index.js';
import { type ContentCoding, encode, negotiateCoding } from '../negotiate/content-coding.js';

/** Whoever asks again is told that nothing has changed, and at once when it has. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

export interface StaticPage {
  readonly type: string;
  readonly body: Buffer;
  readonly tag: string;
  /** By coding, once somebody has asked for it. */
  readonly encoded: Map<ContentCoding, Promise<Buffer>>;
}

export function staticPage(type: string, text: string | Buffer): StaticPage {
  const body = Buffer.from(text);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { type, body, tag, encoded: new Map() };
}

function encodedPage({ body, encoded }: StaticPage, coding: ContentCoding): Promise<Buffer> {
  let made = encoded.get(coding);
  if (made === undefined) {
    made = encode(body, coding);
    encoded.set(coding, made);
  }
  return made;
}

/** @param headers beside those of every page: names and values */
export async function sendPage(
  ctx: Context,
  page: StaticPage,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const coding = negotiateCoding(ctx.get('Accept-Encoding') || undefined, page.body.byteLength);
  if (coding === undefined) {
    const detail = 'Accept-Encoding refuses br, gzip and identity, and nothing else is served. Allow one of them.';
    throw new RequestError([{ code: 'NotAcceptable', detail, header: 'Accept-Encoding' }]);
  }
  ctx.status = 200;
  ctx.set({ ...headers, 'Cache-Control': REVALIDATE, 'Content-Type': page.type });
  ctx.set('ETag', coding === 'identity' ? `"${page.tag}"` : `"${page.tag}-${coding}"`);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  ctx.body = await encodedPage(page, coding);
}
