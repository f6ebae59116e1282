/**
 * Answers to what never reaches Koa: requests that Node's parser refuses, or gives up waiting for.
 *
 * They are written to the socket by hand, as error documents with the headers that every response has, and the
 * connection ends with them.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, REQUEST_ERRORS, type RequestProblem } from '../../content/errors/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import type { RefusalLog } from './access-log.js';
import type { Connections } from './connections.js';
import { ALLOW, COMPLEXITY_HEADER, JSON_API, NO_STORE } from './headers.js';
import { codingProblem, versionProblem } from './request.js';

/** How long a client may take to read the refusal; destroying the socket at once could lose it on the way. */
const lingerMs = 1_000;

const requestLinePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** The parser's error, with what Node adds to it. */
const textOf = (error: Error, key: 'code' | 'reason'): string => {
  const found = Object.getOwnPropertyDescriptor(error, key)?.value;
  return typeof found === 'string' ? found : '';
};

interface Packet {
  /** The last packet read, as Latin-1. */
  readonly text: string;
  /** Where in it the parser stopped. */
  readonly end: number;
}

function packetOf(error: Error): Packet {
  const packet: unknown = 'rawPacket' in error ? error.rawPacket : undefined;
  const end: unknown = 'bytesParsed' in error ? error.bytesParsed : undefined;
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  return { text, end: typeof end === 'number' ? end : text.length };
}

/** The line the parser stopped in, as far as it was parsed; `begun` where its beginning is in the packet for sure. */
function lastLine({ text, end }: Packet): { readonly line: string; readonly begun: boolean } {
  const start = text.lastIndexOf('\n', Math.max(end - 1, 0)) + 1;
  return { line: text.slice(start, end), begun: start > 0 };
}

/**
 * Whether the overflow happened in the request line. Only the last packet is known: mostly the line's beginning tells;
 * where the line began in an earlier packet, that a target cannot contain a space and a long header usually does.
 */
function isTargetOverflow(error: Error): boolean {
  const { line, begun } = lastLine(packetOf(error));
  return /^[A-Z]+ \S*$/.test(line) || (!begun && !line.includes(' '));
}

/** Whether the line the parser stopped in is a request line but for its method; TLS and noise are not. */
function isRequestLine(error: Error): boolean {
  const { text, end } = packetOf(error);
  return requestLinePattern.test(text.slice(text.lastIndexOf('\n', Math.max(end - 1, 0)) + 1));
}

/** Whether it is what a client begins with that speaks HTTP/2 without having asked. Source: RFC 9113, 3.4. */
const isHttp2 = (error: Error): boolean => packetOf(error).text.startsWith('PRI * HTTP/2.0\r\n');

/** Node's parser says the same of a line of HTTP/1.1 that does not end as a line must. */
const isOtherVersion = (error: Error): boolean =>
  textOf(error, 'code') === 'HPE_INVALID_VERSION' && !textOf(error, 'reason').startsWith('Expected CRLF');

/** How many bytes of a request are read. */
interface RequestSizes {
  readonly headerBytesMaximum: number;
  readonly targetBytesMaximum: number;
}

function problemOf(error: Error, sizes: RequestSizes): RequestProblem {
  const code = textOf(error, 'code');
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
  if (code === 'HPE_INVALID_METHOD' && isRequestLine(error)) return unknownMethodProblem;
  if (isHttp2(error) || isOtherVersion(error)) return versionProblem;
  if (code === 'HPE_INVALID_TRANSFER_ENCODING') return codingProblem;
  if (code === 'HPE_INVALID_URL') {
    const detail = 'The request target has characters that no URL may have; percent-encode them as UTF-8.';
    return { code: 'BadRequest', detail };
  }
  const reason = textOf(error, 'reason');
  const detail = `The request is not well-formed HTTP/1.1${reason === '' ? '' : ` (${reason})`}; send a valid request.`;
  return { code: 'BadRequest', detail };
}

/** Of a method that nobody has registered, or that is not in capital letters. */
const unknownMethodProblem: RequestProblem = {
  code: 'NotImplemented',
  detail: `The server does not know this method; use one of ${ALLOW}, in capital letters.`,
};

const methodProblem: RequestProblem = {
  code: 'MethodNotAllowed',
  detail: `The content is read-only; use one of ${ALLOW}.`,
};

/** @param pairs names and values in turn */
const linesOf = (pairs: readonly string[]): readonly string[] =>
  pairs.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${pairs[index + 1]}`] : []));

/** A whole HTTP/1.1 response. @param extra further headers, as names and values in turn */
function rawResponse(problem: RequestProblem, body: Buffer, extra: readonly string[]): Buffer {
  const code: ErrorCode = problem.code;
  const status = REQUEST_ERRORS[code];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${JSON_API}`,
    `Content-Length: ${body.byteLength}`,
    `Cache-Control: ${NO_STORE}`,
    `${COMPLEXITY_HEADER}: 0`,
    ...(problem === methodProblem || problem === unknownMethodProblem ? [`Allow: ${ALLOW}`] : []),
    ...linesOf(extra),
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/**
 * Answers from now on whatever the parser refuses, and CONNECT, which Node would otherwise drop without a word.
 *
 * @param extra headers beside those that every refusal has, such as CORS: names and values in turn
 * @param sizes what refusals of too long requests tell
 * @param onAnswered called with every answer written here
 */
export function answerRejected(
  server: Server,
  connections: Connections,
  extra: readonly string[],
  sizes: RequestSizes,
  onAnswered: RefusalLog,
): void {
  const refused = new WeakSet<Duplex>();

  const refuse = (problem: RequestProblem, socket: Duplex): void => {
    // The parser goes on failing with every further packet.
    if (refused.has(socket)) return;
    refused.add(socket);
    const write = (): void => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const body = renderErrors([problem]);
      onAnswered(socket, REQUEST_ERRORS[problem.code], problem.code, body.byteLength);
      socket.end(rawResponse(problem, body, extra));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    afterAnswers(socket, write);
  };

  /** Answers to earlier requests on the connection go first, or the client would take this one for theirs. */
  const afterAnswers = (socket: Duplex, action: () => void): void => {
    const last = connections.lastResponse(socket);
    if (last === undefined || last.closed) action();
    else last.once('close', action);
  };

  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = textOf(error, 'code');
    // A connection opened ahead of need has asked nothing; a 408 could be taken for the answer to what it asks next.
    const unused = code === 'ERR_HTTP_REQUEST_TIMEOUT' && connections.isIdle(socket);
    if (code === 'ECONNRESET' || unused) socket.destroy();
    // Requests are answered before their bodies come in; what is wrong with a body gets no second answer.
    else if (connections.lastResponse(socket)?.req.complete === false) afterAnswers(socket, () => socket.destroy());
    else refuse(problemOf(error, sizes), socket);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuse(methodProblem, socket);
  });
}
