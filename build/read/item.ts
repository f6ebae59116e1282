/**
 * One item of an export, every value checked against the model and exact.
 *
 * Strings may be slices of the line they stood in and keep all of it in memory: who keeps values should keep bytes.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import {
  type AttributeField,
  type ImageValue,
  isNumberField,
  isWordsField,
  shownNumber,
} from '../../src/content/model/index.js';

/** A relationship's target as the export wrote it: the type is absent when only an id was given. */
export interface LinkTarget {
  readonly type: string | undefined;
  readonly id: string;
  /** Of an image that is a resource: what it is. */
  readonly image?: ImageValue;
}

export interface ImageList {
  readonly kind: 'images';
  readonly images: readonly ImageValue[];
}

/** Texts in the order they are delivered; some may be empty, and some the same. */
export interface TextList {
  readonly kind: 'texts';
  readonly texts: readonly string[];
}

/** JSON as it is delivered. */
export interface JsonText {
  readonly kind: 'json';
  readonly text: string;
}

/**
 * By field type: boolean → boolean · integer → number (safe) · decimal → bigint, in units of 10^-precision ·
 * dateTime → number, ms since 1970 · location → number, as the index holds it · text, textMultiline, markdown, select → string (well-formed; may be empty) ·
 * a list of these → TextList · image → ImageValue · a list of these → ImageList · file → FileValue · json → JsonText ·
 * relationship → LinkTarget[], to-one has exactly one, to-many any number and each once (but a
 * bare id that proves to be one of several types may still repeat a typed one).
 */
export type FieldValue =
  | boolean
  | number
  | bigint
  | string
  | ImageValue
  | ImageList
  | TextList
  | JsonText
  | readonly LinkTarget[];

/** Whether there is anything in the value: not in an empty text or list, nor in a list of empty texts. */
export function isPopulated(value: FieldValue): boolean {
  if (typeof value !== 'object') return value !== '';
  if ('kind' in value && value.kind === 'texts') return value.texts.some((text) => text !== '');
  return !('kind' in value && value.kind === 'images') || value.images.length > 0;
}

export interface ExportItem {
  readonly id: string;
  /** Line in its file, from 1. */
  readonly line: number;
  /** One per stored field of the content type, in their order, fallbacks resolved; undefined is unpopulated. */
  readonly values: readonly (FieldValue | undefined)[];
  /** Places of the locales in which it has values of its own, ascending; none where no field is localized. */
  readonly own: readonly number[];
}

/**
 * @param text a value of an item, which may be a slice that keeps its whole line in memory
 * @returns the same text on its own, for what is kept longer than the item
 */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

// Rendering values as the JSON they are delivered as.

const isAsset = (value: FieldValue): value is ImageValue => typeof value === 'object' && 'url' in value;
const isKind = <Kind extends string>(value: FieldValue, kind: Kind): value is Extract<FieldValue, { kind: Kind }> =>
  typeof value === 'object' && 'kind' in value && value.kind === kind;

/** @returns the value as JSON text */
export function renderValue(field: AttributeField, value: FieldValue): string {
  if (isNumberField(field)) {
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number === 'number' || typeof number === 'bigint') return JSON.stringify(shownNumber(field, number));
  } else if (isWordsField(field)) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (isKind(value, 'texts')) return JSON.stringify(value.texts);
  } else if (field.type === 'json') {
    if (isKind(value, 'json')) return value.text;
  } else {
    const members = field.type === 'image' ? imageMembers : fileMembers;
    if (isAsset(value)) return renderAsset(value, members);
    if (isKind(value, 'images')) return `[${value.images.map((image) => renderAsset(image, members)).join(',')}]`;
  }
  throw new InvariantError(`field ${field.name} of type ${field.type} was given a ${typeof value}`);
}

const imageMembers = ['url', 'width', 'height', 'altText', 'format', 'mimeType', 'fileName', 'fileSize'] as const;

const fileMembers = ['url', 'fileName', 'mimeType', 'fileSize'] as const;

function renderAsset(asset: ImageValue, members: readonly (keyof ImageValue)[]): string {
  const known = members.filter((member) => asset[member] !== undefined);
  return `{${known.map((member) => `"${member}":${JSON.stringify(asset[member])}`).join(',')}}`;
}
