/**
 * From a JSON value to a field's value: one reader a field, chosen by the field's type.
 *
 * Nothing is guessed: a number in quotes is no integer, 0 no false. Elsewhere: numbers, images and files, relationships.
 */
import { didYouMean, excerpt, list } from '../../../src/content/errors/index.js';
import {
  type DateTimeField,
  explainNoInstant,
  type Field,
  INSTANT_FORMATS,
  isMidnight,
  parseExportedInstant,
  type SelectField,
} from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { quoted, type WarningReason } from '../problems.js';
import { imageLinkReader, readFile, readImage, readImages } from './assets.js';
import { readJson } from './json-reader.js';
import { isJsonArray, JsonProblem, jsonText } from './json-value.js';
import { decimalReader, readInteger } from './number-values.js';
import { linkReader } from './relationships.js';
import { described, type ValueReader, type ValueReport } from './value-reader.js';

/** @returns the reader of the field's values; FieldValue tells what it makes of them */
export function valueReader(field: Field): ValueReader {
  switch (field.type) {
    case 'boolean':
      return readBoolean;
    case 'dateTime':
      return instantReader(field);
    case 'decimal':
      return decimalReader(field);
    case 'file':
      return readFile;
    case 'image':
      return field.many === true ? readImages : readImage;
    case 'integer':
      return readInteger;
    case 'json':
      return readAny;
    case 'markdown':
    case 'textMultiline':
      return readText;
    case 'text':
      return field.many === true ? listReader(readText) : readLine;
    case 'relationship':
      return field.images === true ? imageLinkReader(field.many) : linkReader(field);
    case 'select':
      return field.many === true ? listReader(optionReader(field)) : optionReader(field);
  }
}

const readBoolean: ValueReader = (value, report) => {
  if (typeof value === 'boolean') return value;
  report.error(() => `a boolean is expected, not ${described(value)}; write true or false without quotes`);
  return undefined;
};

const readAny: ValueReader = (value) => ({ kind: 'json', text: jsonText(value) });

const readText: ValueReader = (value, report) => {
  if (typeof value === 'string') return value;
  report.error(() => `a text is expected, not ${described(value)}; write it in double quotes`);
  return undefined;
};

/** Of a field that could hold lists. */
const readLine: ValueReader = (value, report) => {
  if (!isJsonArray(value)) return readText(value, report);
  report.error('a text is expected, not an array; write it in double quotes, or set "many": true in the model');
  return undefined;
};

/** Texts of a list: what is wrong with any of them is told. */
function listReader(read: ValueReader): ValueReader {
  return (value, report) => {
    if (!isJsonArray(value)) {
      report.error(() => `a list of texts is expected, not ${described(value)}; write an array such as ["…"]`);
      return undefined;
    }
    const texts: string[] = [];
    for (const each of value) {
      const text = read(each, report);
      if (typeof text === 'string') texts.push(text);
    }
    return texts.length === value.length ? { kind: 'texts', texts } : undefined;
  };
}

/** Select: a value outside the options is kept; one deleted option must not stop a rebuild. */
function optionReader(field: SelectField): ValueReader {
  const options = new Set(field.options);
  return (value, report) => {
    if (typeof value !== 'string') return (field.many === true ? readText : readLine)(value, report);
    // The empty text is an unpopulated value, not one outside the options.
    if (!options.has(value) && value !== '') {
      report.warning(
        'unknownOption',
        (mended) =>
          `${quoted(value)} is not one of the options ${list([...options].map(excerpt))}${mended('; it is kept')}.${didYouMean(value, options)}`,
      );
    }
    return value;
  };
}

/** @param value the first of its field whose digits are cut off */
export const cutInstant =
  (value: string): WarningReason =>
  (mended) =>
    `${quoted(value)} is more exact than a millisecond${mended('; the digits after it are cut off')}`;

function instantReader(field: DateTimeField): ValueReader {
  const formats = field.format === 'date' ? `write YYYY-MM-DD` : `formats are ${INSTANT_FORMATS}`;
  return (value, report) => {
    if (typeof value !== 'string') {
      report.error(() => `a date is expected, not ${described(value)}; ${formats}`);
      return undefined;
    }
    const { ms, isCut } = parseExportedInstant(value) ?? {};
    if (ms === undefined) {
      report.error(() => `${described(value)} is not a date; ${formats}. ${explainNoInstant(value)}.`);
    } else if (field.format === 'date' && !isMidnight(ms)) {
      report.error(() => `${described(value)} is not midnight in UTC, and the field's format is "date"; ${formats}`);
      return undefined;
    }
    if (isCut === true) report.warning('cutInstant', cutInstant(value));
    return ms;
  };
}

// Reading a value by itself, for whoever has found its text elsewhere and wants to know only whether all is well.

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
