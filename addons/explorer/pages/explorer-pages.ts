/**
 * The explorer's routes: its page at `/`, `/explore` and `/docs`, its files, the description of the spaces, and the
 * guides.
 *
 * The page uses relative addresses, so it works behind any proxy. The description is written into the page, which saves
 * a request; if the server requires keys, the page has no description.
 * Elsewhere: explaining a request (explain-page).
 */

import type { Middleware } from 'koa';
import {
  IMMUTABLE,
  type Mount,
  mountFor,
  NO_STORE,
  type Page,
  REVALIDATED,
  type RequestState,
  type StaticFile,
  sendFile,
  staticFile,
} from '../../../src/server/index.js';
import { type BundledFile, type BundledPage, type ExplorerBundle, HTML_TYPE } from './bundle.js';
import { describe } from './description.js';
import type { Description } from './description-types.js';
import { type ExplainOptions, explainHandler } from './explain-page.js';

/**
 * The Content-Security-Policy of the page. It allows the inline script and styles of the bundle by their hashes, files
 * and requests of this server, pictures from other hosts if `images` is true, and HTML that the sanitiser made.
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
const MODEL_PATH = '/explore/model.json';

interface ExplorerOptions extends ExplainOptions {
  /** Whether the server requires keys. The page is public, so it then has no description of the content. */
  readonly guarded: boolean;
  /** Whether pictures from other hosts are allowed. */
  readonly images: boolean;
  /** Returns the errors of the export that `--dev` builds; undefined without `--dev`. */
  readonly dev: (() => string | undefined) | undefined;
  /** Whether the reference and the guides are served. */
  readonly docs: boolean;
}

/** @returns a function that caches the file from `make` until the list of spaces or one of their snapshots changes */
function kept(make: (mounts: readonly Mount[]) => StaticFile): (mounts: readonly Mount[]) => StaticFile {
  let made: { readonly of: string; readonly file: StaticFile } | undefined;
  return (mounts) => {
    const of = JSON.stringify(mounts.map(({ served }) => [served.name, served.space?.id]));
    if (made?.of !== of) made = { of, file: make(mounts) };
    return made.file;
  };
}

const describing =
  (more: Pick<Description, 'dev' | 'docs' | 'pictures'>) =>
  (mounts: readonly Mount[]): string =>
    JSON.stringify({ ...describe(mounts), ...more });

/** `GET /explore/dev`: the errors of the export that `--dev` builds, and the id of the served snapshot. */
const devPage = (problem: () => string | undefined, mounts: readonly Mount[]): Page => ({
  name: 'explore/dev',
  path: '/explore/dev',
  handler(ctx) {
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    ctx.set('Cache-Control', NO_STORE);
    const snapshot = mounts[0]?.served.space?.id ?? null;
    ctx.body = Buffer.from(JSON.stringify({ problem: problem() ?? null, snapshot }));
  },
});

/** Writes JSON into a script element; `<` is escaped, so that no text can end the element. */
const dataBlock = (json: string): string =>
  `<script type="application/json" id="description">${json.replaceAll('<', '\\u003c')}</script>`;
const preload = `<link rel="preload" as="fetch" href="${MODEL_PATH.slice(1)}" crossorigin="anonymous">`;

function pageOf(
  { before, after }: BundledPage,
  guarded: boolean,
  described: (mounts: readonly Mount[]) => string,
): (mounts: readonly Mount[]) => StaticFile {
  const page = (middle: string): StaticFile => staticFile(HTML_TYPE, `${before}${middle}${after}`);
  const closed = page(preload);
  return guarded ? () => closed : kept((mounts) => page(dataBlock(described(mounts))));
}

/** `GET /{space}/docs`: redirects to the reference of the space. */
const docsOf = (mounts: readonly Mount[]): Page => ({
  name: 'docs',
  path: '/:space/docs',
  paths: mounts.map(({ served }) => `/${served.name}/docs`),
  isOpen: true,
  handler(ctx, next) {
    const found = mounts.find(({ served }) => ctx.path === `/${served.name}/docs`);
    if (found === undefined) return next();
    ctx.status = 302;
    ctx.set({ Location: `../docs#/${found.served.name}`, 'Cache-Control': REVALIDATED });
    return undefined;
  },
});

export function explorerPages(
  { page, files, guides }: ExplorerBundle,
  { guarded, images, dev, docs, ...options }: ExplorerOptions,
): readonly Page[] {
  const described = describing({
    ...(dev && { dev: true }),
    ...(!images && { pictures: false }),
    ...(docs && { docs }),
  });
  const model = kept((mounts) => staticFile(JSON_TYPE, described(mounts)));
  const shownPage = pageOf(page, guarded, described);
  const pageHeaders = {
    'Content-Security-Policy': contentSecurityPolicy(page, images),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const sendPage: Middleware<RequestState> = (ctx) =>
    sendFile(ctx, shownPage(options.mounts), REVALIDATED, pageHeaders);
  const guide = ([name, file]: readonly [string, StaticFile]): Page => ({
    name: 'guide',
    path: `/docs/guide${name === 'index' ? '' : `/${name}`}`,
    isOpen: true,
    handler: (ctx) => sendFile(ctx, file, REVALIDATED, pageHeaders),
  });
  const docsPages: readonly Page[] = [
    { name: 'docs', path: '/docs', isOpen: true, handler: sendPage },
    ...[...guides].map(guide),
    ...(options.mounts.length === 1 ? [] : [docsOf(options.mounts)]),
  ];
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
        const opened = options.mounts.filter(({ served }) => ctx.state.opensSpace?.(served.name) ?? true);
        const shown = opened.map((mount) => mountFor(mount, ctx.state.readsPreviews));
        return sendFile(ctx, model(shown), REVALIDATED);
      },
    },
    ...(dev === undefined ? [] : [devPage(dev, options.mounts)]),
    ...(docs ? docsPages : []),
    { name: 'explore/explain', path: '/explore/explain', handler: explainHandler(options) },
    ...files.map((file) => ({
      name: `explore/${file.name.replace(/-\w+(?=\.\w+$)/, '')}`,
      path: `/explore/${file.name}`,
      isOpen: true,
      handler: sent(file),
    })),
  ];
}
