/**
 * The content of one type in one snapshot: ids, rendered items and links, without the structures for queries.
 */

import {
  type ContentModel,
  type ContentType,
  type DocId,
  docId,
  isLocalized,
  type RelationshipField,
  storedFieldName,
  storedType,
  termId,
} from '../../content/model/index.js';
import type { PartialSegment } from '../../format/index.js';
import { LinkColumn } from '../../index/columns/index.js';
import type { Bitset } from '../../index/docset/index.js';
import { DocumentStore, LocalDocuments, OwnLocales } from '../../index/documents/index.js';
import {
  DOCUMENTS,
  ID_FIELD,
  LOCAL_DOCUMENTS,
  localPlacesName,
  OWN_LOCALES,
  OWN_SETS,
  sectionNames,
  sharedNames,
} from '../../index/segment/index.js';
import { ByteTerms } from '../../index/termdict/index.js';
import { readType, type Snapshot, segmentHash } from './pair.js';

export interface RelationshipLinks {
  readonly field: RelationshipField;
  /** Distinct targets: one byte, the index of the type in the field's `to`, then the id. */
  readonly targets: ByteTerms;
  readonly links: LinkColumn;
}

/** The ids of all items, ascending, and the doc of each. */
export interface Ids {
  readonly terms: ByteTerms;
  /** Term → doc. */
  readonly docs: Uint32Array;
}

export interface TypeContent {
  readonly type: ContentType;
  readonly size: number;
  readonly ids: Ids;
  readonly documents: DocumentStore;
  /** By name of the relationship. */
  readonly links: ReadonlyMap<string, RelationshipLinks>;
  /** The locales in which each item has own values; undefined if no field is localized. */
  readonly ownLocales: OwnLocales | undefined;
  /** The content in each other locale, in the order of the locales after the default one. */
  readonly byLocale: readonly TypeContent[];
}

/** Content that can be compared: a snapshot, or a load of a database. */
export interface ComparableContent {
  readonly model: ContentModel;
  /** Equal hashes mean equal items, order and links. Hashes of a snapshot and a database cannot be compared. */
  hashOf(type: string): string | undefined;
  sizeOf(type: string): Promise<number>;
  side(type: ContentType): Promise<TypeContent>;
}

export const openComparable = (snapshot: Snapshot): ComparableContent => ({
  model: snapshot.manifest.model,
  hashOf: (type) => segmentHash(snapshot, type),
  sizeOf: (type) => readSize(snapshot, type),
  side: (type) => readSide(snapshot, type),
});

const idSections = sectionNames(ID_FIELD);
const idStructures = [idSections.terms, idSections.docs];

/** @throws IntegrityError if the header has no item count */
function readItemCount(file: PartialSegment): number {
  const size = file.meta.get('items');
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size;
  throw file.sections.damage('header', 'a count of items', String(size));
}

function openIds({ sections }: PartialSegment, size: number): Ids {
  return { terms: new ByteTerms(sections.records(idSections.terms, size)), docs: sections.u32(idSections.docs, size) };
}

/** @returns the number of items of the type. Cost: O(1). */
const readSize = async (snapshot: Snapshot, type: string): Promise<number> =>
  readItemCount(await readType(snapshot, type, []));

/** Reads the ids of a type. Cost: some tens of bytes an item. */
export async function readIds(snapshot: Snapshot, type: string): Promise<Ids> {
  const file = await readType(snapshot, type, idStructures);
  return openIds(file, readItemCount(file));
}

/** Reads the content of a type. Cost and memory: the size of its rendered items, ids and links. */
async function readSide(snapshot: Snapshot, type: ContentType): Promise<TypeContent> {
  const structures = storedType(type).relationships.flatMap(({ name }) => {
    const { terms, linkStarts, linkTargets } = sectionNames(name);
    return [terms, linkStarts, linkTargets];
  });
  const localeSections = type.locales.slice(1).map((_, index) => localPlacesName(type, index + 1));
  const ownLocaleSections = type.locales.length === 0 ? [] : [LOCAL_DOCUMENTS, OWN_SETS, OWN_LOCALES];
  const file = await readType(snapshot, type.name, [
    DOCUMENTS,
    ...idStructures,
    ...structures,
    ...localeSections,
    ...ownLocaleSections,
  ]);
  const size = readItemCount(file);
  const { sections } = file;
  const records = sections.records(DOCUMENTS, size);
  const side: TypeContent = {
    type,
    size,
    ids: openIds(file, size),
    documents: new DocumentStore(records, type.attributes.length),
    links: openLinks(file, type, 0, size),
    ownLocales:
      type.locales.length === 0
        ? undefined
        : new OwnLocales(sections.countedRecords(OWN_SETS), sections.unsigned(OWN_LOCALES, size)),
    byLocale: [],
  };
  if (type.locales.length === 0) return side;
  const localRecords = sections.countedRecords(LOCAL_DOCUMENTS);
  const attributes = type.attributes.flatMap((field, place) => (isLocalized(field) ? [place] : []));
  const shared = sharedNames(file.meta);
  const otherLocales = localeSections.map((name, index): TypeContent => {
    const sectionName = shared.get(name) ?? name;
    const places = sectionName === DOCUMENTS ? undefined : sections.unsigned(sectionName, size);
    const documents =
      places === undefined
        ? side.documents
        : new DocumentStore(records, type.attributes.length, new LocalDocuments(localRecords, places, attributes));
    return { ...side, documents, links: openLinks(file, type, index + 1, size) };
  });
  return { ...side, byLocale: otherLocales };
}

/** @returns the links of each relationship in one locale */
function openLinks(
  { sections, meta }: PartialSegment,
  type: ContentType,
  locale: number,
  size: number,
): ReadonlyMap<string, RelationshipLinks> {
  const shared = sharedNames(meta);
  const links = new Map<string, RelationshipLinks>();
  for (const field of type.relationships) {
    const name = isLocalized(field) ? storedFieldName(type, field.name, locale) : field.name;
    const names = sectionNames(shared.get(name) ?? name);
    const starts = sections.u32(names.linkStarts, size + 1);
    links.set(field.name, {
      field,
      targets: new ByteTerms(sections.countedRecords(names.terms)),
      links: new LinkColumn(starts, sections.u32(names.linkTargets, starts[size])),
    });
  }
  return links;
}

/** @returns the id of the doc as a JSON string, including its quotes */
export function readJsonId({ documents }: TypeContent, doc: DocId): string {
  const places = documents.newPlaces();
  documents.locate(doc, places);
  return `"${Buffer.from(places.chunk.bytes.subarray(places.idStart, places.idEnd)).toString()}"`;
}

/** @returns the ids of the docs in the set, ascending */
export function* iterateIds({ terms, docs }: Ids, docSet: Bitset): Generator<string> {
  for (let term = 0; term < docs.length; term += 1) {
    if (docSet.has(docs[term]!)) yield Buffer.from(terms.at(termId(term))).toString();
  }
}

/** @returns the ids of the docs as JSON strings, in the order of `docs` */
export function* iterateJsonIds(side: TypeContent, docs: Uint32Array): Generator<string> {
  for (const doc of docs) yield readJsonId(side, docId(doc));
}
