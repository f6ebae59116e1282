/**
 * The explorer's routes: its page at `/`, `/explore` and `/docs`, its files, and the description of the spaces.
 *
 * The page uses relative addresses, so it works behind any proxy. The description is written into the page, which saves
 * a request; if the server requires keys, the page has no description.
 * Elsewhere: explaining a request (explain-page), the guides (guide-pages).
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
  splitTarget,
  staticFile,
} from '../../../src/server/index.js';
import { type BundledFile, type BundledPage, type ExplorerBundle, HTML_TYPE } from './bundle.js';
import { describe } from './description.js';
import type { Description } from './description-types.js';
import { type ExplainOptions, explainHandler } from './explain-page.js';
import { guidePages } from './guide-pages.js';

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

type FileOfMounts = (mounts: readonly Mount[]) => StaticFile;

/** @returns a function that caches the written file until the list of spaces or one of their snapshots changes */
function cacheBySnapshots(writeFile: FileOfMounts): FileOfMounts {
  let cached: { readonly snapshots: string; readonly file: StaticFile } | undefined;
  return (mounts) => {
    const snapshots = JSON.stringify(mounts.map(({ served }) => [served.name, served.space?.id]));
    if (cached?.snapshots !== snapshots) cached = { snapshots, file: writeFile(mounts) };
    return cached.file;
  };
}

type DescriptionOptions = Pick<Description, 'dev' | 'docs' | 'pictures'>;

const writeDescription = (mounts: readonly Mount[], options: DescriptionOptions): string =>
  JSON.stringify({ ...describe(mounts), ...options });

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

/** @returns the page with the description in it; if the server requires keys, without it */
function createPage({ before, after }: BundledPage, guarded: boolean, options: DescriptionOptions): FileOfMounts {
  const writePage = (content: string): StaticFile => staticFile(HTML_TYPE, `${before}${content}${after}`);
  const pageWithoutDescription = writePage(preload);
  if (guarded) return () => pageWithoutDescription;
  return cacheBySnapshots((mounts) => writePage(dataBlock(writeDescription(mounts, options))));
}

/** `GET /{space}/docs`: redirects to the reference of the space. */
const spaceDocsPage = (mounts: readonly Mount[]): Page => ({
  name: 'docs',
  path: '/:space/docs',
  paths: mounts.map(({ served }) => `/${served.name}/docs`),
  isOpen: true,
  handler(ctx, next) {
    const mount = mounts.find(({ served }) => ctx.path === `/${served.name}/docs`);
    if (mount === undefined) return next();
    ctx.status = 302;
    ctx.set({ Location: `../docs#/${mount.served.name}`, 'Cache-Control': REVALIDATED });
    return undefined;
  },
});

/** `GET /explore/`, `GET /docs/`: redirects to the path without the slash, because the addresses in the page are relative to it. */
const slashPage = (path: string): Page => ({
  name: 'slash',
  path: `${path}/`,
  isOpen: true,
  handler(ctx) {
    ctx.status = 302;
    ctx.set({ Location: `..${path}${splitTarget(ctx.url).search}`, 'Cache-Control': REVALIDATED });
  },
});

/** `GET /explore/model.json`: the description of the spaces that the request may read. */
function modelPage(mounts: readonly Mount[], options: DescriptionOptions): Page {
  const model = cacheBySnapshots((readableMounts) => staticFile(JSON_TYPE, writeDescription(readableMounts, options)));
  return {
    name: 'explore/model',
    path: MODEL_PATH,
    handler(ctx) {
      const readableMounts = mounts
        .filter(({ served }) => ctx.state.opensSpace?.(served.name) ?? true)
        .map((mount) => mountFor(mount, ctx.state.readsPreviews));
      return sendFile(ctx, model(readableMounts), REVALIDATED);
    },
  };
}

/** A file of the bundle: its name has a hash, so it never changes. */
const bundledFilePage = (file: BundledFile): Page => ({
  name: `explore/${file.name.replace(/-\w+(?=\.\w+$)/, '')}`,
  path: `/explore/${file.name}`,
  isOpen: true,
  handler: (ctx) => sendFile(ctx, file, IMMUTABLE),
});

export function explorerPages(
  bundle: ExplorerBundle,
  { guarded, images, dev, docs, ...options }: ExplorerOptions,
): readonly Page[] {
  const { page, files } = bundle;
  const { mounts, overload } = options;
  const descriptionOptions: DescriptionOptions = {
    ...(dev !== undefined && { dev: true }),
    ...(!images && { pictures: false }),
    ...(docs && { docs }),
  };
  const pageFile = createPage(page, guarded, descriptionOptions);
  const pageHeaders = {
    'Content-Security-Policy': contentSecurityPolicy(page, images),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const sendPage: Middleware<RequestState> = (ctx) => sendFile(ctx, pageFile(mounts), REVALIDATED, pageHeaders);
  const pages: Page[] = [
    { name: 'explorer', path: '/', isOpen: true, handler: sendPage },
    { name: 'explore', path: '/explore', isOpen: true, handler: sendPage },
    slashPage('/explore'),
    modelPage(mounts, descriptionOptions),
  ];
  if (dev !== undefined) pages.push(devPage(dev, mounts));
  if (docs) {
    pages.push({ name: 'docs', path: '/docs', isOpen: true, handler: sendPage }, slashPage('/docs'));
    pages.push(...guidePages(bundle, { mounts: guarded ? [] : mounts, overload }));
    if (mounts.length !== 1) pages.push(spaceDocsPage(mounts));
  }
  pages.push({ name: 'explore/explain', path: '/explore/explain', handler: explainHandler(options) });
  pages.push(...files.map(bundledFilePage));
  return pages;
}
