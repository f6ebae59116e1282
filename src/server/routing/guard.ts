/**
 * What is checked of every request before it is routed, and what is read of it once.
 */
import type { ParameterizedContext } from 'koa';
import { RequestError } from '../../content/errors/index.js';
import { askedOf } from '../deliver/asked.js';
import type { Mount } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import { readHeaders } from '../wire/request-headers.js';
import { requestProblem } from '../wire/request-problem.js';
import { watched } from '../wire/watched-response.js';

/**
 * Rewrites the target into plain origin form on the way; `ctx.originalUrl` keeps what was sent.
 *
 * @throws RequestError when something is wrong with the request whatever it asks for
 */
export function guard(
  { req, res, state }: ParameterizedContext<RequestState>,
  mounts: readonly Mount[],
  targetBytesMaximum: number,
): void {
  const headers = readHeaders(req.rawHeaders);
  const problem = requestProblem(req, headers, targetBytesMaximum);
  if (problem !== undefined) throw new RequestError([problem]);
  const asked = watched(res).asked ?? askedOf(mounts, req);
  req.url = asked.target;
  state.headers = headers;
  state.asked = asked;
}
