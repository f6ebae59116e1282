/**
 * The open segment of one content type: an index per field, and the rendered items, in the default locale.
 *
 * Opening checks that every section is there with the length that the other sections imply, and builds nothing per item.
 * Elsewhere: the other locales (local-segments), checking the content of the sections (verify).
 */
import { type ContentType, countedRelationship, type DocId, docId, LOCALE_FIELD } from '../../content/model/index.js';
import { ITEMS_MAXIMUM, type SegmentFile } from '../../format/index.js';
import { Arena } from '../docset/index.js';
import { DocumentStore, OwnLocales } from '../documents/index.js';
import type { SearchIndex } from '../search/index.js';
import type { FieldIndex, IdIndex, LinkIndex } from './fields.js';
import { LocaleIndex } from './locale-index.js';
import { LocaleStores } from './locale-stores.js';
import { DOCUMENTS, ID_FIELD, LOCALE_ROWS, OWN_LOCALES, OWN_SETS, TYPE_SEGMENT } from './names.js';
import { openField } from './open/open-field.js';
import { openSearch } from './open/open-search.js';
import { openId } from './open/open-text.js';
import { checkSharing } from './shared-names.js';
import { SimilarItems } from './similar.js';
import { checkStamps } from './stamps.js';

/** The targets of one relationship's links. */
export interface SegmentJoin {
  readonly index: LinkIndex;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** In the order of the relationship's `to`. */
  readonly targetTypes: readonly { readonly segment: TypeSegment }[];
  /** @param place index in `targetTypes`. @returns doc → target index + 1, or 0. Cost: O(targets) the first time; keeps 4 bytes per doc. */
  readonly targetsOf: (place: number) => Uint32Array;
  /**
   * Only for a relationship to one type whose targets have one link each, such as the inverse of a to-one relationship.
   *
   * @returns doc of the target's type → the doc that links to it + 1, or 0. Cost: O(targets) the first time; keeps 4 bytes per doc.
   */
  readonly linkingDocs: () => Uint32Array;
}

export interface TypeSegment {
  readonly type: ContentType;
  /** Index of its locale among the type's locales. */
  readonly locale: number;
  /** Number of items. */
  readonly size: number;
  readonly id: IdIndex;
  /** Field name → its index, `id` and the locale field included; images, files and JSON have none. */
  readonly fields: ReadonlyMap<string, FieldIndex>;
  /** Relationship → its join; empty if the segment belongs to no space. */
  readonly joins: ReadonlyMap<string, SegmentJoin>;
  readonly documents: DocumentStore;
  /** Doc → the locales in which it has values of its own; undefined if no field is localized. */
  readonly own: OwnLocales | undefined;
  /** Undefined if no field is searched. */
  readonly search: SearchIndex | undefined;
  /** The similar items in the default locale; undefined if the model does not ask for them. */
  readonly similar: SimilarItems | undefined;
  /** Memory for sets of its docs; used by one thread only. */
  readonly arena: Arena;
  readonly file: SegmentFile;
}

/** @throws IntegrityError if the file is not a segment of this type; OperationError as checkStamps */
export function openTypeSegment(file: SegmentFile, type: ContentType): TypeSegment {
  const { sections } = file;
  if (file.kind !== TYPE_SEGMENT || file.name !== type.name) {
    throw sections.damage('header', `the segment of type ${type.name}`, `${file.kind} ${file.name}`);
  }
  const size = file.meta.get('items');
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || size > ITEMS_MAXIMUM) {
    throw sections.damage('header', 'a count of items', String(size));
  }
  checkStamps(file, type);
  checkSharing(file, type);
  const documents = new DocumentStore(sections.records(DOCUMENTS, size), type.attributes.length);
  const id = openId(sections, size);
  const fields = new Map<string, FieldIndex>([[ID_FIELD, id]]);
  const byLocale = new LocaleStores(file, type, size, documents);
  for (const field of type.fields) {
    const column = { prefix: field.name, documents };
    const index = openField(sections, column, type, field, size, byLocale.sharedDictionary(field, field.name));
    if (index !== undefined) fields.set(field.name, index);
  }
  const arena = new Arena(size, file.memory);
  const search = type.search === undefined ? undefined : openSearch(sections, type.search, size);
  const similar = type.similar === true ? new SimilarItems(sections, type, size, fields, search) : undefined;
  const own =
    type.locales.length === 0
      ? undefined
      : new OwnLocales(sections.countedRecords(OWN_SETS), sections.unsigned(OWN_LOCALES, size));
  if (own !== undefined) fields.set(LOCALE_FIELD, openLocaleIndex(file, type, own));
  return Object.freeze({
    type,
    locale: 0,
    size,
    id,
    fields,
    joins: new Map(),
    documents,
    own,
    search,
    similar,
    arena,
    file,
  });
}

/**
 * @returns the index of a field, or of a count of links; undefined if the segment has neither
 * Cost: O(1), or the cost of deriving a count (link-counts).
 */
export function fieldIndex({ fields, arena }: TypeSegment, name: string): FieldIndex | undefined {
  const index = fields.get(name);
  if (index !== undefined) return index;
  const relationship = countedRelationship(name);
  const links = relationship === undefined ? undefined : fields.get(relationship);
  return links?.kind === 'links' ? links.counts.open(arena) : undefined;
}

function openLocaleIndex({ sections }: SegmentFile, { locales }: ContentType, own: OwnLocales): LocaleIndex {
  const rowCount = locales.length + 1;
  const rows = sections.has(LOCALE_ROWS)
    ? sections.u32(LOCALE_ROWS, rowCount * Math.ceil(own.docs.length / 32))
    : undefined;
  return new LocaleIndex(locales, own, rows);
}

/** @returns the doc with this id (UTF-8), or undefined. Cost: O(length) expected. */
export function findItem(segment: TypeSegment, id: Uint8Array): DocId | undefined {
  const term = segment.id.hash.find(id);
  return term < 0 ? undefined : docId(segment.id.postings.docs[segment.id.postings.starts[term]!]!);
}
