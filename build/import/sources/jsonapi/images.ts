/**
 * Images that a server shows as resources of their own, as stele does of a space with `"images": "resources"`: each is a
 * value of the items that lead to it, and no item.
 */
import { join } from 'node:path';
import { Parked } from '../../parked/parked.js';
import { imageOf } from '../../value/image.js';
import { at, isObject, type Json, membersOf, textAt } from '../../value/json.js';
import { couldBeImage, type Value } from '../../value/value.js';

/** What stele and the servers that it is like call them. */
export const IMAGE_TYPE = 'core-image';

/** Whether a resource says of an image what stele says, and nothing else. */
export const isImageResource = (resource: Json): boolean =>
  textAt(resource, 'type') === IMAGE_TYPE &&
  couldBeImage(at(resource, 'attributes') ?? null) &&
  membersOf(at(resource, 'relationships')).length === 0;

export class ImageResources {
  readonly #parked: Parked<Value>;

  /** @param folder there already */
  constructor(folder: string) {
    this.#parked = new Parked(join(folder, 'images'), 'the images');
  }

  add(resource: Json): void {
    const attributes = at(resource, 'attributes');
    if (isObject(attributes)) this.#parked.add(textAt(resource, 'id') ?? '', imageOf(attributes));
  }

  get(id: string): Value | undefined {
    return this.#parked.get(id);
  }

  close(): void {
    this.#parked.close();
  }
}
