/**
 * Whatever is thrown below becomes an error document, with the headers that its status asks for.
 *
 * Expected errors are RequestErrors. Anything else is ours: the client gets an id, the log gets the stack under that
 * id, and nothing of the stack leaves the machine.
 */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { RequestError, type RequestProblem } from '../../errors/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import { ALLOW, COMPLEXITY_HEADER, JSON_API, NO_STORE, RETRY_AFTER_SECONDS } from '../wire/headers.js';

function respond(ctx: Context, status: number, problems: readonly RequestProblem[], id?: string): void {
  ctx.remove('ETag');
  ctx.remove('Content-Encoding');
  ctx.status = status;
  ctx.set('Content-Type', JSON_API);
  ctx.set('Cache-Control', NO_STORE);
  if (status === 405) ctx.set('Allow', ALLOW);
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
  ctx.body = renderErrors(problems, id);
}

export function errorDocuments(logger: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof RequestError) {
        if (error.complexity > 0) ctx.set(COMPLEXITY_HEADER, String(error.complexity));
        respond(ctx, error.status, error.problems);
        return;
      }
      const id = randomUUID();
      logger.error({ err: error, id, method: ctx.method, target: ctx.originalUrl }, 'a request failed');
      const detail = `The server failed to answer. Its operator finds the reason in the log under ${id}.`;
      respond(ctx, 500, [{ code: 'InternalError', detail }], id);
    }
  };
}
