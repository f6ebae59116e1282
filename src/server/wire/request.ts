/**
 * The request target, undecoded: from whatever form a client sent to the path and query that routing and parsing read.
 *
 * Nothing is percent-decoded here: whether `%2F` separates or belongs to an id is the parser's question.
 *
 * The host that a request is for. Source: RFC 9112, 3.2: of a target with a host, that one counts; otherwise `Host`.
 *
 * The few header fields that decide an answer, read in one pass over the lines as they came in.
 *
 * `IncomingMessage.headers` does not tell how many Host lines there are. Fields that are sent twice count as Node counts
 * them: lists are joined, of `Content-Type` the first holds.
 *
 * What is checked of every request, whatever it asks for: its version, the Host rule of HTTP/1.1, how its body is coded,
 * the target's length, the method.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestProblem } from '../../content/errors/index.js';
import { splitTarget, type Target } from '../../jsonapi/index.js';
import { ALLOW, ALLOWED_METHODS } from './headers.js';

export { splitTarget, type Target };

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** @returns the target of the request line, which Node knows of every request that it hands to a server */
export const targetOf = ({ url }: IncomingMessage): string => url!;

/**
 * @param raw the target of the request line: `/path?query`, `http://host/path?query`, or `*`
 * @returns `/path?query`, or `*`; the host of an absolute form is dropped, as one server answers for all
 */
export function originForm(raw: string): string {
  const local = raw.startsWith('/') ? raw : raw.replace(absoluteForm, '');
  return local === '*' || local.startsWith('/') ? local : `/${local}`;
}

/** @param target in origin form */
export function pathEnd(target: string): number {
  const mark = target.indexOf('?');
  return mark < 0 ? target.length : mark;
}

const unreserved = /%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])/g;

/**
 * The same target with its path as clients usually write it: letters, digits and `-._~` need no percent-encoding, and
 * mean the same without.
 *
 * @param target in origin form
 */
export function plainTarget(target: string): string {
  const code = target.indexOf('%');
  if (code < 0 || code > pathEnd(target)) return target;
  const { path, search } = splitTarget(target);
  return path.replace(unreserved, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) + search;
}

const authorityPattern = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

/** @returns the host of `user@host:port` in small letters, without the dot that may end it */
const plainHost = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** @returns `''` where the request names none. Cost: O(lines) until the one that counts. */
export function hostOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string {
  const authority = url.startsWith('/') ? undefined : authorityPattern.exec(url)?.[1];
  if (authority !== undefined) return plainHost(authority);
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') return plainHost(rawHeaders[i + 1]!);
  }
  return '';
}

export interface RequestHeaders {
  /** How many Host lines there are. */
  hostLines: number;
  /** Of the first Host line. */
  host: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  contentType: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  transferEncoding: string | undefined;
  origin: string | undefined;
  /** As it came, well-formed or not. */
  requestId: string | undefined;
}

const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;

/** @param lines names and values in turn, as `IncomingMessage.rawHeaders`. Cost: O(lines); names are told by length. */
export function readHeaders(lines: readonly string[]): RequestHeaders {
  const found: RequestHeaders = {
    hostLines: 0,
    host: undefined,
    accept: undefined,
    acceptEncoding: undefined,
    contentType: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    transferEncoding: undefined,
    origin: undefined,
    requestId: undefined,
  };
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i]!;
    const value = lines[i + 1]!;
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') {
          found.hostLines += 1;
          found.host ??= value;
        }
        break;
      case 6: {
        const lower = name.toLowerCase();
        if (lower === 'accept') found.accept = joined(found.accept, value);
        else if (lower === 'origin') found.origin = joined(found.origin, value);
        break;
      }
      case 8:
        if (name.toLowerCase() === 'if-match') found.ifMatch = joined(found.ifMatch, value);
        break;
      case 12:
        if (name.toLowerCase() === 'content-type') found.contentType ??= value;
        else if (name.toLowerCase() === 'x-request-id') found.requestId = joined(found.requestId, value);
        break;
      case 13:
        if (name.toLowerCase() === 'if-none-match') found.ifNoneMatch = joined(found.ifNoneMatch, value);
        break;
      case 15:
        if (name.toLowerCase() === 'accept-encoding') found.acceptEncoding = joined(found.acceptEncoding, value);
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') found.transferEncoding = joined(found.transferEncoding, value);
        break;
    }
  }
  return found;
}

const REQUEST_ID_HEADER = 'X-Request-Id';

/** As ids look that proxies make: short, one word, nothing that means something to a shell or in HTML. */
const wellFormed = /^[\w.:+/=@-]{1,128}$/;

const NONE: readonly string[] = Object.freeze([]);

/** @param sent the header as it came. @returns the header line that gives it back; none where it is none */
export const requestIdLines = (sent: string | undefined): readonly string[] =>
  sent !== undefined && wellFormed.test(sent) ? [REQUEST_ID_HEADER, sent] : NONE;

/** @returns the id that was sent, or a new one where it is none */
export const requestIdOf = (sent: string | undefined): string => requestIdLines(sent)[1] ?? randomUUID();

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
