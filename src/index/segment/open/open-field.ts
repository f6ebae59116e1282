/**
 * Opens the index of one field: checks that every section is there with the length that the other sections imply; builds nothing.
 *
 * Elsewhere: texts (open-text), relationships and lists of texts (open-links).
 */
import {
  type ContentType,
  type DecimalField,
  type Field,
  isHeldAs,
  isIndexed,
  isListOfTexts,
  isRelationship,
  type NumberField,
} from '../../../content/model/index.js';
import type { SectionMap } from '../../../format/index.js';
import { ByteTerms, NumberTerms } from '../../termdict/index.js';
import type { FieldIndex, LongDecimalIndex, NumberIndex } from '../fields.js';
import type { SharedDictionary, StoredColumn } from '../locale-stores.js';
import { sectionNames } from '../names.js';
import { openLinks, openTextLists } from './open-links.js';
import { openLongText, openShortText } from './open-text.js';
import { openValues } from './open-values.js';

/**
 * The stored column is the prefix of its sections, and the rendered items with its long texts.
 *
 * @param dictionary undefined if no other column uses its dictionary
 * @returns undefined if the field has no index, by its type or because the model turns it off
 * @throws IntegrityError if a section is missing or has another length than the other sections imply
 */
export function openField(
  sections: SectionMap,
  { prefix, documents }: StoredColumn,
  type: ContentType,
  field: Field,
  size: number,
  dictionary: SharedDictionary | undefined,
): FieldIndex | undefined {
  if (isRelationship(field)) return openLinks(sections, field, prefix, size);
  if (isHeldAs(field, 'nothing') || !isIndexed(field)) return undefined;
  if (isHeldAs(field, 'texts')) {
    if (isListOfTexts(field)) return openTextLists(sections, prefix, size);
    return openShortText(sections, field, prefix, size);
  }
  if (isHeldAs(field, 'renderedTexts')) {
    return openLongText(sections, { prefix, documents }, type, field, size, dictionary);
  }
  const hasNumbers = sections.has(sectionNames(prefix).values);
  return field.type === 'decimal' && !hasNumbers
    ? openLongDecimals(sections, field, prefix, size)
    : openNumbers(sections, field, prefix, size);
}

function openNumbers(sections: SectionMap, field: NumberField, prefix: string, size: number): NumberIndex {
  const values = openValues(sections, prefix, size);
  const terms = new NumberTerms(sections.f64(sectionNames(prefix).values, values.terms));
  return { kind: 'numbers', field, ...values, terms };
}

function openLongDecimals(sections: SectionMap, field: DecimalField, prefix: string, size: number): LongDecimalIndex {
  const values = openValues(sections, prefix, size);
  const terms = new ByteTerms(sections.records(sectionNames(prefix).terms, values.terms));
  return { kind: 'longDecimals', field, ...values, terms };
}
