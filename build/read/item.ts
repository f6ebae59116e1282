/**
 * One item of an export, with all values checked against the model and exact.
 *
 * Strings may be slices that keep their whole line in memory: code that stores values must store bytes.
 */
import type { ImageValue } from '../../src/content/model/index.js';

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
