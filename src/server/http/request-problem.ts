/**
 * Finds problems by the checks that apply to every request: HTTP version, the Host rule of HTTP/1.1, transfer coding, length of the target,
 * method.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestProblem } from '../../content/errors/index.js';
import { ALLOW, ALLOWED_METHODS } from './headers.js';
import type { RequestHeaders } from './request-headers.js';
import { readTarget } from './request-target.js';

const allowedMethods: ReadonlySet<string | undefined> = new Set(ALLOWED_METHODS);

/** A name, an IPv4 address, or an IPv6 address in brackets; and optionally a port. Source: RFC 3986, 3.2.2. */
const hostPattern = /^(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*|\[[0-9A-Za-z:.\-_~%]+\])(?::\d*)?$/;

/** The last valid host: requests of one client, and mostly of all, have the same. */
let lastValidHost = '';

function isHost(text: string): boolean {
  if (text === lastValidHost) return true;
  if (!hostPattern.test(text)) return false;
  lastValidHost = text;
  return true;
}

/** Node's own check of Host is turned off: its refusal would have neither a document nor our headers. */
function hostProblem(
  { httpVersion }: IncomingMessage,
  { hostLines, host }: RequestHeaders,
): RequestProblem | undefined {
  if (hostLines === 1) return isHost(host!) ? undefined : MALFORMED_HOST;
  if (hostLines === 0 && httpVersion === '1.0') return undefined;
  const count = hostLines === 0 ? 'none' : `${hostLines}`;
  return {
    code: 'BadRequest',
    detail: `An HTTP/1.1 request has exactly one Host header; this one has ${count}.`,
    header: 'Host',
  };
}

const MALFORMED_HOST: RequestProblem = {
  code: 'BadRequest',
  detail: 'The Host header is not a host with or without a port, such as shop.example:8080.',
  header: 'Host',
};

/** Used both for requests that Node's parser accepts and for requests that it refuses. */
export const VERSION_PROBLEM: RequestProblem = {
  code: 'HttpVersionNotSupported',
  detail: 'The server speaks HTTP/1.1. Send the request as HTTP/1.1.',
};

/** Used both for requests that Node's parser accepts and for requests that it refuses. */
export const TRANSFER_CODING_PROBLEM: RequestProblem = {
  code: 'NotImplemented',
  detail: 'The only transfer coding that the server knows is chunked. Send Transfer-Encoding: chunked, or no body.',
  header: 'Transfer-Encoding',
};

/** @returns the problem of the request's head, whatever its path; undefined if there is none */
export function requestProblem(
  request: IncomingMessage,
  headers: RequestHeaders,
  targetBytesMaximum: number,
): RequestProblem | undefined {
  if (!request.httpVersion.startsWith('1.')) return VERSION_PROBLEM;
  const problem = hostProblem(request, headers);
  if (problem !== undefined) return problem;
  const { transferEncoding } = headers;
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') return TRANSFER_CODING_PROBLEM;
  const byteLength = readTarget(request).length;
  if (byteLength > targetBytesMaximum) {
    const detail = `The request target has ${byteLength} bytes; at most ${targetBytesMaximum} are allowed. Ask for less at once.`;
    return { code: 'UriTooLong', detail };
  }
  if (!allowedMethods.has(request.method)) {
    const detail = `The content is read-only: ${request.method} is not allowed. Use one of ${ALLOW}.`;
    return { code: 'MethodNotAllowed', detail };
  }
  return undefined;
}
