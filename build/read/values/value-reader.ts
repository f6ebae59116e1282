/**
 * The interface of value readers, and how a value is described in a problem.
 *
 * A reader is created once per field and called once per value, so it prepares as much as possible when it is created.
 */
import { excerpt } from '../../../src/content/errors/index.js';
import type { FieldValue } from '../item.js';
import { quoted, type Reason, type WarningKind, type WarningReason } from '../problems.js';
import { isJsonArray, isJsonNumber, type JsonValue } from './json-value.js';

/** Takes what is wrong with a value; it knows the file, the line and the field. */
export interface ValueReport {
  /** @param member of the value, where that is to blame */
  error(reason: Reason, member?: string): void;
  warning(kind: WarningKind, reason: WarningReason, member?: string): void;
}

/** @returns the value, or undefined when it was reported as an error. Never called with null. */
export type ValueReader = (value: JsonValue, report: ValueReport) => FieldValue | undefined;

/** @returns the value in words: `the number 12`, `the text "twelve"`, `an array` */
export function described(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `the text ${quoted(value)}`;
  if (isJsonNumber(value)) return `the number ${excerpt(value.text)}`;
  return isJsonArray(value) ? 'an array' : 'an object';
}
