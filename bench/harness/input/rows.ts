/**
 * Items as the other contestants hold them, read from the export by code that shares nothing with the build.
 *
 * Numbers are exact: the generator writes integers below 2^53 and decimals of two digits.
 *
 * Lines of an NDJSON file, one at a time: memory does not grow with the file.
 *
 * The content model of a generated export.
 */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AttributeField,
  type ContentModel,
  type ContentType,
  type RelationshipField,
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws Error when the line is not what the generator writes */
export function readRow(type: ContentType, line: string): Row {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new Error(`A line of ${type.name}.ndjson is no object: ${line.slice(0, 80)}`);
  const members = new Map<string, unknown>(Object.entries(value));
  const id = members.get('id');
  if (typeof id !== 'string') throw new Error(`A line of ${type.name}.ndjson has no id: ${line.slice(0, 80)}`);
  return {
    id,
    cells: type.attributes.map((field) => readCell(field, members.get(field.name))),
    links: type.relationships.map((field) => readLinks(field, members.get(field.name))),
  };
}

function readCell(field: AttributeField, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  switch (field.type) {
    case 'boolean':
      if (typeof value === 'boolean') return Number(value);
      break;
    case 'integer':
      if (typeof value === 'number') return value;
      break;
    case 'decimal':
      if (typeof value === 'string') return unitsOf(value, field.precision);
      break;
    case 'dateTime':
      if (typeof value === 'string') return Date.parse(value);
      break;
    case 'text':
    case 'textMultiline':
    case 'markdown':
    case 'select':
      // An empty text is unpopulated, but delivered; the generator writes none.
      if (typeof value === 'string' && value !== '') return value;
      break;
    case 'image':
      break;
  }
  throw new Error(`The benchmark does not know what to do with ${field.name}: ${JSON.stringify(value)}`);
}

function unitsOf(text: string, precision: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(`${whole}${fraction.padEnd(precision, '0')}`);
}

function readLinks(field: RelationshipField, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const targets: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (targets.every((target) => typeof target === 'string')) return targets;
  throw new Error(`The benchmark does not know what to do with ${field.name}: ${JSON.stringify(value)}`);
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

/** @throws Error when `model.json` is not what the generator writes */
export function modelOf(exportFolder: string): ContentModel {
  const path = join(exportFolder, 'model.json');
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const read = readContentModel(value);
  if ('model' in read) return read.model;
  throw new Error(`${path}: ${read.problems.map(({ path: at, reason }) => `${at}: ${reason}`).join('; ')}`);
}
