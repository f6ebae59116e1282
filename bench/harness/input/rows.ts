/**
 * Rows of items for the other contestants, read line by line from the export by code that shares nothing with the
 * build.
 *
 * Numbers are exact: the generator writes integers below 2^53 and decimals with two digits.
 */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AttributeField,
  type ContentModel,
  type ContentType,
  readContentModel,
} from '../../../src/content/model/index.js';

/** Booleans are 0 and 1, decimals units of 10^-precision, instants milliseconds since 1970; null is unpopulated. */
export type Cell = string | number | null;

export interface Row {
  readonly id: string;
  /** By place in the type's `attributes`. */
  readonly cells: readonly Cell[];
  /** By place in the type's `relationships`: ids of the targets, in stored order. */
  readonly links: readonly (readonly string[])[];
}

type Member = string | number | boolean | null | undefined | readonly string[];

/** @param line as the generator writes it */
export function readRow(type: ContentType, line: string): Row {
  const members: { readonly id: string; readonly [field: string]: Member } = JSON.parse(line);
  return {
    id: members.id,
    cells: type.attributes.map((field) => readCell(field, members[field.name])),
    links: type.relationships.map(({ name }) => [members[name] ?? []].flat().map(String)),
  };
}

function readCell(field: AttributeField, value: Member): Cell {
  if (value === undefined || value === null) return null;
  switch (field.type) {
    case 'boolean':
    case 'integer':
      return Number(value);
    case 'decimal':
      return unitsOf(String(value), field.precision);
    case 'dateTime':
      return Date.parse(String(value));
    default:
      return String(value);
  }
}

function unitsOf(text: string, precision: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(`${whole}${fraction.padEnd(precision, '0')}`);
}

const chunkByteLength = 2 ** 20;
const lineFeed = 0x0a;

/** @returns the lines that are not empty. Cost: one pass over the file. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkByteLength);
    let rest = Buffer.alloc(0);
    for (;;) {
      const read = readSync(file, chunk, 0, chunkByteLength, null);
      if (read === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
        if (end > start) yield bytes.toString('utf8', start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.byteLength > 0) yield rest.toString();
  } finally {
    closeSync(file);
  }
}

/** @throws Error if `model.json` is not what the generator writes */
export function modelOf(exportFolder: string): ContentModel {
  const path = join(exportFolder, 'model.json');
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const read = readContentModel(value);
  if ('model' in read) return read.model;
  throw new Error(`${path}: ${read.problems.map(({ path: at, reason }) => `${at}: ${reason}`).join('; ')}`);
}
