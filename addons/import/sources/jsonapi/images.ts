/**
 * Images that a server shows as resources, as stele does with `"images": "resources"`: each becomes a value of the items that
 * link to it, and no item. Files of Drupal become values and items.
 */
import { join } from 'node:path';
import { SpooledValues } from '../../spool/spooled-values.js';
import { imageOf } from '../../value/image.js';
import { at, isObject, type Json, membersOf, textAt } from '../../value/json.js';
import { couldBeImage, type Value } from '../../value/value.js';
import { fileOf } from './drupal.js';

/** The type of image resources of stele. */
export const IMAGE_TYPE = 'core-image';

/** Whether a resource has exactly the attributes of an image in stele. */
export const isImageResource = (resource: Json): boolean =>
  textAt(resource, 'type') === IMAGE_TYPE &&
  couldBeImage(at(resource, 'attributes') ?? null) &&
  membersOf(at(resource, 'relationships')).length === 0;

export const keyOf = (resource: Json): string => `${textAt(resource, 'type') ?? ''} ${textAt(resource, 'id') ?? ''}`;

/** Images and files, for links to them. */
export class Assets {
  readonly #storedImages: SpooledValues<Json>;
  /** Put before paths. */
  readonly base: string;

  /** @param folder there already */
  constructor(folder: string, base: string) {
    this.#storedImages = new SpooledValues(join(folder, 'assets'), 'the images');
    this.base = base;
  }

  add(resource: Json): void {
    this.#storedImages.add(keyOf(resource), resource);
  }

  /** @param of a resource, or a link to it */
  get(of: Json): Value | undefined {
    const resource = this.#storedImages.get(keyOf(of));
    const attributes = at(resource, 'attributes');
    if (resource === undefined || !isObject(attributes)) return undefined;
    return textAt(of, 'type') === IMAGE_TYPE ? imageOf(attributes) : fileOf(resource, at(of, 'meta'), this.base);
  }

  close(): void {
    this.#storedImages.close();
  }
}
