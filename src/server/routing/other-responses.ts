/**
 * What no route answers: `OPTIONS`, and 404 for the rest.
 *
 * The outermost layer: what every response that is no content has in common, and errors as documents.
 *
 * Content is sent by its handler, headers included, and passes untouched. Expected errors are RequestErrors. Anything
 * else is ours: the client gets an id, the log gets the stack under that id, and nothing of the stack leaves the
 * machine.
 */

import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { didYouMean, excerpt, list, RequestError, type RequestProblem } from '../../content/errors/index.js';
import { withoutTrailing } from '../../content/model/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import type { Gate } from '../access/gate.js';
import { AccessRefused } from '../access/refusal.js';
import type { Mount, RequestState } from '../deliver/mounts.js';
import { withoutSecrets } from '../keys/index.js';
import type { CrossOrigin } from '../negotiate/cross-origin.js';
import { PRECONDITION_FAILED, satisfiesIfMatch } from '../negotiate/entity-tag.js';
import type { Page } from '../pages/page.js';
import { watched } from '../wire/connections.js';
import { ALLOW, COMPLEXITY_HEADER, JSON_API, NO_STORE, RETRY_AFTER_SECONDS } from '../wire/headers.js';
import { hostOf, readHeaders, requestIdLines } from '../wire/request.js';
import type { RoutedContext } from './router.js';

function notFound(path: string, mounts: readonly Mount[], pages: readonly string[]): RequestError {
  const page = withoutTrailing(path, '/');
  if (pages.includes(page)) {
    const detail = `Nothing is served at "${excerpt(path)}": write the path without a slash at its end, "${page}".`;
    return new RequestError([{ code: 'NotFound', detail }]);
  }
  const depth = mounts.length === 1 ? 2 : 3;
  const beginning = path
    .split('/')
    .slice(0, depth + 1)
    .join('/');
  const meant = didYouMean(beginning, [...mounts.map((mount) => mount.path), ...pages]);
  const roots = mounts.map((mount) => mount.base);
  const where = roots.length === 0 ? '' : ` The content is below ${list(roots)}.`;
  const detail = `Nothing is served at "${excerpt(path)}".${meant}${where}`;
  return new RequestError([{ code: 'NotFound', detail }]);
}

/** Of a host at which nothing is served. */
function misdirected(host: string, hosts: readonly string[]): RequestError {
  const detail = `Nothing is served at the host "${excerpt(host)}". The hosts are: ${list(hosts)}.`;
  return new RequestError([{ code: 'MisdirectedRequest', detail, header: 'Host' }]);
}

/** `OPTIONS *` asks about the server as a whole; every answer to `OPTIONS` gets its `Allow` elsewhere. */
export function unmatched(
  mounts: readonly Mount[],
  pages: readonly Page[],
  hosts: readonly string[],
): Middleware<RequestState> {
  const paths = pages.flatMap(({ path, paths: all }) => all ?? [path]);
  return (ctx) => {
    const { mount, path } = ctx.state.asked;
    const isOptions = ctx.method === 'OPTIONS';
    if (!isOptions || (mount === undefined && !paths.includes(path) && path !== '*')) {
      throw mounts.length === 0 && hosts.length > 0
        ? misdirected(hostOf(ctx.req), hosts)
        : notFound(path, mounts, paths);
    }
    ctx.status = 204;
    ctx.set('Cache-Control', NO_STORE);
    return undefined;
  };
}

interface OtherResponsesOptions {
  readonly crossOrigin: CrossOrigin;
  /** What every response has, CORS aside: names and values in turn. */
  readonly everyLines: readonly string[];
  /** Whether connections shall end with their current response. */
  readonly closing: () => boolean;
  /** Counts who is refused; undefined where everybody may read. */
  readonly gate: Gate | undefined;
  readonly logger: Logger;
}

function writeErrors(ctx: Context, status: number, problems: readonly RequestProblem[], id?: string): void {
  ctx.status = status;
  ctx.set('Content-Type', watched(ctx.res).mediaType ?? JSON_API);
  ctx.set('Cache-Control', NO_STORE);
  if (status === 405) ctx.set('Allow', ALLOW);
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
  watched(ctx.res).errorCode = problems[0]?.code ?? '';
  ctx.body = renderErrors(problems, id);
}

function setLines(ctx: Context, lines: readonly string[]): void {
  for (let i = 0; i + 1 < lines.length; i += 2) ctx.set(lines[i]!, lines[i + 1]!);
}

/** @throws RequestError 412 where a page is not what `If-Match` asks for; content is compared before it is sent */
function checkMatch(ctx: RoutedContext): void {
  if (ctx.method === 'OPTIONS' || ctx.status >= 400) return;
  if (satisfiesIfMatch(ctx.state.headers.ifMatch, ctx.response.get('ETag'))) return;
  ctx.remove('ETag');
  ctx.remove('Content-Encoding');
  throw new RequestError([PRECONDITION_FAILED]);
}

/** All that answers. @throws RequestError, or rejects with it, where an error is the answer */
type Answering = (ctx: RoutedContext, next: Next) => Promise<unknown>;

/** Koa's promise of what is done already. */
const DONE = Promise.resolve();

export function otherResponses(options: OtherResponsesOptions, answering: Answering): Answering {
  const { crossOrigin, everyLines, closing, gate, logger } = options;

  /** Headers last: the library that answers preflights says that they vary by origin even where they do not. */
  const finish = (ctx: Context): void => {
    const isPreflight = ctx.res.hasHeader('Access-Control-Allow-Methods');
    if (!ctx.res.hasHeader(COMPLEXITY_HEADER)) ctx.set(COMPLEXITY_HEADER, '0');
    setLines(ctx, everyLines);
    if (ctx.method === 'OPTIONS') ctx.set('Allow', ALLOW);
    const { origin, requestId } = readHeaders(ctx.req.rawHeaders);
    setLines(ctx, requestIdLines(requestId));
    if (!isPreflight) {
      setLines(ctx, crossOrigin.everyLines);
      setLines(ctx, crossOrigin.linesFor(origin));
    }
    if (closing()) ctx.set('Connection', 'close');
    const response = watched(ctx.res);
    response.complexity = Number(ctx.response.get(COMPLEXITY_HEADER));
    response.bodyBytes = ctx.method === 'HEAD' ? 0 : (ctx.length ?? 0);
  };

  const fail = (ctx: Context, error: unknown): void => {
    if (error instanceof RequestError) {
      if (error.complexity > 0) ctx.set(COMPLEXITY_HEADER, String(error.complexity));
      if (error instanceof AccessRefused) {
        gate?.refused(error.refusal);
        setLines(ctx, error.refusal.lines);
      }
      writeErrors(ctx, error.status, error.problems);
    } else {
      const id = randomUUID();
      logger.error({ err: error, id, method: ctx.method, target: withoutSecrets(ctx.originalUrl) }, 'a request failed');
      const detail = `The server failed to answer. The log of the server has the reason, under ${id}.`;
      writeErrors(ctx, 500, [{ code: 'InternalError', detail }], id);
    }
    finish(ctx);
  };

  return (ctx, next) => {
    let answered: Promise<unknown>;
    try {
      answered = answering(ctx, next);
    } catch (error) {
      fail(ctx, error);
      return DONE;
    }
    // Sent already, as content is that need not wait: nothing is left to do, and nothing to wait for.
    if (ctx.respond === false) return DONE;
    return answered
      .then(() => {
        if (ctx.respond === false) return;
        checkMatch(ctx);
        finish(ctx);
      })
      .catch((error: unknown) => fail(ctx, error));
  };
}
