/**
 * Reads a single value from its JSON text. A value with a problem or a warning gives undefined; the reason is not reported.
 *
 * For the reader of blocks, which finds the text itself, and leaves problems to the reader of lines (item-reader).
 */
import type { Field } from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { readJson } from './json-reader.js';
import { JsonProblem } from './json-value.js';
import { valueReader } from './reader-table.js';
import type { ValueReport } from './value-reader.js';

/** @returns a reader of the field's values: JSON text → the value, or undefined if there is a problem or a warning */
export function plainReader(field: Field): (text: string) => FieldValue | undefined {
  const read = valueReader(field);
  let isValid = true;
  const reject = (): void => {
    isValid = false;
  };
  const report: ValueReport = { error: reject, warning: reject };
  return (text) => {
    isValid = true;
    const json = readJson(text);
    const value = json === null || json instanceof JsonProblem ? undefined : read(json, report);
    return isValid ? value : undefined;
  };
}
