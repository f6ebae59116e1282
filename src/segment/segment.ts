/**
 * One content type, open for reading: an index per field, and the rendered items.
 *
 * Opening checks that every section is there with the length the others imply, and builds nothing per item. What the
 * bytes claim beyond that is checked by `check`.
 */
import { LinkColumn, type OrdinalColumn } from '../column/index.js';
import { Arena } from '../docset/index.js';
import type { SectionMap, SegmentFile } from '../format/index.js';
import { type ContentType, type DocId, docId, type Field, isFolded, isListOfTexts } from '../model/index.js';
import { Quantiles, RunPostings } from '../postings/index.js';
import type { SearchIndex } from '../search/index.js';
import { DocumentStore, LinkageStore } from '../store/index.js';
import {
  ByteTerms,
  FIRST_DOCS,
  FirstDocs,
  NumberTerms,
  ReversedOrder,
  SubstringIndex,
  slotCount,
  TermHash,
  type Terms,
} from '../termdict/index.js';
import type { FieldIndex, IdIndex, LinkIndex, TextIndex, TextListIndex } from './fields.js';
import { openHeads } from './heads.js';
import { DOCUMENTS, foldedName, ID_FIELD, sectionNames, TYPE_SEGMENT } from './names.js';
import { openSearch } from './open-search.js';
import { RenderedTerms } from './rendered-terms.js';
import { checkStamps } from './stamps.js';

export interface TypeSegment {
  readonly type: ContentType;
  /** How many items. */
  readonly size: number;
  readonly id: IdIndex;
  /** By field name; images, files and JSON have none. `id` is here too. */
  readonly fields: ReadonlyMap<string, FieldIndex>;
  readonly documents: DocumentStore;
  /** Undefined where no field is searched. */
  readonly search: SearchIndex | undefined;
  /** Where sets of its docs are made; of this thread alone. */
  readonly arena: Arena;
  readonly file: SegmentFile;
}

/** @throws IntegrityError when the file is not the segment of this type; OperationError as checkStamps */
export function openTypeSegment(file: SegmentFile, type: ContentType): TypeSegment {
  const { sections } = file;
  if (file.kind !== TYPE_SEGMENT || file.name !== type.name) {
    throw sections.damage('header', `the segment of type ${type.name}`, `${file.kind} ${file.name}`);
  }
  const size = file.meta.get('items');
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || size >= 2 ** 31) {
    throw sections.damage('header', 'a count of items', String(size));
  }
  checkStamps(file, type);
  const documents = new DocumentStore(sections.records(DOCUMENTS, size), type.attributes.length);
  const id = openId(sections, size);
  const fields = new Map<string, FieldIndex>([[ID_FIELD, id]]);
  for (const field of type.fields) {
    const index = openField(sections, documents, type, field, size);
    if (index !== undefined) fields.set(field.name, index);
  }
  const arena = new Arena(size, file.memory);
  const search = type.search === undefined ? undefined : openSearch(sections, type.search, size);
  return Object.freeze({ type, size, id, fields, documents, search, arena, file });
}

/** @returns the doc with this id (UTF-8), or undefined. Cost: O(length) expected. */
export function findItem(segment: TypeSegment, id: Uint8Array): DocId | undefined {
  const term = segment.id.hash.find(id);
  return term < 0 ? undefined : docId(segment.id.postings.docs[segment.id.postings.starts[term]!]!);
}

function openField(
  sections: SectionMap,
  documents: DocumentStore,
  type: ContentType,
  field: Field,
  size: number,
): FieldIndex | undefined {
  switch (field.type) {
    case 'file':
    case 'image':
    case 'json':
      return undefined;
    case 'relationship':
      return openLinks(sections, field, size);
    case 'text':
    case 'select':
      if (isListOfTexts(field)) return openTextLists(sections, field.name, size);
      return openText(
        sections,
        field.name,
        openTextTerms(sections, field.name, size),
        openFolded(sections, field, size),
      );
    case 'textMultiline':
    case 'markdown': {
      const values = openValues(sections, field.name, size);
      const heads = openHeads(sections, sectionNames(field.name).heads, values.terms);
      const terms = new RenderedTerms(documents, type.attributes.indexOf(field), field.name, values.postings, heads);
      return openText(sections, field.name, { ...values, terms }, openFolded(sections, field, size));
    }
    case 'decimal':
      if (sections.has(sectionNames(field.name).values)) return openNumbers(sections, field, size);
      return { kind: 'longDecimals', field, ...openByteTerms(sections, field.name, size) };
    case 'boolean':
    case 'integer':
    case 'dateTime':
      return openNumbers(sections, field, size);
  }
}

