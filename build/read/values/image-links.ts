/**
 * Reads images that are resources, and makes their ids and attributes.
 *
 * An image is identified by its properties, so equal images of several items are one resource.
 */
import { createHash } from 'node:crypto';
import { IMAGE_ATTRIBUTES, type ImageValue } from '../../../src/content/model/index.js';
import type { FieldValue, LinkTarget } from '../item.js';
import { quoted } from '../problems.js';
import { IMAGE, readAsset, readImages } from './assets.js';
import { isJsonArray, type JsonValue } from './json-value.js';
import type { ValueReader, ValueReport } from './value-reader.js';

/** Reads one image, or a list of images whose duplicates are left out. */
export function imageLinkReader(many: boolean): ValueReader {
  const read = (value: JsonValue, report: ValueReport): LinkTarget | undefined => {
    const image = readAsset(IMAGE, value, report, many);
    return image && { type: undefined, id: imageId(image), image };
  };
  if (!many) {
    return (value, report) => {
      const target = read(value, report);
      return target && [target];
    };
  }
  return (value, report) => {
    if (!isJsonArray(value)) return readImages(value, report);
    const targets = new Map<string, LinkTarget>();
    for (const each of value) {
      const target = read(each, report);
      if (target === undefined) continue;
      if (!targets.has(target.id)) targets.set(target.id, target);
      else {
        report.warning(
          'repeatedLink',
          (ifRepaired) =>
            `the image ${quoted(target.image?.url ?? '')} is in the list twice${ifRepaired('; it is kept once')}`,
        );
      }
    }
    return [...targets.values()];
  };
}

/** Hexadecimal digits of an id. */
const idLength = 32;

/** @returns the first digits of the SHA-256 of the image's properties; equal images have equal ids */
export function imageId(image: ImageValue): string {
  const presentNames = IMAGE_ATTRIBUTES.filter((name) => image[name] !== undefined);
  const text = JSON.stringify(presentNames.map((name) => [name, image[name]]));
  return createHash('sha256').update(text).digest('hex').slice(0, idLength);
}

/** @returns a value for each of IMAGE_ATTRIBUTES */
export const imageAttributes = (image: ImageValue): readonly (FieldValue | undefined)[] =>
  IMAGE_ATTRIBUTES.map((name) => {
    const value = image[name];
    return value === undefined ? undefined : { kind: 'json', text: JSON.stringify(value) };
  });
