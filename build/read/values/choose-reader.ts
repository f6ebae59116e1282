/**
 * From a JSON value to a field's value: one reader a field, chosen by the field's type.
 *
 * Nothing is guessed: a number in quotes is no integer, 0 no false. Elsewhere: numbers, images, relationships.
 */
import { didYouMean, excerpt, list } from '../../../src/errors/index.js';
import {
  type DateTimeField,
  explainNoInstant,
  type Field,
  INSTANT_FORMATS,
  isMidnight,
  parseExportedInstant,
  type SelectField,
} from '../../../src/model/index.js';
import { quoted, type WarningReason } from '../problems.js';
import { readImage } from './images.js';
import { decimalReader, readInteger } from './number-values.js';
import { linkReader } from './relationships.js';
import { described, type ValueReader } from './value-reader.js';

/** @returns the reader of the field's values; FieldValue tells what it makes of them */
export function valueReader(field: Field): ValueReader {
  switch (field.type) {
    case 'boolean':
      return readBoolean;
    case 'dateTime':
      return instantReader(field);
    case 'decimal':
      return decimalReader(field);
    case 'image':
      return readImage;
    case 'integer':
      return readInteger;
    case 'markdown':
    case 'text':
    case 'textMultiline':
      return readText;
    case 'relationship':
      return linkReader(field);
    case 'select':
      return optionReader(field);
  }
}

const readBoolean: ValueReader = (value, report) => {
  if (typeof value === 'boolean') return value;
  report.error(() => `a boolean is expected, not ${described(value)}; write true or false without quotes`);
  return undefined;
};

const readText: ValueReader = (value, report) => {
  if (typeof value === 'string') return value;
  report.error(() => `a text is expected, not ${described(value)}; write it in double quotes`);
  return undefined;
};

/** Select: a value outside the options is kept; one deleted option must not stop a rebuild. */
function optionReader(field: SelectField): ValueReader {
  const options = new Set(field.options);
  return (value, report) => {
    if (typeof value !== 'string') return readText(value, report);
    // The empty text is an unpopulated value, not one outside the options.
    if (!options.has(value) && value !== '') {
      report.warning(
        'unknownOption',
        (mended) =>
          `${quoted(value)} is none of the options ${list([...options].map(excerpt))}${mended('; it is kept')}.${didYouMean(value, options)}`,
      );
    }
    return value;
  };
}

/** @param value the first of its field whose digits are cut off */
export const cutInstant =
  (value: string): WarningReason =>
  (mended) =>
    `${quoted(value)} is more exact than a millisecond${mended('; the digits behind it are cut off')}`;

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
      report.error(() => `${described(value)} is no midnight in UTC, and the field's format is "date"; ${formats}`);
      return undefined;
    }
    if (isCut === true) report.warning('cutInstant', cutInstant(value));
    return ms;
  };
}
