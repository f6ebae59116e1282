/**
 * One item of an export, every value checked against the model and exact.
 */

/** A relationship's target as the export wrote it: the type is absent when only an id was given. */
export interface LinkTarget {
  readonly type: string | undefined;
  readonly id: string;
}

/** The known members of an image, in the order they are delivered. */
export interface ImageValue {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly altText?: string;
  readonly format?: string;
  readonly mimeType?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
}

/**
 * By field type: boolean → boolean · integer → number (safe) · decimal → bigint, in units of 10^-precision ·
 * dateTime → number, ms since 1970 · text, textMultiline, markdown, select → string (well-formed; may be empty) ·
 * image → ImageValue · relationship → LinkTarget[], to-one has at most one.
 */
export type FieldValue = boolean | number | bigint | string | ImageValue | readonly LinkTarget[];

export interface ExportItem {
  readonly id: string;
  /** Line in its file, from 1. */
  readonly line: number;
  /** One per field of the content type, in the model's order; undefined is unpopulated. */
  readonly values: readonly (FieldValue | undefined)[];
}
