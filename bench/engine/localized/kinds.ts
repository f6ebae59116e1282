/**
 * What a localized snapshot has more than the one without locales, by field and by what its sections are.
 */
import { fieldOfStored } from '../../../src/model/index.js';
import { structureOf } from '../../../src/segment/index.js';
import type { Space } from '../../../src/snapshot/index.js';

/** Such as `article.title terms` → bytes more. */
export type Kinds = ReadonlyMap<string, number>;

function bytesOf(space: Space): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const { name: type, segment } of space.types.values()) {
    for (const { name, byteLength } of segment.file.sections.entries()) {
      const { field, structure } = structureOf(name);
      const of = field === undefined ? type : `${type}.${fieldOfStored(field)}`;
      const kind = `${of} ${fieldOfStored(structure)}`;
      bytes.set(kind, (bytes.get(kind) ?? 0) + byteLength);
    }
  }
  return bytes;
}

/** @returns the greatest first; what takes as much as before is left out */
export function kindsOf(plain: Space, localized: Space): Kinds {
  const before = bytesOf(plain);
  const more = [...bytesOf(localized)].map(([kind, bytes]) => [kind, bytes - (before.get(kind) ?? 0)] as const);
  return new Map(more.filter(([, bytes]) => bytes !== 0).sort(([, a], [, b]) => b - a));
}
