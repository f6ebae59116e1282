/**
 * The table of value readers, one per field type, and their shortcuts.
 *
 * Readers never guess: a number in quotes is not an integer, and 0 is not false. Elsewhere: numbers, locations, images and
 * files, relationships (their own files); the use of the shortcuts (blocks/field-readers).
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
import {
  type CanonicalReader,
  canonicalDecimalReader,
  readCanonicalBoolean,
  readCanonicalDate,
  readCanonicalDateTime,
  readCanonicalInteger,
} from './canonical-numbers.js';
import { imageLinkReader } from './image-links.js';
import { isJsonArray, toJsonText } from './json-value.js';
import { readLocation } from './locations.js';
import { decimalReader, readInteger } from './number-values.js';
import { linkReader } from './relationships.js';
import { describeValue, type ValueReader } from './value-reader.js';

type ExportedInstant = NonNullable<ReturnType<typeof parseExportedInstant>>;

/**
 * A faster check of a JSON string, for the reader of blocks. A shortcut accepts only values for which the reader of the same
 * entry reports no error.
 */
export type Shortcut =
  /** Every text is valid. */
  | { readonly kind: 'everyText' }
  /** Texts for which `has` returns true are valid; the reader decides about the others. */
  | { readonly kind: 'someTexts'; readonly has: (text: string) => boolean }
  /** `read` returns undefined for a text that is not a valid instant. */
  | { readonly kind: 'instant'; readonly read: (text: string) => ExportedInstant | undefined };

export interface ReaderEntry {
  /** Reads and checks a value; FieldValue lists the result for each field type. */
  readonly read: ValueReader;
  /** Undefined if all values must be read by `read`. */
  readonly shortcut: Shortcut | undefined;
  /** For the reader of blocks: reads numbers that are written as in responses. */
  readonly canonical?: CanonicalReader;
}

/** The table entry of a field. Both the reader of lines and the reader of blocks use it. */
export function readerEntry(field: Field): ReaderEntry {
  switch (field.type) {
    case 'boolean':
      return { read: readBoolean, shortcut: undefined, canonical: readCanonicalBoolean };
    case 'dateTime':
      return {
        read: instantReader(field),
        shortcut: { kind: 'instant', read: (text) => parseValidInstant(field, text) },
        canonical: field.format === 'date' ? readCanonicalDate : readCanonicalDateTime,
      };
    case 'decimal':
      return {
        read: decimalReader(field),
        shortcut: undefined,
        canonical: canonicalDecimalReader(field.precision),
      };
    case 'file':
      return { read: readFile, shortcut: undefined };
    case 'image':
      return { read: field.many === true ? readImages : readImage, shortcut: undefined };
    case 'integer':
      return { read: readInteger, shortcut: undefined, canonical: readCanonicalInteger };
    case 'json':
      return { read: readJsonValue, shortcut: undefined };
    case 'location':
      return { read: readLocation, shortcut: undefined };
    case 'markdown':
    case 'textMultiline':
      return { read: readText, shortcut: EVERY_TEXT };
    case 'text':
      return field.many === true
        ? { read: listReader(readText), shortcut: undefined }
        : { read: readSingleText, shortcut: EVERY_TEXT };
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
export const valueReader = (field: Field): ValueReader => readerEntry(field).read;

const EVERY_TEXT: Shortcut = { kind: 'everyText' };

const readBoolean: ValueReader = (value, report) => {
  if (typeof value === 'boolean') return value;
  report.error(() => `a boolean is expected, not ${describeValue(value)}; write true or false without quotes`);
  return undefined;
};

const readJsonValue: ValueReader = (value) => ({ kind: 'json', text: toJsonText(value) });

const readText: ValueReader = (value, report) => {
  if (typeof value === 'string') return value;
  report.error(() => `a text is expected, not ${describeValue(value)}; write it in double quotes`);
  return undefined;
};

/** One text, of a field type that may have lists as well. */
const readSingleText: ValueReader = (value, report) => {
  if (!isJsonArray(value)) return readText(value, report);
  report.error('a text is expected, not an array; write it in double quotes, or set "many": true in the model');
  return undefined;
};

/** A list of texts; problems of all its elements are reported. */
function listReader(read: ValueReader): ValueReader {
  return (value, report) => {
    if (!isJsonArray(value)) {
      report.error(() => `a list of texts is expected, not ${describeValue(value)}; write an array such as ["…"]`);
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

/** Select: a value outside the options stays, with a warning, because a deleted option must not stop a rebuild. */
function optionReader(field: SelectField): ValueReader {
  const options = new Set(field.options);
  return (value, report) => {
    if (typeof value !== 'string') return (field.many === true ? readText : readSingleText)(value, report);
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

/** @param value the first instant of its field with more digits than milliseconds */
export const describeCutInstant =
  (value: string): WarningReason =>
  (ifRepaired) =>
    `${quoted(value)} is more precise than a millisecond${ifRepaired('; the digits after it are cut off')}`;

/** @returns the instant, or undefined if `instantReader` would report an error */
function parseValidInstant({ format }: DateTimeField, text: string): ExportedInstant | undefined {
  const read = parseExportedInstant(text);
  return read === undefined || (format === 'date' && !isMidnight(read.ms)) ? undefined : read;
}

function instantReader(field: DateTimeField): ValueReader {
  const formats = field.format === 'date' ? `write YYYY-MM-DD` : `formats are ${INSTANT_FORMATS}`;
  return (value, report) => {
    if (typeof value !== 'string') {
      report.error(() => `a date is expected, not ${describeValue(value)}; ${formats}`);
      return undefined;
    }
    const { ms, isCut } = parseExportedInstant(value) ?? {};
    if (ms === undefined) {
      report.error(() => `${describeValue(value)} is not a date; ${formats}. ${explainNoInstant(value)}.`);
    } else if (field.format === 'date' && !isMidnight(ms)) {
      report.error(
        () => `${describeValue(value)} is not midnight in UTC, and the field's format is "date"; ${formats}`,
      );
      return undefined;
    }
    if (isCut === true) report.warning('cutInstant', describeCutInstant(value));
    return ms;
  };
}
