/**
 * What one answer depends on, as surrogate keys; why these are enough stands with the keys.
 */
import type { Space } from '../snapshot/index.js';
import type { Resource } from './document/index.js';
import { itemKey, typeKey } from './keys.js';
import type { ParsedRequest } from './request.js';

/** The key of a resource, its id as the store has it for URLs: percent-encoded in the one canonical way. */
function keyOf({ type, doc }: Resource): string {
  const { documents } = type.segment;
  const places = documents.places();
  documents.locate(doc, places);
  const { bytes } = places.chunk;
  return `${typeKey(type.name)}/${Buffer.from(bytes.subarray(places.urlStart, places.urlEnd)).toString('latin1')}`;
}

/**
 * @param shown every resource in the document, primary and included
 * @returns the keys, those of types before those of items. Cost: O(shown).
 */
export function dependencies(space: Space, request: ParsedRequest, shown: readonly Resource[]): ReadonlySet<string> {
  const keys = new Set<string>();
  switch (request.kind) {
    case 'root':
      for (const name of space.types.keys()) keys.add(typeKey(name));
      break;
    case 'collection':
      keys.add(typeKey(request.type.name));
      break;
    case 'item':
    case 'linkage':
      keys.add(itemKey(request.type.name, request.id));
      break;
    case 'related':
      // Items that are not shown can come to match a filter, or move before those that are.
      if (request.filter !== undefined || request.sort.length > 0) {
        for (const name of request.relationship.to) keys.add(typeKey(name));
      }
      keys.add(itemKey(request.type.name, request.id));
      break;
  }
  for (const resource of shown) keys.add(keyOf(resource));
  return keys;
}
