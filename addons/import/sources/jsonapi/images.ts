/**
 * Images that a server delivers as resources, as stele does with `"images": "resources"`: each becomes a value of the items that
 * link to it, and not an item. Files of Drupal become values and items.
 */
import { join } from 'node:path';
import { SpooledValues } from '../../spool/spooled-values.js';
import { buildImage } from '../../value/image.js';
import { isObject, type Json, memberAt, readMembers, textAt } from '../../value/json.js';
import { isDeliveredImage, type Value } from '../../value/value.js';
import { readDrupalFile } from './drupal.js';

/** The type of image resources of stele. */
export const IMAGE_TYPE = 'core-image';

/** Whether a resource has exactly the attributes of an image in stele. */
export const isImageResource = (resource: Json): boolean =>
  textAt(resource, 'type') === IMAGE_TYPE &&
  isDeliveredImage(memberAt(resource, 'attributes') ?? null) &&
  readMembers(memberAt(resource, 'relationships')).length === 0;

export const buildKey = (resource: Json): string => `${textAt(resource, 'type') ?? ''} ${textAt(resource, 'id') ?? ''}`;

/** Stores images and files, and finds the target of a link to one of them. */
export class Assets {
  readonly #storedImages: SpooledValues<Json>;
  /** Put before paths of images and files. */
  readonly base: string;

  /** @param folder an existing folder */
  constructor(folder: string, baseUrl: string) {
    this.#storedImages = new SpooledValues(join(folder, 'assets'), 'the images');
    this.base = baseUrl;
  }

  add(resource: Json): void {
    this.#storedImages.add(buildKey(resource), resource);
  }

  /** @param identifier a resource, or a link to it. @returns undefined if there is no such image or file */
  get(identifier: Json): Value | undefined {
    const resource = this.#storedImages.get(buildKey(identifier));
    const attributes = memberAt(resource, 'attributes');
    if (resource === undefined || !isObject(attributes)) return undefined;
    return textAt(identifier, 'type') === IMAGE_TYPE
      ? buildImage(attributes)
      : readDrupalFile(resource, memberAt(identifier, 'meta'), this.base);
  }

  close(): void {
    this.#storedImages.close();
  }
}
