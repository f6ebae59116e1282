/**
 * Opens the index of a text: its dictionary, reversed order, case-folded values and natural order.
 *
 * Columns of several locales may share a dictionary, whose sections are named after one of them, its owner.
 * Elsewhere: column and posting lists (open-values), substring search (open-substrings).
 */
import { type ContentType, type Field, foldOf, type HeldField, isNatural, isOn } from '../../../content/model/index.js';
import type { SectionMap } from '../../../format/index.js';
import type { RunPostings } from '../../postings/index.js';
import { ByteTerms, Heads, headCount, ReversedOrder, slotCount, TermHash, type Terms } from '../../termdict/index.js';
import type { FoldedTextIndex, IdIndex, NaturalOrder, TextIndex, ValueIndex } from '../fields.js';
import type { SharedDictionary, StoredColumn } from '../locale-stores.js';
import { foldedName, ID_FIELD, naturalName, sectionNames } from '../names.js';
import { RenderedTerms, type TextSource } from '../rendered-terms.js';
import { openFirstDocs, openFrequentSets, openSubstrings } from './open-substrings.js';
import { openPostings, openValues } from './open-values.js';

/** Optional structures of a text, as the model turns them on. */
interface TextOptions {
  readonly contains: boolean;
  readonly endsWith: boolean;
}

const ID_OPTIONS: TextOptions = { contains: true, endsWith: true };

const textOptions = (field: Field): TextOptions => ({
  contains: isOn(field, 'contains'),
  endsWith: isOn(field, 'endsWith'),
});

/** Opens the index of the ids. @throws as openField */
export function openId(sections: SectionMap, size: number): IdIndex {
  const values = openTextTerms(sections, ID_FIELD, size);
  const slots = sections.u32(sectionNames(ID_FIELD).hash, slotCount(size));
  const text = openText(sections, ID_FIELD, ID_OPTIONS, values);
  return { ...text, terms: values.terms, hash: new TermHash(values.terms, slots) };
}

/** Opens a text whose terms have sections of their own. */
export function openShortText(sections: SectionMap, field: Field, prefix: string, size: number): TextIndex {
  return openText(sections, prefix, textOptions(field), openTextTerms(sections, prefix, size), {
    folded: openFolded(sections, field, prefix, size, undefined),
    natural: isNatural(field) ? openNatural(sections, prefix, size) : undefined,
  });
}

/** Opens a text whose terms are read from rendered items. */
export function openLongText(
  sections: SectionMap,
  { prefix, documents }: StoredColumn,
  type: ContentType,
  field: HeldField<'renderedTexts'>,
  size: number,
  dictionary: SharedDictionary | undefined,
): TextIndex {
  const owner = dictionary?.owner ?? prefix;
  const { terms: termCount, ...ownValues } = openValues(sections, prefix, size);
  const heads = openHeads(sections, sectionNames(owner).heads, termCount);
  const otherSources = (dictionary?.otherColumns ?? []).map((otherColumn) => ({
    documents: otherColumn.documents,
    postings: openPostings(sections, otherColumn.prefix, size, termCount),
  }));
  const sources: readonly [TextSource, ...TextSource[]] = [
    { documents, postings: ownValues.postings },
    ...otherSources,
  ];
  const terms: Terms = new RenderedTerms(sources, type.attributes.indexOf(field), field.name, heads);
  const values = { ...ownValues, terms, sharedPostings: otherSources.map(({ postings }) => postings) };
  const folded = openFolded(sections, field, prefix, size, dictionary);
  return openText(sections, prefix, textOptions(field), values, { folded, owner });
}

interface TextValues<T extends Terms> extends ValueIndex {
  readonly terms: T;
  /** Posting lists of other columns with the same terms. */
  readonly sharedPostings: readonly RunPostings[];
}

/** @param owner column that its dictionary is named after */
function openTextTerms(sections: SectionMap, name: string, size: number, owner = name): TextValues<ByteTerms> {
  const { terms, ...values } = openValues(sections, name, size);
  const names = sectionNames(owner);
  const heads = openHeads(sections, names.heads, terms);
  return { ...values, terms: new ByteTerms(sections.records(names.terms, terms), heads), sharedPostings: [] };
}

function openFolded(
  sections: SectionMap,
  field: Field,
  prefix: string,
  size: number,
  dictionary: SharedDictionary | undefined,
): FoldedTextIndex | undefined {
  const fold = foldOf(field);
  if (fold === undefined) return undefined;
  const name = foldedName(prefix);
  const owner = foldedName(dictionary?.owner ?? prefix);
  const ownTerms = openTextTerms(sections, name, size, owner);
  const sharedPostings = (dictionary?.otherColumns ?? []).map((otherColumn) =>
    openPostings(sections, foldedName(otherColumn.prefix), size, ownTerms.terms.size),
  );
  return { ...openText(sections, name, textOptions(field), { ...ownTerms, sharedPostings }, { owner }), fold };
}

/** Related indexes of a text, and its dictionary. */
interface RelatedIndexes {
  readonly folded?: FoldedTextIndex | undefined;
  readonly natural?: NaturalOrder | undefined;
  /** Column that its dictionary is named after. */
  readonly owner?: string;
}

function openText(
  sections: SectionMap,
  name: string,
  { contains, endsWith }: TextOptions,
  values: TextValues<Terms>,
  { folded, natural, owner = name }: RelatedIndexes = {},
): TextIndex {
  const { terms, column } = values;
  return {
    kind: 'text',
    ...values,
    reversed: endsWith ? openReversed(sections, owner, terms) : undefined,
    reversedStarts: endsWith ? sections.u32(sectionNames(name).reversedStarts, terms.size + 1) : undefined,
    substrings: contains ? openSubstrings(sections, name, owner) : undefined,
    firstDocs: contains ? openFirstDocs(sections, name) : undefined,
    frequentSets: contains ? openFrequentSets(sections, name, column.length) : undefined,
    folded,
    natural,
  };
}

function openReversed(sections: SectionMap, name: string, terms: Terms): ReversedOrder {
  const names = sectionNames(name);
  const order = sections.u32(names.reversedOrder, terms.size);
  const rank = sections.u32(names.reversedRank, terms.size);
  return new ReversedOrder(terms, order, rank, openHeads(sections, names.reversedHeads, terms.size));
}

function openNatural(sections: SectionMap, prefix: string, size: number): NaturalOrder {
  const { column, postings } = openValues(sections, naturalName(prefix), size);
  return { column, postings };
}

/** Opens the heads of a list of terms. */
export const openHeads = (sections: SectionMap, name: string, terms: number): Heads =>
  new Heads(sections.f64(name, headCount(terms)), terms);
