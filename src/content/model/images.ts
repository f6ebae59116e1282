/**
 * Images as resources: where the model says so, an image field is a relationship to resources of a type of their own,
 * one for each different image, that no export has a file for.
 */
import { type ContentType, contentType } from './content-type.js';
import { type Field, isImageLink, type JsonField } from './fields.js';

/** The type of the resources. */
export const IMAGE_TYPE = 'core-image';

/** An image, or a file, with what is known of it. */
export interface ImageValue {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly altText?: string;
  readonly format?: string;
  readonly mimeType?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
  /** What its source knows it by; shown only where images are resources. */
  readonly assetId?: string;
}

/** The attributes of such a resource, in the order in which they are delivered. */
export const IMAGE_ATTRIBUTES = [
  'url',
  'width',
  'height',
  'altText',
  'format',
  'mimeType',
  'fileName',
  'fileSize',
  'assetId',
] as const satisfies readonly (keyof ImageValue)[];

/** Shown and nothing more: filters on images are unsupported, however they are shown. */
const imageType: ContentType = Object.freeze({
  ...contentType(
    IMAGE_TYPE,
    IMAGE_ATTRIBUTES.map((name): JsonField => ({ name, type: 'json' })),
  ),
  derived: true,
});

function asResource(field: Field): Field {
  if (field.type !== 'image') return field;
  const { name, many = false, localized } = field;
  const own = { name, type: 'relationship', to: [IMAGE_TYPE], many, images: true } as const;
  return Object.freeze(localized === true ? { ...own, localized } : own);
}

/** @returns the types with relationships in place of image fields, and that of the images behind them */
export const withImageResources = (types: readonly ContentType[]): readonly ContentType[] => [
  ...types.map((type) => ({
    ...contentType(
      type.name,
      type.fields.map(asResource),
      type.search?.language,
      type.locales,
      type.search?.tuning,
      type.search?.weight,
      type.similar,
    ),
    collation: type.collation,
  })),
  imageType,
];

/** Whether items of the type hold images that are resources. */
export const holdsImages = (type: ContentType): boolean => type.relationships.some(isImageLink);

/** @returns the type as `model.json` has it */
export const modelTypeOf = (field: Field): Field['type'] => (isImageLink(field) ? 'image' : field.type);
