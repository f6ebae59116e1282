/**
 * `GET /explore/explain?space=…&request=…`: how a request of the explorer's is answered, as `stele query --explain` tells it.
 *
 * It answers the request for a few milliseconds again and again, so it is refused whenever content would be.
 *
 * The explorer's routes: its page at `/`, `/explore` and `/docs`, the page's files, what it asks of the server beside
 * content, and the guides.
 *
 * The page works with addresses relative to its own, and so behind any proxy: nothing of the public URL is in it. What it
 * shows first stands in it, so that it need not be asked for: the description of what is served.
 */

import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../../../src/content/errors/index.js';
import {
  type ExplainedRequest,
  explainRequest,
  type IgnoresParameter,
  runPaged,
  snapshotIn,
} from '../../../src/jsonapi/index.js';
import {
  checkOpensSpace,
  IMMUTABLE,
  type Mount,
  mountFor,
  NO_STORE,
  type Overload,
  type Page,
  REVALIDATED,
  type RequestState,
  type StaticFile,
  sendFile,
  splitTarget,
  staticFile,
} from '../../../src/server/index.js';
import { type BundledFile, type BundledPage, type ExplorerBundle, HTML_TYPE } from './bundle.js';
import type { Description } from './described.js';
import { describe } from './description.js';

interface ExplainOptions {
  readonly mounts: readonly Mount[];
  readonly overload: Overload;
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
}

/** What a request may take beside answering it once. */
const timeLimitNs = 5_000_000;

const clock = (): number => Number(process.hrtime.bigint());

function given(search: string, name: string): string {
  const values = new URLSearchParams(search).getAll(name);
  const [value] = values;
  if (value !== undefined && values.length === 1) return value;
  const detail = `Give "${name}" once, as in /explore/explain?space=<space>&request=<path and query below the delivery root>.`;
  throw new RequestError([{ code: 'InvalidParameter', detail, parameter: name }]);
}

function mountNamed(mounts: readonly Mount[], name: string): Mount {
  const found = mounts.find(({ served }) => served.name === name);
  if (found !== undefined) return found;
  const names = mounts.map(({ served }) => served.name);
  const detail = `There is no space "${excerpt(name)}".${didYouMean(name, names)} The spaces are: ${list(names)}.`;
  throw new RequestError([{ code: 'InvalidValue', detail, parameter: 'space' }]);
}

function explained({ mounts, overload, maxCostMs, ignores }: ExplainOptions): Middleware<RequestState> {
  return (ctx) => {
    const { search } = splitTarget(ctx.url);
    const name = given(search, 'space');
    checkOpensSpace(ctx.state, name);
    const mount = mountFor(mountNamed(mounts, name), ctx.state.readsPreviews);
    const target = splitTarget(given(search, 'request'));
    const { space } = mount.served;
    if (space === undefined || !overload.hasTime()) {
      const detail =
        space === undefined ? 'No snapshot is loaded; try again later.' : 'The server is busy; try again later.';
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    const snapshot = snapshotIn(space);
    if (snapshot === undefined) {
      const detail =
        'This server does not answer from a snapshot, so it has no plan to show. Only a server of snapshots explains its answers.';
      throw new RequestError([{ code: 'NotFound', detail }]);
    }
    const bounds = { timeLimitNs, maxCostMs, ignores };
    const explain = (): ExplainedRequest =>
      explainRequest(snapshot, target.path, target.search, mount.base, clock, bounds);
    const tell = (explanation: ExplainedRequest): void => {
      ctx.status = 200;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Cache-Control', NO_STORE);
      ctx.body = Buffer.from(JSON.stringify(explanation));
    };
    const explanation = runPaged(snapshot, explain, 0);
    return explanation instanceof Promise ? explanation.then(tell) : tell(explanation);
  };
}

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
const MODEL_PATH = '/explore/model.json';

interface ExplorerOptions extends ExplainOptions {
  /** Whether keys are asked for: then the page, which everybody may read, says nothing of what is served. */
  readonly guarded: boolean;
  /** Whether pictures of other hosts are shown. */
  readonly images: boolean;
  /** What is wrong with what is built here; undefined: nothing is built here. */
  readonly dev: (() => string | undefined) | undefined;
  /** Whether the interface is described, for people too. */
  readonly docs: boolean;
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

const describing =
  (more: Pick<Description, 'dev' | 'docs' | 'pictures'>) =>
  (mounts: readonly Mount[]): string =>
    JSON.stringify({ ...describe(mounts), ...more });

/** `GET /explore/dev`: what is wrong with the export that is built here, and which snapshot is served. */
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

/** No text of the content ends the element that it stands in. */
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

/** `GET /{space}/docs` › the reference of that space. */
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
    { name: 'explore/explain', path: '/explore/explain', handler: explained(options) },
    ...files.map((file) => ({
      name: `explore/${file.name.replace(/-\w+(?=\.\w+$)/, '')}`,
      path: `/explore/${file.name}`,
      isOpen: true,
      handler: sent(file),
    })),
  ];
}
