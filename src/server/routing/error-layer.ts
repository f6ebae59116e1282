/**
 * The outermost layer of the application: error documents, and the headers of every response that is not content.
 *
 * Content is sent by its handler, headers included, and passes unchanged. A RequestError becomes an error document. Any
 * other error is a defect: the client gets an id, the log gets the stack under that id, and the stack never leaves the
 * machine.
 */
import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { RequestError, type RequestProblem } from '../../content/errors/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import type { Gate } from '../access/gate.js';
import { AccessRefused } from '../access/refusal.js';
import type { RoutedContext } from '../deliver/content-handler.js';
import { ALLOW, COMPLEXITY_HEADER, JSON_API, NO_STORE, RETRY_AFTER_SECONDS } from '../http/headers.js';
import { readHeaders } from '../http/request-headers.js';
import { requestIdLines } from '../http/request-id.js';
import { withoutSecrets } from '../keys/index.js';
import type { CrossOrigin } from '../negotiate/cross-origin.js';
import { PRECONDITION_FAILED, satisfiesIfMatch } from '../negotiate/entity-tag.js';
import { requireWatched } from '../wire/watched-response.js';

interface ErrorLayerOptions {
  readonly crossOrigin: CrossOrigin;
  /** Header lines of every response, without CORS: names and values in turn. */
  readonly everyLines: readonly string[];
  /** Whether connections end with their current response, because the server is stopping. */
  readonly isClosing: () => boolean;
  /** Counts refusals; undefined if content is open to everybody. */
  readonly gate: Gate | undefined;
  readonly logger: Logger;
}

function writeErrors(ctx: Context, status: number, problems: readonly RequestProblem[], id?: string): void {
  ctx.status = status;
  ctx.set('Content-Type', requireWatched(ctx.res).mediaType ?? JSON_API);
  ctx.set('Cache-Control', NO_STORE);
  if (status === 405) ctx.set('Allow', ALLOW);
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
  requireWatched(ctx.res).errorCode = problems[0]?.code ?? '';
  ctx.body = renderErrors(problems, id);
}

function setLines(ctx: Context, lines: readonly string[]): void {
  for (let i = 0; i + 1 < lines.length; i += 2) ctx.set(lines[i]!, lines[i + 1]!);
}

/** @throws RequestError 412 if a page does not satisfy `If-Match`; content is checked before it is sent */
function checkIfMatch(ctx: RoutedContext): void {
  if (ctx.method === 'OPTIONS' || ctx.status >= 400) return;
  if (satisfiesIfMatch(ctx.state.headers.ifMatch, ctx.response.get('ETag'))) return;
  ctx.remove('ETag');
  ctx.remove('Content-Encoding');
  throw new RequestError([PRECONDITION_FAILED]);
}

/** All inner layers. @throws RequestError, or rejects with it, if an error is the response */
type InnerLayers = (ctx: RoutedContext, next: Next) => Promise<unknown>;

const DONE = Promise.resolve();

export function errorLayer(options: ErrorLayerOptions, innerLayers: InnerLayers): InnerLayers {
  const { crossOrigin, everyLines, isClosing, gate, logger } = options;

  /** Called last: the library that answers preflights sets `Vary: Origin` even if responses do not vary. */
  const setCommonHeaders = (ctx: Context): void => {
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
    if (isClosing()) ctx.set('Connection', 'close');
    const response = requireWatched(ctx.res);
    response.complexity = Number(ctx.response.get(COMPLEXITY_HEADER));
    response.bodyBytes = ctx.method === 'HEAD' ? 0 : (ctx.length ?? 0);
  };

  const answerError = (ctx: Context, error: unknown): void => {
    if (error instanceof RequestError) {
      if (error.complexity > 0) ctx.set(COMPLEXITY_HEADER, String(error.complexity));
      if (error instanceof AccessRefused) {
        gate?.countRefusal(error.refusal);
        setLines(ctx, error.refusal.lines);
      }
      writeErrors(ctx, error.status, error.problems);
    } else {
      const id = randomUUID();
      logger.error({ err: error, id, method: ctx.method, target: withoutSecrets(ctx.originalUrl) }, 'a request failed');
      const detail = `The server failed to answer. The log of the server has the reason, under ${id}.`;
      writeErrors(ctx, 500, [{ code: 'InternalError', detail }], id);
    }
    setCommonHeaders(ctx);
  };

  return (ctx, next) => {
    let answered: Promise<unknown>;
    try {
      answered = innerLayers(ctx, next);
    } catch (error) {
      answerError(ctx, error);
      return DONE;
    }
    // Content that needs no waiting is already sent: there is no promise to wait for.
    if (ctx.respond === false) return DONE;
    return answered
      .then(() => {
        if (ctx.respond === false) return;
        checkIfMatch(ctx);
        setCommonHeaders(ctx);
      })
      .catch((error: unknown) => answerError(ctx, error));
  };
}
