/**
 * What is checked of every request before it is routed: the HTTP/1.1 Host rule, the target's length, the method.
 */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { RequestError } from '../errors/index.js';
import { LIMITS } from '../model/index.js';
import { ALLOW, ALLOWED_METHODS } from './headers.js';
import { originForm } from './target.js';

const allowed: ReadonlySet<string> = new Set(ALLOWED_METHODS);

/** How many Host lines the request has; `headers.host` would show only the first. */
function hostLines({ rawHeaders }: IncomingMessage): number {
  let lines = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

/**
 * Node would refuse a missing Host itself, without a document and without the headers of every response; so it is
 * told not to, and this does. The host's value is never used.
 */
function checkHost(request: IncomingMessage): void {
  const lines = hostLines(request);
  if (lines === 1 || (lines === 0 && request.httpVersion === '1.0')) return;
  const found = lines === 0 ? 'none' : `${lines}`;
  throw new RequestError([
    {
      code: 'BadRequest',
      detail: `An HTTP/1.1 request has exactly one Host header; this one has ${found}.`,
      header: 'Host',
    },
  ]);
}

/** Rewrites `ctx.url` into origin form on the way; `ctx.originalUrl` keeps what was sent. */
export function guard(): Middleware {
  return (ctx, next) => {
    checkHost(ctx.req);
    const byteLength = ctx.originalUrl.length;
    if (byteLength > LIMITS.targetBytes) {
      const detail = `The request target has ${byteLength} bytes; at most ${LIMITS.targetBytes} are read. Ask for less at once.`;
      throw new RequestError([{ code: 'UriTooLong', detail }]);
    }
    if (!allowed.has(ctx.method)) {
      const detail = `The content is read-only: ${ctx.method} is not possible here. Use one of ${ALLOW}.`;
      throw new RequestError([{ code: 'MethodNotAllowed', detail }]);
    }
    ctx.url = originForm(ctx.originalUrl);
    return next();
  };
}
