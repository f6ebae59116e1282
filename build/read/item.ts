/**
 * One item of an export, with all values checked against the model and exact.
 *
 * Strings may be slices that keep their whole line in memory: code that stores values must store bytes.
 */
import type { ImageValue } from '../../src/content/model/index.js';

/** The target of a link as the export wrote it. `type` is undefined if the export gives only an id. */
export interface LinkTarget {
  readonly type: string | undefined;
  readonly id: string;
  /** The image, if the target is an image that is a resource. */
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

/** JSON, as responses contain it. */
export interface JsonText {
  readonly kind: 'json';
  readonly text: string;
}

/**
 * A value, by field type:
 *
 *     boolean                                   boolean
 *     integer                                   number, a safe integer
 *     decimal                                   bigint, in units of 10^-precision
 *     dateTime                                  number, ms since 1970
 *     location                                  number, encoded as in the index
 *     text, textMultiline, markdown, select     string, well-formed, may be empty; a list of them: TextList
 *     image                                     ImageValue; a list of them: ImageList
 *     file                                      ImageValue
 *     json                                      JsonText
 *     relationship                              LinkTarget[]: exactly one, or any number if the field is to many
 *
 * Links of a value are unique, with one exception: a bare id may repeat a typed one until links are resolved.
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

/** Whether the value is not empty. An empty text, an empty list and a list of empty texts are empty. */
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
  /** Places of the locales in which the item has values of its own, ascending; empty if no field is localized. */
  readonly ownLocales: readonly number[];
}

/**
 * Copies a text that must live longer than its item.
 *
 * @param text a value of an item, which may be a slice that keeps its whole line in memory
 * @returns the same text in memory of its own
 */
export const detachString = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
