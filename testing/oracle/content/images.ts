/**
 * Images as resources: their ids and their order.
 */
import { createHash } from 'node:crypto';
import { exportedTypes, IMAGE_ATTRIBUTES, IMAGE_TYPE } from '../../../src/content/model/index.js';
import {
  itemsOf,
  linksOf,
  type OracleImage,
  type OracleItem,
  OracleJson,
  type OracleSpace,
  targetOf,
} from './dataset.js';

/** @returns the resource of an image: the same image is the same one */
export function imageItem(image: OracleImage): OracleItem {
  const known = IMAGE_ATTRIBUTES.map((name) => [name, image[name]] as const).filter(([, value]) => value != null);
  const id = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32);
  return { type: IMAGE_TYPE, id, values: new Map(known.map(([name, value]) => [name, new OracleJson(value)])) };
}

/** @returns the space with those images alone that an item has, in the order in which items have them */
export function withOwnImages(space: OracleSpace): OracleSpace {
  if (space.model.images === undefined) return space;
  const images = exportedTypes(space.model).flatMap((type) =>
    itemsOf(space, type.name).flatMap((item) =>
      type.relationships
        .filter((field) => field.images === true)
        .flatMap(({ name }) => linksOf(item, name).map((link) => targetOf(space, link))),
    ),
  );
  return { ...space, items: new Map([...space.items, [IMAGE_TYPE, [...new Set(images)]]]) };
}
