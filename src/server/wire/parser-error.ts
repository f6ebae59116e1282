/**
 * Errors of Node's HTTP parser, translated into problems: from the error's code and the packet in which it stopped.
 */
import type { RequestProblem } from '../../content/errors/index.js';
import { ALLOW } from '../http/headers.js';
import { TRANSFER_CODING_PROBLEM, VERSION_PROBLEM } from '../http/request-problem.js';

const requestLinePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** @returns a text that Node adds to the parser's error; `''` if it is absent */
export const readErrorText = (error: Error, key: 'code' | 'reason'): string => {
  const text = Object.getOwnPropertyDescriptor(error, key)?.value;
  return typeof text === 'string' ? text : '';
};

interface Packet {
  /** The last packet read, as Latin-1. */
  readonly text: string;
  /** Index at which the parser stopped. */
  readonly end: number;
}

function readPacket(error: Error): Packet {
  const packet: unknown = 'rawPacket' in error ? error.rawPacket : undefined;
  const end: unknown = 'bytesParsed' in error ? error.bytesParsed : undefined;
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  return { text, end: typeof end === 'number' ? end : text.length };
}

/** @returns the parsed part of the line in which the parser stopped; `hasStart`: its beginning is in the packet for sure */
function readLastLine({ text, end }: Packet): { readonly line: string; readonly hasStart: boolean } {
  const start = text.lastIndexOf('\n', Math.max(end - 1, 0)) + 1;
  return { line: text.slice(start, end), hasStart: start > 0 };
}

/**
 * @returns whether the overflow happened in the request line. Only the last packet is known. Mostly the line's beginning
 *          decides; if it was in an earlier packet, a space does: a target has none, a long header usually does.
 */
function isTargetOverflow(error: Error): boolean {
  const { line, hasStart } = readLastLine(readPacket(error));
  return /^[A-Z]+ \S*$/.test(line) || (!hasStart && !line.includes(' '));
}

/** @returns whether only the method of the request line is wrong; TLS and noise are no request lines */
function isRequestLine(error: Error): boolean {
  const { text, end } = readPacket(error);
  return requestLinePattern.test(text.slice(text.lastIndexOf('\n', Math.max(end - 1, 0)) + 1));
}

/** @returns whether it is the connection preface of HTTP/2. Source: RFC 9113, 3.4. */
const isHttp2 = (error: Error): boolean => readPacket(error).text.startsWith('PRI * HTTP/2.0\r\n');

/** Node's parser reports the same code for a line of HTTP/1.1 without a proper end. */
const isOtherVersion = (error: Error): boolean =>
  readErrorText(error, 'code') === 'HPE_INVALID_VERSION' && !readErrorText(error, 'reason').startsWith('Expected CRLF');

/** Limits that the problems mention. */
export interface RequestSizes {
  readonly headerBytesMaximum: number;
  readonly targetBytesMaximum: number;
}

/** Used for a method that is not registered, or is not in capital letters. */
export const UNKNOWN_METHOD: RequestProblem = {
  code: 'NotImplemented',
  detail: `The server does not know this method; use one of ${ALLOW}, in capital letters.`,
};

export function describeParserError(error: Error, sizes: RequestSizes): RequestProblem {
  const code = readErrorText(error, 'code');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'RequestTimeout', detail: 'The request did not arrive completely in time; send it again.' };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return isTargetOverflow(error)
      ? {
          code: 'UriTooLong',
          detail: `The request target is too long; at most ${sizes.targetBytesMaximum} bytes are allowed.`,
        }
      : {
          code: 'HeadersTooLarge',
          detail: `The request line and headers are too large; at most ${sizes.headerBytesMaximum} bytes are allowed.`,
        };
  }
  if (code === 'HPE_INVALID_METHOD' && isRequestLine(error)) return UNKNOWN_METHOD;
  if (isHttp2(error) || isOtherVersion(error)) return VERSION_PROBLEM;
  const reason = readErrorText(error, 'reason');
  // Beside a length, chunked is malformed: two servers may disagree where the request ends.
  if (code === 'HPE_INVALID_TRANSFER_ENCODING' && !reason.includes('Content-Length')) return TRANSFER_CODING_PROBLEM;
  if (code === 'HPE_INVALID_URL') {
    const detail = 'The request target has characters that no URL may have; percent-encode them as UTF-8.';
    return { code: 'BadRequest', detail };
  }
  const detail = `The request is not well-formed HTTP/1.1${reason === '' ? '' : ` (${reason})`}; send a valid request.`;
  return { code: 'BadRequest', detail };
}