interface Values {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
}

function openValues(sections: SectionMap, name: string, size: number): Values & { terms: number } {
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

function openNumbers(sections: SectionMap, field: NumberField, size: number): FieldIndex {
  const { terms, ...values } = openValues(sections, field.name, size);
  const numbers = new NumberTerms(sections.f64(sectionNames(field.name).values, terms));
  return { kind: 'numbers', field, ...values, terms: numbers };
}

type NumberField = Extract<Field, { type: 'boolean' | 'integer' | 'dateTime' | 'decimal' }>;

function openByteTerms(sections: SectionMap, name: string, size: number): Values & { terms: ByteTerms } {
  const { terms, ...values } = openValues(sections, name, size);
  return { ...values, terms: new ByteTerms(sections.records(sectionNames(name).terms, terms)) };
}

function openTextTerms(sections: SectionMap, name: string, size: number): Values & { terms: ByteTerms } {
  const { terms, ...values } = openValues(sections, name, size);
  const names = sectionNames(name);
  const heads = openHeads(sections, names.heads, terms);
  return { ...values, terms: new ByteTerms(sections.records(names.terms, terms), heads) };
}

function openFolded(sections: SectionMap, field: Field, size: number): TextIndex | undefined {
  if (!isFolded(field)) return undefined;
  const name = foldedName(field.name);
  return openText(sections, name, openTextTerms(sections, name, size), undefined);
}

function openText<T extends Terms>(
  sections: SectionMap,
  name: string,
  values: Values & { terms: T },
  folded: TextIndex | undefined,
) {
  const names = sectionNames(name);
  const { terms } = values;
  const order = sections.u32(names.reversedOrder, terms.size);
  const rank = sections.u32(names.reversedRank, terms.size);
  return {
    kind: 'text' as const,
    ...values,
    reversed: new ReversedOrder(terms, order, rank, openHeads(sections, names.reversedHeads, terms.size)),
    reversedStarts: sections.u32(names.reversedStarts, terms.size + 1),
    substrings: openSubstrings(sections, name),
    firstDocs: openFirstDocs(sections, name),
    folded,
  };
}

function openSubstrings(sections: SectionMap, name: string): SubstringIndex {
  const names = sectionNames(name);
  const counts = sections.u32(names.substringCounts);
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
    buckets: sections.countedRecords(names.substringBuckets),
  });
}

function openFirstDocs(sections: SectionMap, name: string): FirstDocs {
  const names = sectionNames(name);
  const nodes = sections.u32(names.substringFirstNodes);
  return new FirstDocs(nodes, sections.u32(names.substringFirstDocs, nodes.length * FIRST_DOCS));
}

function openId(sections: SectionMap, size: number): IdIndex {
  const text = openText(sections, ID_FIELD, openTextTerms(sections, ID_FIELD, size), undefined);
  const slots = sections.u32(sectionNames(ID_FIELD).hash, slotCount(size));
  return { ...text, hash: new TermHash(text.terms, slots) };
}

function openTextLists(sections: SectionMap, name: string, size: number): TextListIndex {
  const names = sectionNames(name);
  const starts = sections.u32(names.starts);
  if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
  const linkStarts = sections.u32(names.linkStarts, size + 1);
  const linkCount = linkStarts[size]!;
  return {
    kind: 'textLists',
    terms: new ByteTerms(sections.records(names.terms, starts.length - 1)),
    links: new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount)),
    postings: new RunPostings(sections.u32(names.docs, linkCount), starts),
    populated: sections.u32(names.populated, Math.ceil(size / 32)),
  };
}

function openLinks(sections: SectionMap, field: LinkIndex['field'], size: number): LinkIndex {
  const names = sectionNames(field.name);
  const starts = sections.u32(names.starts);
  if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
  const linkStarts = sections.u32(names.linkStarts, size + 1);
  const linkCount = linkStarts[size]!;
  return {
    kind: 'links',
    field,
    targets: new ByteTerms(sections.records(names.terms, starts.length - 1)),
    links: new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount)),
    linkage: new LinkageStore(sections.records(names.linkage, starts.length - 1)),
    postings: new RunPostings(sections.u32(names.docs, linkCount), starts),
  };
}
