/**
 * The interface of value readers, and the description of a value in a problem text.
 *
 * A reader is created once per field and called once per value, so it prepares as much as possible when it is created.
 */
import { excerpt } from '../../../src/content/errors/index.js';
import type { FieldValue } from '../item.js';
import type { WarningKind } from '../problem-kinds.js';
import { quoted, type Reason, type WarningReason } from '../problems.js';
import { isJsonArray, isJsonNumber, type JsonValue } from './json-value.js';

/** Receives the problems of a value; adds the file, the line and the field. */
export interface ValueReport {
  /** @param member member of the value that has the problem, if it is not the whole value */
  error(reason: Reason, member?: string): void;
  warning(kind: WarningKind, reason: WarningReason, member?: string): void;
}

/** Reads a value that is not null. @returns the value, or undefined if it has an error, which is reported */
export type ValueReader = (value: JsonValue, report: ValueReport) => FieldValue | undefined;

/** @returns the value in words: `the number 12`, `the text "twelve"`, `an array` */
export function describeValue(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `the text ${quoted(value)}`;
  if (isJsonNumber(value)) return `the number ${excerpt(value.text)}`;
  return isJsonArray(value) ? 'an array' : 'an object';
}
