/**
 * The few header fields that decide an answer, read in one pass over the lines as they came in.
 *
 * `IncomingMessage.headers` would build an object of all of them first, which costs more than answering from the
 * cache. Fields that are sent twice count as Node counts them: lists are joined, of `Content-Type` the first holds.
 */

export interface RequestHeaders {
  /** How many Host lines there are. */
  hostLines: number;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  contentType: string | undefined;
  ifNoneMatch: string | undefined;
  origin: string | undefined;
}

const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;

/** @param lines names and values in turn, as `IncomingMessage.rawHeaders`. Cost: O(lines); names are told by length. */
export function readHeaders(lines: readonly string[]): RequestHeaders {
  const found: RequestHeaders = {
    hostLines: 0,
    accept: undefined,
    acceptEncoding: undefined,
    contentType: undefined,
    ifNoneMatch: undefined,
    origin: undefined,
  };
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i]!;
    const value = lines[i + 1]!;
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') found.hostLines += 1;
        break;
      case 6: {
        const lower = name.toLowerCase();
        if (lower === 'accept') found.accept = joined(found.accept, value);
        else if (lower === 'origin') found.origin = joined(found.origin, value);
        break;
      }
      case 12:
        if (name.toLowerCase() === 'content-type') found.contentType ??= value;
        break;
      case 13:
        if (name.toLowerCase() === 'if-none-match') found.ifNoneMatch = joined(found.ifNoneMatch, value);
        break;
      case 15:
        if (name.toLowerCase() === 'accept-encoding') found.acceptEncoding = joined(found.acceptEncoding, value);
        break;
    }
  }
  return found;
}
