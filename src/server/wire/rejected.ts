/**
 * Responses to requests that never reach Koa: Node's parser refuses them, or gives up waiting for them.
 *
 * They are written directly to the socket, as error documents with the headers of every response, and end the connection.
 * Elsewhere: which problem each error means (parser-error).
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, REQUEST_ERRORS, type RequestProblem } from '../../content/errors/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import { ALLOW, COMPLEXITY_HEADER, JSON_API, NO_STORE } from '../http/headers.js';
import type { RefusalLog } from './access-log.js';
import type { Connections } from './connections.js';
import { describeParserError, type RequestSizes, readErrorText, UNKNOWN_METHOD } from './parser-error.js';

/** Time that a client has to read the refusal; destroying the socket at once could lose it on the way. */
const lingerMs = 1_000;

const CONNECT_REFUSED: RequestProblem = {
  code: 'MethodNotAllowed',
  detail: `The content is read-only; use one of ${ALLOW}.`,
};

/** @param pairs names and values in turn. @returns lines of HTTP/1.1 */
const formatHeaderLines = (pairs: readonly string[]): readonly string[] =>
  pairs.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${pairs[index + 1]}`] : []));

/** @param extraHeaders names and values in turn. @returns a complete HTTP/1.1 response */
function renderResponse(problem: RequestProblem, body: Buffer, extraHeaders: readonly string[]): Buffer {
  const code: ErrorCode = problem.code;
  const status = REQUEST_ERRORS[code];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${JSON_API}`,
    `Content-Length: ${body.byteLength}`,
    `Cache-Control: ${NO_STORE}`,
    `${COMPLEXITY_HEADER}: 0`,
    ...(problem === CONNECT_REFUSED || problem === UNKNOWN_METHOD ? [`Allow: ${ALLOW}`] : []),
    ...formatHeaderLines(extraHeaders),
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/**
 * Answers from now on the requests that the parser refuses, and CONNECT, which Node would otherwise drop silently.
 *
 * @param extraHeaders headers in addition to the headers of every refusal, such as CORS: names and values in turn
 * @param onAnswered   called with every response written here
 */
export function answerRejected(
  server: Server,
  connections: Connections,
  extraHeaders: readonly string[],
  sizes: RequestSizes,
  onAnswered: RefusalLog,
): void {
  const refusedSockets = new WeakSet<Duplex>();

  const refuse = (problem: RequestProblem, socket: Duplex): void => {
    // The parser reports an error for every further packet.
    if (refusedSockets.has(socket)) return;
    refusedSockets.add(socket);
    const write = (): void => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const body = renderErrors([problem]);
      onAnswered(socket, REQUEST_ERRORS[problem.code], problem.code, body.byteLength);
      socket.end(renderResponse(problem, body, extraHeaders));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    afterResponses(socket, write);
  };

  /** Responses to earlier requests on the connection go first, or the client would mistake this one for theirs. */
  const afterResponses = (socket: Duplex, action: () => void): void => {
    const latest = connections.latestResponse(socket);
    if (latest === undefined || latest.closed) action();
    else latest.once('close', action);
  };

  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = readErrorText(error, 'code');
    // A connection opened in advance has no request yet; the client could mistake a 408 for the response to its next one.
    const isUnused = code === 'ERR_HTTP_REQUEST_TIMEOUT' && connections.isIdle(socket);
    if (code === 'ECONNRESET' || isUnused) socket.destroy();
    // A request is answered before its body arrives; a faulty body gets no second response.
    else if (connections.latestResponse(socket)?.req.complete === false) afterResponses(socket, () => socket.destroy());
    else refuse(describeParserError(error, sizes), socket);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuse(CONNECT_REFUSED, socket);
  });
}
