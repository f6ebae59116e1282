/**
 * Opens the index of one field: checks that every section is there with the length that the other sections imply; builds nothing.
 */
import {
  type ContentType,
  type DecimalField,
  type Field,
  type HeldField,
  isFolded,
  isHeldAs,
  isIndexed,
  isListOfTexts,
  isNatural,
  isOn,
  isRelationship,
  type NumberField,
} from '../../../content/model/index.js';
import type { SectionMap } from '../../../format/index.js';
import { Quantiles, RunPostings } from '../../postings/index.js';
import {
  ByteTerms,
  Heads,
  headCount,
  NodeNumbers,
  NumberTerms,
  ReversedOrder,
  readPacked,
  readVarints,
  SubstringIndex,
  slotCount,
  TermHash,
  type Terms,
} from '../../termdict/index.js';
import type {
  FieldIndex,
  IdIndex,
  LongDecimalIndex,
  NaturalOrder,
  NumberIndex,
  TextIndex,
  ValueIndex,
} from '../fields.js';
import type { SharedDictionary, StoredColumn } from '../locale-stores.js';
import { foldedName, ID_FIELD, naturalName, sectionNames } from '../names.js';
import { RenderedTerms, type TextSource } from '../rendered-terms.js';
import { openLinks, openTextLists } from './open-links.js';

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
    return openText(sections, prefix, textOptions(field), openTextTerms(sections, prefix, size), {
      folded: openFolded(sections, field, prefix, size, undefined),
      natural: isNatural(field) ? openNatural(sections, prefix, size) : undefined,
    });
  }
  if (isHeldAs(field, 'renderedTexts')) {
    return openLongText(sections, { prefix, documents }, type, field, size, dictionary);
  }
  return field.type === 'decimal' && !sections.has(sectionNames(prefix).values)
    ? openLongDecimals(sections, field, prefix, size)
    : openNumbers(sections, field, prefix, size);
}

/** Opens a text whose terms are read from rendered items. */
function openLongText(
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

function openValues(sections: SectionMap, name: string, size: number): ValueIndex & { terms: number } {
  const names = sectionNames(name);
  const column = sections.unsigned(names.ordinals, size);
  const starts = sections.u32(names.starts);
  if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
  const docs = sections.u32(names.docs, size);
  const quantiles = openQuantiles(sections, name, docs);
  return { column, postings: new RunPostings(docs, starts), quantiles, terms: starts.length - 1 };
}

function openQuantiles(sections: SectionMap, name: string, docs: Uint32Array): Quantiles | undefined {
  const names = sectionNames(name);
  if (!sections.has(names.quantilePlaces)) return undefined;
  const places = sections.u32(names.quantilePlaces);
  const words = sections.u32(names.quantileBits, places.length * Math.ceil(docs.length / 32));
  if (places.length < 2) throw sections.damage(names.quantilePlaces, 'at least two places', `${places.length}`);
  return new Quantiles(places, words, docs);
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

/** @param owner column that its dictionary is named after */
function openTextTerms(sections: SectionMap, name: string, size: number, owner = name): TextValues<ByteTerms> {
  const { terms, ...values } = openValues(sections, name, size);
  const names = sectionNames(owner);
  const heads = openHeads(sections, names.heads, terms);
  return { ...values, terms: new ByteTerms(sections.records(names.terms, terms), heads), sharedPostings: [] };
}

/** Opens the posting lists of another column with the same terms. */
function openPostings(sections: SectionMap, name: string, size: number, terms: number): RunPostings {
  const names = sectionNames(name);
  return new RunPostings(sections.u32(names.docs, size), sections.u32(names.starts, terms + 1));
}

function openFolded(
  sections: SectionMap,
  field: Field,
  prefix: string,
  size: number,
  dictionary: SharedDictionary | undefined,
): TextIndex | undefined {
  if (!isFolded(field)) return undefined;
  const name = foldedName(prefix);
  const owner = foldedName(dictionary?.owner ?? prefix);
  const ownTerms = openTextTerms(sections, name, size, owner);
  const sharedPostings = (dictionary?.otherColumns ?? []).map((otherColumn) =>
    openPostings(sections, foldedName(otherColumn.prefix), size, ownTerms.terms.size),
  );
  return openText(sections, name, textOptions(field), { ...ownTerms, sharedPostings }, { owner });
}

/** Related indexes of a text, and its dictionary. */
interface RelatedIndexes {
  readonly folded?: TextIndex | undefined;
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

/** @param name of the column, which has its own counts of docs. @param owner column that the tree is named after */
function openSubstrings(sections: SectionMap, name: string, owner: string): SubstringIndex {
  const names = sectionNames(owner);
  const counts = sections.u32(sectionNames(name).substringCounts);
  const nodes = counts.length;
  const branchTargets = sections.u32(names.substringBranchTargets);
  const isOldFormat = sections.has(names.substringVarints);
  return new SubstringIndex({
    counts,
    bucketStarts: sections.u32(names.substringBucketStarts, nodes),
    bucketEnds: sections.u32(names.substringBucketEnds, nodes),
    branchStarts: sections.u32(names.substringBranchStarts, nodes),
    branchCounts: sections.u32(names.substringBranchCounts, nodes),
    branchLows: sections.u8(names.substringBranchLows, branchTargets.length),
    branchTargets,
    buckets: sections.countedRecords(isOldFormat ? names.substringVarints : names.substringLists),
    readList: isOldFormat ? readVarints : readPacked,
  });
}

function openFirstDocs(sections: SectionMap, name: string): NodeNumbers {
  const names = sectionNames(name);
  const nodes = sections.u32(names.substringFirstNodes);
  const docs = sections.u32(names.substringFirstDocs);
  const docsPerNode = docs.length / Math.max(1, nodes.length);
  if (!Number.isInteger(docsPerNode) || (docsPerNode === 0) !== (nodes.length === 0)) {
    throw sections.damage(
      names.substringFirstDocs,
      'the same number of items for each node',
      `${docs.length} items for ${nodes.length} nodes`,
    );
  }
  return new NodeNumbers(nodes, docs);
}

const noSets = new NodeNumbers(new Uint32Array(0), new Uint32Array(0));

/** @param size docs of the segment. @returns no nodes if the build stored none, as older versions did */
function openFrequentSets(sections: SectionMap, name: string, size: number): NodeNumbers {
  const names = sectionNames(name);
  if (!sections.has(names.substringSetNodes)) return noSets;
  const nodes = sections.u32(names.substringSetNodes);
  return new NodeNumbers(nodes, sections.u32(names.substringSetBits, nodes.length * Math.ceil(size / 32)));
}
