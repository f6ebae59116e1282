/**
 * The header fields that decide an answer, read in one pass over the raw lines.
 *
 * `IncomingMessage.headers` does not tell how many Host lines there are. Repeated fields count as in Node: lists are
 * joined with a comma; of several `Content-Type` the first counts.
 */

export interface RequestHeaders {
  /** Number of Host lines. */
  hostLines: number;
  /** Value of the first Host line. */
  host: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  contentType: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  transferEncoding: string | undefined;
  origin: string | undefined;
  /** The header as the client sent it, well-formed or not. */
  requestId: string | undefined;
}

const joinValues = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;

/**
 * @param lines names and values in turn, as `IncomingMessage.rawHeaders`
 * Cost: O(lines); most lines are skipped by the length of their name.
 */
export function readHeaders(lines: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {
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
          headers.hostLines += 1;
          headers.host ??= value;
        }
        break;
      case 6: {
        const lower = name.toLowerCase();
        if (lower === 'accept') headers.accept = joinValues(headers.accept, value);
        else if (lower === 'origin') headers.origin = joinValues(headers.origin, value);
        break;
      }
      case 8:
        if (name.toLowerCase() === 'if-match') headers.ifMatch = joinValues(headers.ifMatch, value);
        break;
      case 12:
        if (name.toLowerCase() === 'content-type') headers.contentType ??= value;
        else if (name.toLowerCase() === 'x-request-id') headers.requestId = joinValues(headers.requestId, value);
        break;
      case 13:
        if (name.toLowerCase() === 'if-none-match') headers.ifNoneMatch = joinValues(headers.ifNoneMatch, value);
        break;
      case 15:
        if (name.toLowerCase() === 'accept-encoding')
          headers.acceptEncoding = joinValues(headers.acceptEncoding, value);
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding')
          headers.transferEncoding = joinValues(headers.transferEncoding, value);
        break;
    }
  }
  return headers;
}
