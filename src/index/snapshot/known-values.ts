/**
 * Known values: facts about a type's values that hold in every locale of a snapshot, for generated types of a client.
 */
import { docId, termId } from '../../content/model/index.js';
import { RecordRange } from '../documents/index.js';
import type { TypeSegment } from '../segment/index.js';
import { findFullFields } from './full-fields.js';
import { inspectSpace, type TypeReport } from './inspect.js';
import { type Space, spaceOf } from './space.js';
import type { TypeCounts } from './type-counts.js';

/** Facts about a type's items. */
export interface KnownValues {
  /** Number of items. */
  readonly items: number;
  /** Attributes with a value in every item and locale. */
  readonly fieldsWithValues: ReadonlySet<string>;
  /** Indexed select field → its distinct texts. */
  readonly selectTexts: ReadonlyMap<string, readonly string[]>;
}

/** @returns type → facts. Cost: O(fields), and O(items · locales) for selects. */
export function findKnownValues(space: Space): ReadonlyMap<string, KnownValues> {
  const { types } = inspectSpace(space);
  const fullFields = findFullFields(space.model, new Map(types.map((type) => [type.name, countsOf(type)])));
  const valuesByType = new Map<string, KnownValues>();
  for (const type of types) {
    const selectTexts = new Map<string, readonly string[]>();
    for (const field of type.fields) {
      const texts = field.type === 'select' ? readTextsOfLocales(space, type.name, field.name) : undefined;
      if (texts !== undefined) selectTexts.set(field.name, texts);
    }
    valuesByType.set(type.name, {
      items: type.items,
      fieldsWithValues: fullFields.get(type.name) ?? new Set(),
      selectTexts,
    });
  }
  return valuesByType;
}

const countsOf = ({ items, fields }: TypeReport): TypeCounts => ({
  items,
  populated: new Map(fields.flatMap(({ name, populated }) => (populated === undefined ? [] : [[name, populated]]))),
});

/** @returns the distinct texts of a field in all locales; undefined if the field has no index */
function readTextsOfLocales(space: Space, type: string, field: string): readonly string[] | undefined {
  const distinctTexts = new Set<string>();
  for (let locale = 0; locale < Math.max(1, space.model.locales.length); locale += 1) {
    const texts = readTexts(spaceOf(space, locale).types.get(type)?.segment, field);
    if (texts === undefined) return undefined;
    for (const text of texts) distinctTexts.add(text);
  }
  return [...distinctTexts];
}

/** @returns undefined if the field has no index */
function readTexts(segment: TypeSegment | undefined, field: string): readonly string[] | undefined {
  const index = segment?.fields.get(field);
  if (segment === undefined || (index?.kind !== 'text' && index?.kind !== 'textLists')) return undefined;
  const texts = Array.from({ length: index.terms.size }, (_, term) =>
    Buffer.from(index.terms.at(termId(term))).toString(),
  );
  if (hasEmptyText(segment, field)) texts.push('');
  return texts;
}

/** Whether an item has an empty text, which counts as no value and so is in the documents only. */
function hasEmptyText({ documents, size, type }: TypeSegment, field: string): boolean {
  const attribute = type.attributes.findIndex(({ name }) => name === field);
  const places = documents.newPlaces();
  const range = new RecordRange();
  for (let doc = 0; doc < size; doc += 1) {
    documents.attribute(docId(doc), attribute, places, range);
    const member = Buffer.from(range.bytes.subarray(range.start, range.end)).toString();
    if (!member.includes('""')) continue;
    const value: unknown = JSON.parse(`{${member}}`)[field];
    if (value === '' || (Array.isArray(value) && value.includes(''))) return true;
  }
  return false;
}
