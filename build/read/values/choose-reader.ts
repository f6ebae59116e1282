/**
 * The table of value readers, one per field type, and their shortcuts.
 *
 * Nothing is guessed: a number in quotes is not an integer, and 0 is not false. Elsewhere: numbers, locations, images and
 * files, relationships; the reader that uses the shortcuts (blocks/field-readers).
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
import { quoted, type WarningReason } from '../problems.js';
import { readFile, readImage, readImages } from './assets.js';
import { imageLinkReader } from './image-links.js';
import { isJsonArray, jsonText } from './json-value.js';
import { readLocation } from './locations.js';
import { decimalReader, readInteger } from './number-values.js';
import { linkReader } from './relationships.js';
import { described, type ValueReader } from './value-reader.js';

type ExportedInstant = NonNullable<ReturnType<typeof parseExportedInstant>>;

/**
 * What a reader of bytes may do with a string of a line in place of reading its JSON. It accepts nothing that the reader of
 * the same entry has anything to say of.
 */
export type Shortcut =
  /** Every text is a value. */
  | { readonly kind: 'everyText' }
  /** These texts are values, and some others may be. */
  | { readonly kind: 'someTexts'; readonly has: (text: string) => boolean }
  /** @returns undefined for a text that is no sound instant */
  | { readonly kind: 'instant'; readonly read: (text: string) => ExportedInstant | undefined };

export interface FieldValues {
  /** What is right; FieldValue tells what it makes of the values. */
  readonly read: ValueReader;
  /** A faster way to some of the same values; undefined where there is none, and then all values are read as JSON. */
  readonly shortcut: Shortcut | undefined;
}

/** The table of both readers of an export, of lines and of bytes: what each field type takes, and by which shortcut. */
export function fieldValues(field: Field): FieldValues {
  switch (field.type) {
    case 'boolean':
      return { read: readBoolean, shortcut: undefined };
    case 'dateTime':
      return { read: instantReader(field), shortcut: { kind: 'instant', read: (text) => validInstant(field, text) } };
    case 'decimal':
      return { read: decimalReader(field), shortcut: undefined };
    case 'file':
      return { read: readFile, shortcut: undefined };
    case 'image':
      return { read: field.many === true ? readImages : readImage, shortcut: undefined };
    case 'integer':
      return { read: readInteger, shortcut: undefined };
    case 'json':
      return { read: readAny, shortcut: undefined };
    case 'location':
      return { read: readLocation, shortcut: undefined };
    case 'markdown':
    case 'textMultiline':
      return { read: readText, shortcut: EVERY_TEXT };
    case 'text':
      return field.many === true
        ? { read: listReader(readText), shortcut: undefined }
        : { read: readLine, shortcut: EVERY_TEXT };
    case 'relationship':
      return { read: field.images === true ? imageLinkReader(field.many) : linkReader(field), shortcut: undefined };
    case 'select': {
      const read = optionReader(field);
      return field.many === true
        ? { read: listReader(read), shortcut: undefined }
        : { read, shortcut: optionShortcut(field) };
    }
  }
}

/** @returns the reader of the field's values */
export const valueReader = (field: Field): ValueReader => fieldValues(field).read;

const EVERY_TEXT: Shortcut = { kind: 'everyText' };

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
        (ifRepaired) =>
          `${quoted(value)} is not one of the options ${list([...options].map(excerpt))}${ifRepaired('; it is kept')}.${didYouMean(value, options)}`,
      );
    }
    return value;
  };
}

function optionShortcut(field: SelectField): Shortcut {
  const options = new Set(field.options);
  return { kind: 'someTexts', has: (text) => options.has(text) };
}

/** @param value the first of its field whose digits are cut off */
export const cutInstant =
  (value: string): WarningReason =>
  (ifRepaired) =>
    `${quoted(value)} is more exact than a millisecond${ifRepaired('; the digits after it are cut off')}`;

/** @returns undefined where `instantReader` reports an error */
function validInstant({ format }: DateTimeField, text: string): ExportedInstant | undefined {
  const read = parseExportedInstant(text);
  return read === undefined || (format === 'date' && !isMidnight(read.ms)) ? undefined : read;
}

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
