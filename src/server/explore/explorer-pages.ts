/**
 * The explorer's routes: its page at `/` and `/explore`, the page's files, and what it asks of the server beside content.
 *
 * The page works with addresses relative to its own, and so behind any proxy: nothing of the public URL is in it.
 */
import type { Middleware } from 'koa';
import { mountFor } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import { negotiateCoding } from '../negotiate/content-coding.js';
import { entityTag, noneMatchHolds } from '../negotiate/entity-tag.js';
import type { Page } from '../pages/page.js';
import type { BundledFile, ExplorerBundle } from './bundle.js';
import { describe } from './description.js';
import { type ExplainOptions, explained } from './explained.js';

/** Nothing inline, nothing from elsewhere but pictures, and no HTML from texts but what the sanitiser made. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' http: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ');

/** A year: what has another content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Looked after at each use, as the page names the files that are there now. */
const REVALIDATED = 'no-cache';

const pageHeaders = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const sent =
  (file: BundledFile, cacheControl: string, headers: Readonly<Record<string, string>>): Middleware<RequestState> =>
  (ctx) => {
    const { acceptEncoding, ifNoneMatch } = ctx.state.headers;
    const plain = file.bytes.get('identity') ?? Buffer.alloc(0);
    // A browser takes one of them; who refuses all gets the file as it is.
    const coding = negotiateCoding(acceptEncoding, plain.byteLength) ?? 'identity';
    const tag = entityTag(file.hash, coding);
    ctx.set({ 'Cache-Control': cacheControl, ETag: tag, ...headers });
    if (ifNoneMatch !== undefined && noneMatchHolds(ifNoneMatch, tag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.set('Content-Type', file.mediaType);
    if (coding !== 'identity') ctx.set('Content-Encoding', coding);
    ctx.body = file.bytes.get(coding) ?? plain;
  };

export function explorerPages({ page, files }: ExplorerBundle, options: ExplainOptions): readonly Page[] {
  const model: Middleware<RequestState> = (ctx) => {
    ctx.status = 200;
    ctx.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': REVALIDATED });
    const opened = options.mounts.filter(({ served }) => ctx.state.opens?.(served.name) ?? true);
    ctx.body = Buffer.from(JSON.stringify(describe(opened.map((mount) => mountFor(mount, ctx.state.previews)))));
  };
  return [
    { name: 'explorer', path: '/', isOpen: true, handler: sent(page, REVALIDATED, pageHeaders) },
    { name: 'explore', path: '/explore', isOpen: true, handler: sent(page, REVALIDATED, pageHeaders) },
    { name: 'explore/model', path: '/explore/model.json', handler: model },
    { name: 'explore/explain', path: '/explore/explain', handler: explained(options) },
    ...files.map((file) => ({
      name: `explore/${file.name.replace(/-\w+(?=\.\w+$)/, '')}`,
      path: `/explore/${file.name}`,
      isOpen: true,
      handler: sent(file, IMMUTABLE, {}),
    })),
  ];
}
