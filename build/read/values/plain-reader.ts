/**
 * Reads a single value from JSON text and only tells whether it is valid, for readers that have found its text themselves.
 */
import type { Field } from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { valueReader } from './choose-reader.js';
import { readJson } from './json-reader.js';
import { JsonProblem } from './json-value.js';
import type { ValueReport } from './value-reader.js';

// Reading a value by itself, for whoever has found its text elsewhere and wants to know only whether all is well.
/** @returns a reader of the field's values: from JSON text to the value, or undefined where there is anything to report */

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
