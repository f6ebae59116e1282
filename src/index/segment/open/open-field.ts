/**
 * Opening the index of one field: every section there, with the length that the others imply; nothing is built.
 */

import {
  type ContentType,
  type DecimalField,
  type Field,
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
import { foldedName, ID_FIELD, naturalName, sectionNames } from '../names.js';
import { type Home, RenderedTerms } from '../rendered-terms.js';
import type { SharedTerms, StoredColumn } from '../stored-by-locale.js';
import { openLinks, openTextLists } from './open-links.js';

/** What a text has besides its values. */
interface TextParts {
  readonly contains: boolean;
  readonly endsWith: boolean;
}

const ID_PARTS: TextParts = { contains: true, endsWith: true };

const partsOf = (field: Field): TextParts => ({ contains: isOn(field, 'contains'), endsWith: isOn(field, 'endsWith') });

/** The ids of all items. @throws as openField */
export function openId(sections: SectionMap, size: number): IdIndex {
  const values = openTextTerms(sections, ID_FIELD, size);
  const slots = sections.u32(sectionNames(ID_FIELD).hash, slotCount(size));
  const text = openText(sections, ID_FIELD, ID_PARTS, values);
  return { ...text, terms: values.terms, hash: new TermHash(values.terms, slots) };
}

/**
 * @param column what its sections are named after, and where its long texts stand
 * @param shared undefined where it has a dictionary for itself
 * @returns undefined of a field that nothing can be asked of, by its type or because the model turns it off
 * @throws IntegrityError when a section is missing or of another length than the others imply
 */
export function openField(
  sections: SectionMap,
  { stored, documents }: StoredColumn,
  type: ContentType,
  field: Field,
  size: number,
  shared: SharedTerms | undefined,
): FieldIndex | undefined {
  if (isRelationship(field)) return openLinks(sections, field, stored, size);
  if (isHeldAs(field, 'nothing') || !isIndexed(field)) return undefined;
  if (isHeldAs(field, 'texts')) {
    if (isListOfTexts(field)) return openTextLists(sections, stored, size);
    return openText(sections, stored, partsOf(field), openTextTerms(sections, stored, size), {
      folded: openFolded(sections, field, stored, size, undefined),
      natural: isNatural(field) ? openNatural(sections, stored, size) : undefined,
    });
  }
  if (isHeldAs(field, 'renderedTexts')) {
    const owner = shared?.owner ?? stored;
    const own = openValues(sections, stored, size);
    const heads = openHeads(sections, sectionNames(owner).heads, own.terms);
    const others = (shared?.others ?? []).map((other) => ({
      documents: other.documents,
      postings: openPostings(sections, other.stored, size, own.terms),
    }));
    const homes: readonly [Home, ...Home[]] = [{ documents, postings: own.postings }, ...others];
    const terms: Terms = new RenderedTerms(homes, type.attributes.indexOf(field), field.name, heads);
    const values = { ...own, terms, sharing: others.map(({ postings }) => postings) };
    const folded = openFolded(sections, field, stored, size, shared);
    return openText(sections, stored, partsOf(field), values, { folded, owner });
  }
  return field.type === 'decimal' && !sections.has(sectionNames(stored).values)
    ? openLongDecimals(sections, field, stored, size)
    : openNumbers(sections, field, stored, size);
}

/** Of a text. */
interface TextValues<T extends Terms> extends ValueIndex {
  readonly terms: T;
  /** Of other columns that have the same terms. */
  readonly sharing: readonly RunPostings[];
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

function openNumbers(sections: SectionMap, field: NumberField, stored: string, size: number): NumberIndex {
  const values = openValues(sections, stored, size);
  const terms = new NumberTerms(sections.f64(sectionNames(stored).values, values.terms));
  return { kind: 'numbers', field, ...values, terms };
}

function openLongDecimals(sections: SectionMap, field: DecimalField, stored: string, size: number): LongDecimalIndex {
  const values = openValues(sections, stored, size);
  const terms = new ByteTerms(sections.records(sectionNames(stored).terms, values.terms));
  return { kind: 'longDecimals', field, ...values, terms };
}

/** @param owner what its dictionary is named after */
function openTextTerms(sections: SectionMap, name: string, size: number, owner = name): TextValues<ByteTerms> {
  const { terms, ...values } = openValues(sections, name, size);
  const names = sectionNames(owner);
  const heads = openHeads(sections, names.heads, terms);
  return { ...values, terms: new ByteTerms(sections.records(names.terms, terms), heads), sharing: [] };
}

/** The runs of another column that has the same terms. */
function openPostings(sections: SectionMap, name: string, size: number, terms: number): RunPostings {
  const names = sectionNames(name);
  return new RunPostings(sections.u32(names.docs, size), sections.u32(names.starts, terms + 1));
}

function openFolded(
  sections: SectionMap,
  field: Field,
  stored: string,
  size: number,
  shared: SharedTerms | undefined,
): TextIndex | undefined {
  if (!isFolded(field)) return undefined;
  const name = foldedName(stored);
  const owner = foldedName(shared?.owner ?? stored);
  const own = openTextTerms(sections, name, size, owner);
  const sharing = (shared?.others ?? []).map((other) =>
    openPostings(sections, foldedName(other.stored), size, own.terms.size),
  );
  return openText(sections, name, partsOf(field), { ...own, sharing }, { owner });
}

/** What a text has beside its values. */
interface Besides {
  readonly folded?: TextIndex | undefined;
  readonly natural?: NaturalOrder | undefined;
  /** What its dictionary is named after. */
  readonly owner?: string;
}

function openText(
  sections: SectionMap,
  name: string,
  { contains, endsWith }: TextParts,
  values: TextValues<Terms>,
  { folded, natural, owner = name }: Besides = {},
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

function openNatural(sections: SectionMap, stored: string, size: number): NaturalOrder {
  const { column, postings } = openValues(sections, naturalName(stored), size);
  return { column, postings };
}

/** Where searches in a list of terms begin, of whatever list. */
export const openHeads = (sections: SectionMap, name: string, terms: number): Heads =>
  new Heads(sections.f64(name, headCount(terms)), terms);

/** @param name of the column, which counts its own docs. @param owner what the tree is named after */
function openSubstrings(sections: SectionMap, name: string, owner: string): SubstringIndex {
  const names = sectionNames(owner);
  const counts = sections.u32(sectionNames(name).substringCounts);
  const nodes = counts.length;
  const branchTargets = sections.u32(names.substringBranchTargets);
  return new SubstringIndex({
    counts,
    bucketStarts: sections.u32(names.substringBucketStarts, nodes),
    bucketEnds: sections.u32(names.substringBucketEnds, nodes),
    branchStarts: sections.u32(names.substringBranchStarts, nodes),
    branchCounts: sections.u32(names.substringBranchCounts, nodes),
    branchLows: sections.u8(names.substringBranchLows, branchTargets.length),
    branchTargets,
    ...(sections.has(names.substringVarints)
      ? { buckets: sections.countedRecords(names.substringVarints), readList: readVarints }
      : { buckets: sections.countedRecords(names.substringLists), readList: readPacked }),
  });
}

function openFirstDocs(sections: SectionMap, name: string): NodeNumbers {
  const names = sectionNames(name);
  const nodes = sections.u32(names.substringFirstNodes);
  const docs = sections.u32(names.substringFirstDocs);
  const each = docs.length / Math.max(1, nodes.length);
  if (!Number.isInteger(each) || (each === 0) !== (nodes.length === 0)) {
    throw sections.damage(
      names.substringFirstDocs,
      'as many items of each node',
      `${docs.length} of ${nodes.length} nodes`,
    );
  }
  return new NodeNumbers(nodes, docs);
}

const noSets = new NodeNumbers(new Uint32Array(0), new Uint32Array(0));

/** @param size docs of the segment. @returns without any set where the build kept none, as those did that knew of none */
function openFrequentSets(sections: SectionMap, name: string, size: number): NodeNumbers {
  const names = sectionNames(name);
  if (!sections.has(names.substringSetNodes)) return noSets;
  const nodes = sections.u32(names.substringSetNodes);
  return new NodeNumbers(nodes, sections.u32(names.substringSetBits, nodes.length * Math.ceil(size / 32)));
}
