/**
 * Reading a value by itself, for whoever has found its text elsewhere and wants to know only whether all is well.
 */
import type { Field } from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { valueReader } from './choose-reader.js';
import { readJson } from './json-reader.js';
import { JsonProblem } from './json-value.js';
import type { ValueReport } from './value-reader.js';

/** @returns a reader of the field's values: from JSON text to the value, or undefined where there is anything to report */
export function plainReader(field: Field): (text: string) => FieldValue | undefined {
  const read = valueReader(field);
  let isSound = true;
  const complain = (): void => {
    isSound = false;
  };
  const report: ValueReport = { error: complain, warning: complain };
  return (text) => {
    isSound = true;
    const json = readJson(text);
    const value = json === null || json instanceof JsonProblem ? undefined : read(json, report);
    return isSound ? value : undefined;
  };
}
