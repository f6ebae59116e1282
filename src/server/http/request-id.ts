/**
 * `X-Request-Id`: an id that a client or proxy sends is returned in the response and logged; otherwise the log gets a
 * new one.
 */
import { randomUUID } from 'node:crypto';

const REQUEST_ID_HEADER = 'X-Request-Id';

/** Ids as proxies generate them: short, one word, no character with a meaning in a shell or in HTML. */
const wellFormed = /^[\w.:+/=@-]{1,128}$/;

const NO_LINES: readonly string[] = Object.freeze([]);

/** @param sentId the header as it was sent. @returns the header line that returns it; none if it is absent or malformed */
export const requestIdLines = (sentId: string | undefined): readonly string[] =>
  sentId !== undefined && wellFormed.test(sentId) ? [REQUEST_ID_HEADER, sentId] : NO_LINES;

/** @returns the id that was sent, or a new one if it is absent or malformed */
export const readRequestId = (sentId: string | undefined): string => requestIdLines(sentId)[1] ?? randomUUID();
