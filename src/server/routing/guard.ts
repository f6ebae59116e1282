/**
 * What is checked of every request before it is routed, and what is read of it once.
 */
import type { ParameterizedContext } from 'koa';
import { RequestError } from '../../errors/index.js';
import type { RequestState } from '../deliver/request-state.js';
import { readHeaders } from '../wire/request-headers.js';
import { requestProblem } from '../wire/request-problem.js';
import { originForm, plainTarget, splitTarget } from '../wire/target.js';

/**
 * Rewrites the target into plain origin form on the way; `ctx.originalUrl` keeps what was sent.
 *
 * @throws RequestError when something is wrong with the request whatever it asks for
 */
export function guard(ctx: ParameterizedContext<RequestState>, targetBytesMaximum: number): void {
  const headers = readHeaders(ctx.req.rawHeaders);
  const problem = requestProblem(ctx.req, headers, targetBytesMaximum);
  if (problem !== undefined) throw new RequestError([problem]);
  const target = plainTarget(originForm(ctx.originalUrl));
  ctx.req.url = target;
  ctx.state.headers = headers;
  ctx.state.path = splitTarget(target).path;
}
