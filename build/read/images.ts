/**
 * Images that are resources: the id of each, and its attributes.
 */
import { createHash } from 'node:crypto';
import { IMAGE_ATTRIBUTES } from '../../src/content/model/index.js';
import type { FieldValue, ImageValue } from './item.js';

const idLength = 32;

/** @returns the first hexadecimal digits of the SHA-256 of what is known of it: the same image has the same, wherever it stands */
export function imageId(image: ImageValue): string {
  const known = IMAGE_ATTRIBUTES.filter((name) => image[name] !== undefined);
  const text = JSON.stringify(known.map((name) => [name, image[name]]));
  return createHash('sha256').update(text).digest('hex').slice(0, idLength);
}

/** @returns a value for each of IMAGE_ATTRIBUTES */
export const imageAttributes = (image: ImageValue): readonly (FieldValue | undefined)[] =>
  IMAGE_ATTRIBUTES.map((name) => {
    const value = image[name];
    return value === undefined ? undefined : { kind: 'json', text: JSON.stringify(value) };
  });
