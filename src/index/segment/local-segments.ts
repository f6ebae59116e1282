/**
 * The segment of a content type in each locale except the default one: the same items and ids, and an own index for each
 * localized field, unless an earlier locale has the same values. Queries are answered from it as from any segment.
 */
import { isLocalized, localSearch, localType, storedFieldName } from '../../content/model/index.js';
import type { FieldIndex } from './fields.js';
import { LocaleStores } from './locale-stores.js';
import { localSearchName } from './names.js';
import { openField } from './open/open-field.js';
import { openSearch } from './open/open-search.js';
import type { TypeSegment } from './segment.js';
import { sharedNames } from './shared-names.js';

/**
 * @param segment the segment of the default locale
 * @returns one per other locale, in the type's order; none if no field is localized
 * @throws IntegrityError as openTypeSegment. Cost: O(locales · fields).
 */
export function openLocalSegments(segment: TypeSegment): readonly TypeSegment[] {
  const { type, file, size } = segment;
  const { sections } = file;
  if (type.locales.length === 0) return [];
  const shared = sharedNames(file.meta);
  const byLocale = new LocaleStores(file, type, size, segment.documents);
  /** Stored name → index, of all locales so far. */
  const fields = new Map<string, FieldIndex>(segment.fields);
  const searches = new Map([[localSearchName(type, 0), segment.search]]);
  const openLocaleSearch = (locale: number): TypeSegment['search'] => {
    const rules = localSearch(type, locale);
    if (rules === undefined) return segment.search;
    const name = localSearchName(type, locale);
    const index = searches.get(shared.get(name) ?? name) ?? openSearch(sections, rules, size, name);
    searches.set(name, index);
    return index;
  };
  return type.locales.slice(1).map((_, index) => {
    const locale = index + 1;
    const documents = byLocale.openDocuments(locale);
    const localFields = new Map<string, FieldIndex>(segment.fields);
    for (const field of type.fields.filter(isLocalized)) {
      const name = storedFieldName(type, field.name, locale);
      const prefix = shared.get(name) ?? name;
      const dictionary = byLocale.sharedDictionary(field, prefix);
      const opened = fields.get(prefix) ?? openField(sections, { prefix, documents }, type, field, size, dictionary);
      if (opened === undefined) continue;
      fields.set(prefix, opened);
      localFields.set(field.name, opened);
    }
    return Object.freeze({
      ...segment,
      locale,
      type: localType(type, locale),
      documents,
      fields: localFields,
      search: openLocaleSearch(locale),
    });
  });
}

/** @returns the prefix of the sections of a localized field in a locale */
export function storedPrefix({ type, file }: TypeSegment, field: string, locale: number): string {
  const name = storedFieldName(type, field, locale);
  return sharedNames(file.meta).get(name) ?? name;
}
