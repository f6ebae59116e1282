/**
 * Images as resources: if the model says so, an image field is delivered as a relationship to items of a derived type, with
 * one item for each distinct image.
 */
import { type ContentType, contentType, replaceFields } from './content-type.js';
import { pickDescriptiveTexts } from './descriptive-texts.js';
import { type Field, isImageLink, type JsonField } from './fields.js';

/** The content type of the image resources. */
export const IMAGE_TYPE = 'core-image';

/** An image or a file, with its known properties. */
export interface ImageValue {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly altText?: string;
  readonly format?: string;
  readonly mimeType?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
  /** Its id in the source system; delivered only if images are resources. */
  readonly assetId?: string;
}

/** The attributes of an image resource, in the order of delivery. */
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

/** All fields are `json`: images can be delivered, but not filtered. */
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
  const own = {
    name,
    type: 'relationship',
    to: [IMAGE_TYPE],
    many,
    ...pickDescriptiveTexts(field),
    images: true,
  } as const;
  return Object.freeze(localized === true ? { ...own, localized } : own);
}

/** @returns the types with relationships instead of image fields, then the type of the images */
export const withImageResources = (types: readonly ContentType[]): readonly ContentType[] => [
  ...types.map((type) => replaceFields(type, type.fields.map(asResource))),
  imageType,
];

/** Whether the type has image fields that are delivered as relationships. */
export const holdsImages = (type: ContentType): boolean => type.relationships.some(isImageLink);

/** @returns the field type as in `model.json` */
export const modelTypeOf = (field: Field): Field['type'] => (isImageLink(field) ? 'image' : field.type);
