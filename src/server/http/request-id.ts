/**
 * `X-Request-Id`: an id that a client or proxy sends is returned in the response and logged; otherwise the log gets a
 * new one.
 */
import { randomUUID } from 'node:crypto';

const REQUEST_ID_HEADER = 'X-Request-Id';

/** Ids as proxies generate them: short, one word, no character with a meaning in a shell or in HTML. */
const wellFormed = /^[\w.:+/=@-]{1,128}$/;

const NO_LINES: readonly string[] = Object.freeze([]);

/** @param sent the header as it was sent. @returns the header line that returns it; none if it is absent or malformed */
export const requestIdLines = (sent: string | undefined): readonly string[] =>
  sent !== undefined && wellFormed.test(sent) ? [REQUEST_ID_HEADER, sent] : NO_LINES;

/** @returns the id that was sent, or a new one if it is absent or malformed */
export const requestIdOf = (sent: string | undefined): string => requestIdLines(sent)[1] ?? randomUUID();
