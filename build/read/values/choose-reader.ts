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
  heldLocation,
  INSTANT_FORMATS,
  isMidnight,
  LOCATION_DIGITS,
  LOCATION_LIMITS,
  type Location,
  parseExportedInstant,
  type SelectField,
  UNITS_PER_DEGREE,
} from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { quoted, type WarningReason } from '../problems.js';
import { imageLinkReader, readFile, readImage, readImages } from './assets.js';
import { readJson } from './json-reader.js';
import { isJsonArray, isJsonNumber, isJsonObject, JsonProblem, type JsonValue, jsonText } from './json-value.js';
import { decimalReader, readInteger, unitsOf } from './number-values.js';
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
    case 'location':
      return readLocation;
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

const LOCATION_MEMBERS = Object.keys(LOCATION_LIMITS);
const GEOJSON_MEMBERS = ['type', 'coordinates'];

/** Location: `{"latitude", "longitude"}`, or a point of GeoJSON; an altitude and unknown members are left out with a warning. */
const readLocation: ValueReader = (value, report) => {
  const point = isJsonObject(value) && value.get('type') === 'Point' ? value.get('coordinates') : undefined;
  const isPoint = point !== undefined && isJsonArray(point);
  if (!isJsonObject(value) || (isPoint && (point.length < 2 || point.length > 3))) {
    report.error(
      () =>
        `a location is expected, not ${described(value)}; write an object such as {"latitude": 52.52, "longitude": 13.405}, or a point of GeoJSON`,
    );
    return undefined;
  }
  const members = isPoint ? GEOJSON_MEMBERS : LOCATION_MEMBERS;
  const unknown =
    [...value.keys()].find((key) => !members.includes(key)) ?? (isPoint && point.length > 2 ? 'altitude' : undefined);
  if (unknown !== undefined) {
    report.warning(
      'unknownKey',
      (mended) =>
        `a location has no member ${quoted(unknown)}${mended(', so it is left out')}; members are ${list(members)}.${didYouMean(unknown, members)}`,
      unknown,
    );
  }
  const latitude = readCoordinate('latitude', isPoint ? point[1] : value.get('latitude'), report);
  const longitude = readCoordinate('longitude', isPoint ? point[0] : value.get('longitude'), report);
  return latitude === undefined || longitude === undefined ? undefined : heldLocation(latitude, longitude);
};

/** @returns units of the last digit that a location has */
function readCoordinate(name: keyof Location, value: JsonValue | undefined, report: ValueReport): number | undefined {
  const most = LOCATION_LIMITS[name];
  const text = value !== undefined && value !== null && isJsonNumber(value) ? value.text : '';
  const units = unitsOf(text, LOCATION_DIGITS);
  if (typeof units === 'bigint' && Math.abs(Number(units)) <= most * UNITS_PER_DEGREE) return Number(units);
  report.error(() => {
    if (typeof units === 'string' && text !== '' && Math.abs(Number(text)) <= most)
      return `the ${name} ${excerpt(text)} has more than ${LOCATION_DIGITS} digits after the point; round it in the export`;
    const given = value === undefined ? `the location has no ${name}` : `the ${name} is ${described(value)}`;
    return `${given}; write a number from -${most} to ${most}`;
  });
  return undefined;
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
