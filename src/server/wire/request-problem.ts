/**
 * What is checked of every request, whatever it asks for: the HTTP/1.1 Host rule, the target's length, the method.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestProblem } from '../../errors/index.js';
import { ALLOW, ALLOWED_METHODS } from './headers.js';
import type { RequestHeaders } from './request-headers.js';
import { targetOf } from './target.js';

const allowed: ReadonlySet<string | undefined> = new Set(ALLOWED_METHODS);

/**
 * Node would refuse a missing Host itself, without a document and without the headers of every response; so it is
 * told not to, and this does. The host's value is never used.
 */
function hostProblem({ httpVersion }: IncomingMessage, { hostLines }: RequestHeaders): RequestProblem | undefined {
  if (hostLines === 1 || (hostLines === 0 && httpVersion === '1.0')) return undefined;
  const found = hostLines === 0 ? 'none' : `${hostLines}`;
  return {
    code: 'BadRequest',
    detail: `An HTTP/1.1 request has exactly one Host header; this one has ${found}.`,
    header: 'Host',
  };
}

/** @returns what is wrong with the request whatever it asks for, or undefined */
export function requestProblem(
  request: IncomingMessage,
  headers: RequestHeaders,
  targetBytesMaximum: number,
): RequestProblem | undefined {
  const problem = hostProblem(request, headers);
  if (problem !== undefined) return problem;
  const byteLength = targetOf(request).length;
  if (byteLength > targetBytesMaximum) {
    const detail = `The request target has ${byteLength} bytes; at most ${targetBytesMaximum} are allowed. Ask for less at once.`;
    return { code: 'UriTooLong', detail };
  }
  if (!allowed.has(request.method)) {
    const detail = `The content is read-only: ${request.method} is not allowed. Use one of ${ALLOW}.`;
    return { code: 'MethodNotAllowed', detail };
  }
  return undefined;
}
