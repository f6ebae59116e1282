/**
 * The few header fields that decide an answer, read in one pass over the lines as they came in.
 *
 * `IncomingMessage.headers` would build an object of all of them first, which costs more than answering from the
 * cache. Fields that are sent twice count as Node counts them: lists are joined, of `Content-Type` the first holds.
 */
import { randomUUID } from 'node:crypto';

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
