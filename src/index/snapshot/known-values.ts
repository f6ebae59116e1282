/**
 * Known values: facts about a type's values that hold in every locale of a snapshot, for generated types of a client.
 */
import { docId, fallbackChains, termId } from '../../content/model/index.js';
import { RecordRange } from '../documents/index.js';
import type { TypeSegment } from '../segment/index.js';
import { inspectSpace } from './inspect.js';
import { type Space, spaceOf } from './space.js';

/** Facts about a type's items. */
export interface KnownValues {
  /** Fields with a value in every item. */
  readonly fieldsWithValues: ReadonlySet<string>;
  /** Indexed select field → its distinct texts. */
  readonly selectTexts: ReadonlyMap<string, readonly string[]>;
}

/** @returns type → facts. Cost: O(fields), and O(items · locales) for selects. */
export function findKnownValues(space: Space): ReadonlyMap<string, KnownValues> {
  const { locales } = space.model;
  // A locale that falls back to the default one has a value if the default locale has one.
  const endsInDefault = fallbackChains(locales).every((chain) => chain.includes(0));
  const localeIndexes = locales.length === 0 ? [0] : [...locales.keys()];
  return new Map(
    inspectSpace(space).types.map(({ name, items, fields }) => {
      const model = space.model.contentTypes.get(name)?.fieldByName;
      const isKnown = (field: string): boolean => endsInDefault || model?.get(field)?.localized !== true;
      const completeFields = fields.filter(
        ({ name: field, populated }) => items > 0 && populated === items && isKnown(field),
      );
      const selects = fields.filter(({ type }) => type === 'select');
      const selectTexts = selects.flatMap(({ name: field }): [string, readonly string[]][] => {
        const textsByLocale = localeIndexes.map((localeIndex) =>
          readTexts(spaceOf(space, localeIndex).types.get(name)?.segment, field),
        );
        return textsByLocale.includes(undefined)
          ? []
          : [[field, [...new Set(textsByLocale.flatMap((texts) => texts ?? []))]]];
      });
      return [
        name,
        {
          fieldsWithValues: new Set(completeFields.map(({ name: field }) => field)),
          selectTexts: new Map(selectTexts),
        },
      ];
    }),
  );
}

/** @returns undefined if the field has no index */
function readTexts(segment: TypeSegment | undefined, field: string): readonly string[] | undefined {
  const index = segment?.fields.get(field);
  if (segment === undefined || (index?.kind !== 'text' && index?.kind !== 'textLists')) return undefined;
  const terms = Array.from({ length: index.terms.size }, (_, term) => index.terms.at(termId(term)));
  return [...terms.map((bytes) => Buffer.from(bytes).toString()), ...(hasEmptyText(segment, field) ? [''] : [])];
}

/** Whether an item has an empty text, which counts as no value and so is in the documents only. */
function hasEmptyText({ documents, size, type }: TypeSegment, field: string): boolean {
  const localeIndex = type.attributes.findIndex(({ name }) => name === field);
  const scratch = documents.newPlaces();
  const range = new RecordRange();
  for (let doc = 0; doc < size; doc += 1) {
    documents.attribute(docId(doc), localeIndex, scratch, range);
    const text = Buffer.from(range.bytes.subarray(range.start, range.end)).toString();
    if (text.includes('""') && [JSON.parse(`{${text}}`)[field]].flat().includes('')) return true;
  }
  return false;
}
