/**
 * The explorer's routes: its page at `/` and `/explore`, the page's files, and what it asks of the server beside content.
 *
 * The page works with addresses relative to its own, and so behind any proxy: nothing of the public URL is in it.
 */
import type { Middleware } from 'koa';
import { type Mount, mountFor } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { IMMUTABLE, REVALIDATED, type StaticFile, sendFile, staticFile } from '../pages/static-file.js';
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

const pageHeaders = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** @returns what describes spaces, made anew where they are others, or one of them has another snapshot */
function describer(): (mounts: readonly Mount[]) => StaticFile {
  let made: { readonly of: string; readonly file: StaticFile } | undefined;
  return (mounts) => {
    const of = JSON.stringify(mounts.map(({ served }) => [served.name, served.space?.id]));
    if (made?.of !== of) {
      made = { of, file: staticFile('application/json; charset=utf-8', JSON.stringify(describe(mounts))) };
    }
    return made.file;
  };
}

export function explorerPages({ page, files }: ExplorerBundle, options: ExplainOptions): readonly Page[] {
  const model = describer();
  const sent =
    (file: BundledFile, cacheControl: string, headers = {}): Middleware<RequestState> =>
    (ctx) =>
      sendFile(ctx, file, cacheControl, headers);
  return [
    { name: 'explorer', path: '/', isOpen: true, handler: sent(page, REVALIDATED, pageHeaders) },
    { name: 'explore', path: '/explore', isOpen: true, handler: sent(page, REVALIDATED, pageHeaders) },
    {
      name: 'explore/model',
      path: '/explore/model.json',
      handler: (ctx) => {
        const opened = options.mounts.filter(({ served }) => ctx.state.opens?.(served.name) ?? true);
        const shown = opened.map((mount) => mountFor(mount, ctx.state.previews));
        return sendFile(ctx, model(shown), REVALIDATED);
      },
    },
    { name: 'explore/explain', path: '/explore/explain', handler: explained(options) },
    ...files.map((file) => ({
      name: `explore/${file.name.replace(/-\w+(?=\.\w+$)/, '')}`,
      path: `/explore/${file.name}`,
      isOpen: true,
      handler: sent(file, IMMUTABLE),
    })),
  ];
}
