/**
 * What is checked of every request, whatever it asks for: its version, the Host rule of HTTP/1.1, how its body is coded,
 * the target's length, the method.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestProblem } from '../../content/errors/index.js';
import { ALLOW, ALLOWED_METHODS } from './headers.js';
import type { RequestHeaders } from './request-headers.js';
import { targetOf } from './target.js';

const allowed: ReadonlySet<string | undefined> = new Set(ALLOWED_METHODS);

/** A name, an address of version 4, or one of version 6 between brackets; and a port. Source: RFC 3986, 3.2.2. */
const hostPattern = /^(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*|\[[0-9A-Za-z:.\-_~%]+\])(?::\d*)?$/;

/** The host that was checked last: requests of one client, and mostly of all, have the same. */
let lastHost = '';

function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!hostPattern.test(text)) return false;
  lastHost = text;
  return true;
}

/**
 * Node would refuse a missing Host itself, without a document and without the headers of every response; so it is
 * told not to, and this does.
 */
function hostProblem(
  { httpVersion }: IncomingMessage,
  { hostLines, host }: RequestHeaders,
): RequestProblem | undefined {
  if (hostLines === 1) return isHost(host!) ? undefined : HOST_IS_NONE;
  if (hostLines === 0 && httpVersion === '1.0') return undefined;
  const found = hostLines === 0 ? 'none' : `${hostLines}`;
  return {
    code: 'BadRequest',
    detail: `An HTTP/1.1 request has exactly one Host header; this one has ${found}.`,
    header: 'Host',
  };
}

const HOST_IS_NONE: RequestProblem = {
  code: 'BadRequest',
  detail: 'The Host header is not a host with or without a port, such as shop.example:8080.',
  header: 'Host',
};

/** Of a request that Node's parser takes, and of one that it does not. */
export const versionProblem: RequestProblem = {
  code: 'HttpVersionNotSupported',
  detail: 'The server speaks HTTP/1.1. Send the request as HTTP/1.1.',
};

export const codingProblem: RequestProblem = {
  code: 'NotImplemented',
  detail: 'The only transfer coding that the server knows is chunked. Send Transfer-Encoding: chunked, or no body.',
  header: 'Transfer-Encoding',
};

/** @returns what is wrong with the request whatever it asks for, or undefined */
export function requestProblem(
  request: IncomingMessage,
  headers: RequestHeaders,
  targetBytesMaximum: number,
): RequestProblem | undefined {
  if (!request.httpVersion.startsWith('1.')) return versionProblem;
  const problem = hostProblem(request, headers);
  if (problem !== undefined) return problem;
  const { transferEncoding } = headers;
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') return codingProblem;
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
