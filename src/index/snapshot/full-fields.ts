/**
 * Full fields: the fields of each content type that have a value in every item and locale of a snapshot.
 *
 * Elsewhere: the judgement on a field that is no longer full (content/model/breaking).
 */
import { type ContentModel, type FullFields, fallbackChains } from '../../content/model/index.js';
import type { TypeCounts } from './type-counts.js';

/**
 * @param counts by name of the type
 * @returns      the attributes with a value in every item; no entry for a type without items
 * Cost: O(fields).
 */
export function findFullFields(model: ContentModel, counts: ReadonlyMap<string, TypeCounts>): FullFields {
  // A locale that falls back to the default one has a value if the default locale has one.
  const endsInDefault = fallbackChains(model.locales).every((chain) => chain.includes(0));
  const fullFields = new Map<string, ReadonlySet<string>>();
  for (const type of model.contentTypes.values()) {
    const { items = 0, populated } = counts.get(type.name) ?? {};
    if (items === 0) continue;
    const fields = type.attributes.filter(
      ({ name, localized }) => populated?.get(name) === items && (endsInDefault || localized !== true),
    );
    fullFields.set(type.name, new Set(fields.map(({ name }) => name)));
  }
  return fullFields;
}
