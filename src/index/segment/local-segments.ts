/**
 * A content type as each locale but the default one has it: the same items and ids, and an index of its own for each
 * localized field, unless an earlier locale has the same values. A query is answered from one of them as from any other.
 */
import { isLocalized, localSearch, localType, storedName } from '../../content/model/index.js';
import type { FieldIndex } from './fields.js';
import { sharedNames } from './header.js';
import { localSearchName } from './names.js';
import { openField } from './open/open-field.js';
import { openSearch } from './open/open-search.js';
import type { TypeSegment } from './segment.js';
import { StoredByLocale } from './stored-by-locale.js';

/**
 * @param segment as the default locale has it
 * @returns one per locale behind the default one; none where no field is localized
 * @throws IntegrityError as openTypeSegment. Cost: O(locales · fields).
 */
export function openLocalSegments(segment: TypeSegment): readonly TypeSegment[] {
  const { type, file, size } = segment;
  const { sections } = file;
  if (type.locales.length === 0) return [];
  const shared = sharedNames(file.meta);
  const byLocale = new StoredByLocale(file, type, size, segment.documents);
  /** Of all locales so far, by what is stored. */
  const fields = new Map<string, FieldIndex>(segment.fields);
  const searches = new Map([[localSearchName(type, 0), segment.search]]);
  const openSearchOf = (locale: number): TypeSegment['search'] => {
    const rules = localSearch(type, locale);
    if (rules === undefined) return segment.search;
    const name = localSearchName(type, locale);
    const index = searches.get(shared.get(name) ?? name) ?? openSearch(sections, rules, size, name);
    searches.set(name, index);
    return index;
  };
  return type.locales.slice(1).map((_, index) => {
    const locale = index + 1;
    const documents = byLocale.documentsOf(locale);
    const local = new Map<string, FieldIndex>(segment.fields);
    for (const field of type.fields.filter(isLocalized)) {
      const name = storedName(type, field.name, locale);
      const stored = shared.get(name) ?? name;
      const open = (): FieldIndex | undefined =>
        openField(sections, { stored, documents }, type, field, size, byLocale.termsOf(field, stored));
      const opened = fields.get(stored) ?? open();
      if (opened === undefined) continue;
      fields.set(stored, opened);
      local.set(field.name, opened);
    }
    return Object.freeze({
      ...segment,
      locale,
      type: localType(type, locale),
      documents,
      fields: local,
      search: openSearchOf(locale),
    });
  });
}

/** @returns what the sections of a localized field are named after */
export function storedAs({ type, file }: TypeSegment, field: string, locale: number): string {
  const name = storedName(type, field, locale);
  return sharedNames(file.meta).get(name) ?? name;
}
