/**
 * Finds the first wrong part of a rendered record: lengths, the id and its form in URLs, and a value of the field's type per attribute.
 *
 * Layouts: documents/document-store and documents/local-documents. Elsewhere: reading the records of a segment (rendered).
 */
import { isUtf8 } from 'node:buffer';
import { type AttributeField, entryOfType } from '../../content/model/index.js';
import { isRecord } from '../../format/index.js';

// States of an attribute in a record.
export const ABSENT = 0;
export const TEXT = 1;
/** A value that is not a text. */
export const OTHER = 2;

/** State of each attribute of each record. */
export type AttributeStates = Uint8Array;

export interface Attribute {
  readonly field: AttributeField;
  /** `"name":` */
  readonly prefix: Buffer;
}

export const describeAttribute = (field: AttributeField): Attribute => ({
  field,
  prefix: Buffer.from(`${JSON.stringify(field.name)}:`),
});

/** Escapes all characters except letters, digits and `-._~`. */
const escapeForUrl = (id: string): string =>
  encodeURIComponent(id).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** @returns the wrong part of the item; undefined if there is none */
export function findItemProblem(
  bytes: Buffer,
  start: number,
  [idLength = 0, urlLength = 0, ...lengths]: readonly number[],
  ownId: string,
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  const commas = Math.max(0, attributes.length - 1);
  const end = lengths.reduce((sum, length) => sum + length, start + idLength + urlLength + commas);
  if (end !== bytes.byteLength || lengths.includes(0)) return 'lengths';
  if (!isUtf8(bytes.subarray(start))) return 'bytes than UTF-8';
  const urlStart = start + idLength;
  const id = bytes.toString('utf8', start, urlStart);
  if (parseValue(`"${id}"`) !== ownId) return `id, ${JSON.stringify(id.slice(0, 80))}`;
  const url = urlLength === 0 ? id : bytes.toString('latin1', urlStart, urlStart + urlLength);
  if (url !== escapeForUrl(ownId)) return `id in URLs, ${JSON.stringify(url.slice(0, 80))}`;
  return findAttributeProblem(bytes, urlStart + urlLength, lengths, attributes, states);
}

function findAttributeProblem(
  bytes: Buffer,
  start: number,
  lengths: readonly number[],
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  let position = start;
  let isFirst = true;
  for (const [place, { field, prefix }] of attributes.entries()) {
    const length = lengths[place] ?? 0;
    states[place] = ABSENT;
    // Only records of other locales lack attributes.
    if (length === 0) continue;
    if (!isFirst && bytes[position - 1] !== 0x2c) return `bytes before ${field.name}`;
    isFirst = false;
    const end = position + length;
    if (bytes.compare(prefix, 0, prefix.byteLength, position, Math.min(end, position + prefix.byteLength)) !== 0) {
      return `bytes where ${field.name} should be`;
    }
    const value = parseValue(bytes.toString('utf8', position + prefix.byteLength, end));
    if (value === undefined || !isValueOf(field, value)) return `values of ${field.name}`;
    states[place] = typeof value === 'string' && bytes[position + prefix.byteLength] === 0x22 ? TEXT : OTHER;
    position = end + 1;
  }
  return undefined;
}

/** @returns undefined if it is not JSON */
function parseValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a field of this type may have the value. */
function isValueOf(field: AttributeField, value: unknown): boolean {
  if (value === null) return true;
  if ('many' in field && field.many === true)
    return Array.isArray(value) && value.every((element) => isSingleValueOf(field, element));
  return isSingleValueOf(field, value);
}

function isSingleValueOf(field: AttributeField, value: unknown): boolean {
  const { value: kind } = entryOfType(field.type);
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return typeof value === 'number';
    case 'text':
    case 'decimal':
    case 'instant':
      return typeof value === 'string';
    case 'location':
    case 'asset':
      return isRecord(value);
    case 'json':
    case 'link':
      return true;
    default:
      return kind satisfies never;
  }
}

/** @returns the wrong part of the record of another locale; undefined if there is none */
export function findLocalProblem(
  bytes: Buffer,
  start: number,
  lengths: readonly number[],
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  const commas = Math.max(0, lengths.filter((length) => length > 0).length - 1);
  const end = lengths.reduce((sum, length) => sum + length, start + commas);
  if (end !== bytes.byteLength) return 'lengths';
  return isUtf8(bytes.subarray(start))
    ? findAttributeProblem(bytes, start, lengths, attributes, states)
    : 'bytes than UTF-8';
}
