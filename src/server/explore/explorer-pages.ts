/**
 * The explorer's routes: its page at `/` and `/explore`, the page's files, and what it asks of the server beside content.
 *
 * The page works with addresses relative to its own, and so behind any proxy: nothing of the public URL is in it. What it
 * shows first stands in it, so that it need not be asked for: the description of what is served.
 */
import type { Middleware } from 'koa';
import { type Mount, mountFor } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { IMMUTABLE, REVALIDATED, type StaticFile, sendFile, staticFile } from '../pages/static-file.js';
import type { BundledFile, BundledPage, ExplorerBundle } from './bundle.js';
import { describe } from './description.js';
import { type ExplainOptions, explained } from './explained.js';

/**
 * Nothing inline but the lines and styles that the page was bundled with, named by their hashes; nothing from elsewhere
 * but pictures, where these are wanted; and no HTML from texts but what the sanitiser made.
 */
export const contentSecurityPolicy = (
  { script, style }: Pick<BundledPage, 'script' | 'style'>,
  images: boolean,
): string =>
  [
    "default-src 'none'",
    `script-src 'self' '${script}'`,
    `style-src 'self' '${style}'`,
    images ? "img-src 'self' http: https:" : "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ].join('; ');

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const MODEL_PATH = '/explore/model.json';

export interface ExplorerOptions extends ExplainOptions {
  /** Whether keys are asked for: then the page, which everybody may read, says nothing of what is served. */
  readonly guarded: boolean;
  /** Whether pictures of other hosts are shown. */
  readonly images: boolean;
}

/** @returns what `make` makes of the spaces; made anew where they are others, or one of them has another snapshot */
function kept(make: (mounts: readonly Mount[]) => StaticFile): (mounts: readonly Mount[]) => StaticFile {
  let made: { readonly of: string; readonly file: StaticFile } | undefined;
  return (mounts) => {
    const of = JSON.stringify(mounts.map(({ served }) => [served.name, served.space?.id]));
    if (made?.of !== of) made = { of, file: make(mounts) };
    return made.file;
  };
}

const described = (mounts: readonly Mount[]): string => JSON.stringify(describe(mounts));

/** No text of the content ends the element that it stands in. */
const dataBlock = (json: string): string =>
  `<script type="application/json" id="description">${json.replaceAll('<', '\\u003c')}</script>`;
const preload = `<link rel="preload" as="fetch" href="${MODEL_PATH.slice(1)}" crossorigin="anonymous">`;

function pageOf({ before, after }: BundledPage, guarded: boolean): (mounts: readonly Mount[]) => StaticFile {
  const page = (middle: string): StaticFile => staticFile(HTML_TYPE, `${before}${middle}${after}`);
  const closed = page(preload);
  return guarded ? () => closed : kept((mounts) => page(dataBlock(described(mounts))));
}

export function explorerPages(
  { page, files }: ExplorerBundle,
  { guarded, images, ...options }: ExplorerOptions,
): readonly Page[] {
  const model = kept((mounts) => staticFile(JSON_TYPE, described(mounts)));
  const shownPage = pageOf(page, guarded);
  const pageHeaders = {
    'Content-Security-Policy': contentSecurityPolicy(page, images),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const sendPage: Middleware<RequestState> = (ctx) =>
    sendFile(ctx, shownPage(options.mounts), REVALIDATED, pageHeaders);
  const sent =
    (file: BundledFile): Middleware<RequestState> =>
    (ctx) =>
      sendFile(ctx, file, IMMUTABLE);
  return [
    { name: 'explorer', path: '/', isOpen: true, handler: sendPage },
    { name: 'explore', path: '/explore', isOpen: true, handler: sendPage },
    {
      name: 'explore/model',
      path: MODEL_PATH,
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
      handler: sent(file),
    })),
  ];
}
