/**
 * What is checked of every request before it is routed, and what is read of it once.
 */
import type { Middleware } from 'koa';
import { RequestError } from '../../errors/index.js';
import type { RequestState } from '../deliver/delivery.js';
import { readHeaders } from '../wire/request-headers.js';
import { requestProblem } from '../wire/request-problem.js';
import { originForm, plainTarget } from '../wire/target.js';

/** Rewrites the target into plain origin form on the way; `ctx.originalUrl` keeps what was sent. */
export function guard(targetBytesMaximum: number): Middleware<RequestState> {
  return (ctx, next) => {
    const headers = readHeaders(ctx.req.rawHeaders);
    const problem = requestProblem(ctx.req, headers, targetBytesMaximum);
    if (problem !== undefined) throw new RequestError([problem]);
    ctx.state.headers = headers;
    ctx.req.url = plainTarget(originForm(ctx.originalUrl));
    return next();
  };
}
