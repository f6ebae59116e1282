/**
 * Finds ids that are copied from their bytes: printable ASCII without escapes, which is how most exports write them.
 *
 * A plain id is always a valid one (src/content/model/identifiers). Elsewhere: reading any other id (block-reader) or link
 * (values/relationships).
 */
import { CLOSING_BRACKET, COMMA, COMPOUND, OPENING_BRACKET, QUOTE, STRING, skipSpace } from './line-scanner.js';

const idBytesMaximum = 255;
/** In longer lists, looking for duplicates pair by pair would take too long. */
const linksMaximum = 32;

const POINT = 0x2e;
const SPACE = 0x20;
const TILDE = 0x7e;
const BACKSLASH = 0x5c;

/** Consecutive bytes: `[start, end)`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** @returns whether the bytes of a string without escapes are an id of printable ASCII characters that does not begin with a point */
export function isPlainId(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end || end - start > idBytesMaximum || bytes[start] === POINT) return false;
  for (let at = start; at < end; at += 1) if (bytes[at]! < SPACE || bytes[at]! > TILDE) return false;
  return true;
}

/**
 * Finds the ids that an item links to, if all are plain and none is repeated.
 *
 * @param kind  kind of the value (line-scanner)
 * @param start first byte of the value; of a string, the byte after its opening quote
 * @param many  whether the relationship is to many items: then the value is an array of ids
 * @returns undefined for any other value, valid or not
 */
export function findPlainLinks(
  bytes: Uint8Array,
  kind: number,
  start: number,
  end: number,
  many: boolean,
): readonly ByteRange[] | undefined {
  if (many) return kind === COMPOUND && bytes[start] === OPENING_BRACKET ? findPlainIds(bytes, start + 1) : undefined;
  return kind === STRING && isPlainId(bytes, start, end) ? [{ start, end }] : undefined;
}

/** @param at the place after the bracket of an array that is known to end. @returns its ids; undefined if one is not plain */
function findPlainIds(bytes: Uint8Array, at: number): readonly ByteRange[] | undefined {
  const ids: ByteRange[] = [];
  for (;;) {
    at = skipSpace(bytes, at);
    if (bytes[at] !== QUOTE) return undefined;
    const start = at + 1;
    const end = plainEnd(bytes, start);
    if (!isPlainId(bytes, start, end) || ids.length === linksMaximum) return undefined;
    if (ids.some((id) => isSameRange(bytes, id, start, end))) return undefined;
    ids.push({ start, end });
    at = skipSpace(bytes, end + 1);
    if (bytes[at] === CLOSING_BRACKET) return ids;
    if (bytes[at] !== COMMA) return undefined;
    at += 1;
  }
}

/** @returns the place of the closing quote; the place of a backslash makes an id that is too long or not plain */
function plainEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end += 1;
  return bytes[end] === QUOTE ? end : start;
}

function isSameRange(bytes: Uint8Array, id: ByteRange, start: number, end: number): boolean {
  if (id.end - id.start !== end - start) return false;
  for (let i = 0; i < end - start; i += 1) if (bytes[id.start + i] !== bytes[start + i]) return false;
  return true;
}
