/**
 * The fetched items of one answer as a space for the document writer: records and links as in a snapshot, of few items.
 */

import {
  type ContentModel,
  type ContentType,
  isLocalized,
  type RelationshipField,
  type TermId,
  termId,
} from '../../../src/content/model/index.js';
import { Blob, OFFSET_BLOCK, Offsets, Records } from '../../../src/format/index.js';
import { DocumentStore, LinkageStore, LocalDocuments, OwnLocales } from '../../../src/index/documents/index.js';
import type { SearchIndex } from '../../../src/index/search/index.js';
import type { RenderedLinks } from '../../../src/index/segment/index.js';
import { ByteTerms } from '../../../src/index/termdict/index.js';
import type { RenderedJoin, RenderedSpace, RenderedType } from '../../../src/jsonapi/index.js';
import type { FetchedItem, FetchedItems, FetchedLink } from './fetched-items.js';
import { FetchedLinkColumn } from './fetched-links.js';

/** Readers of records read groups of bytes, which may reach beyond the last record. */
const padding = Buffer.alloc(64);

/** @returns the records, concatenated */
export function concatenateRecords(list: readonly Uint8Array[]): Records {
  const bases = new Float64Array(Math.ceil((list.length + 1) / OFFSET_BLOCK));
  const relative = new Uint32Array(list.length + 1);
  let end = 0;
  for (const [index, record] of list.entries()) {
    relative[index] = end;
    end += record.byteLength;
  }
  relative[list.length] = end;
  return new Records(new Blob([Buffer.concat([...list, padding])]), new Offsets(bases, relative));
}

/**
 * @param model   the model with the names of the request's locale
 * @param locale  position in the model's locales
 * @param sizes   type → number of all its items
 * @param indexes search index of each searched type
 * Cost: O(model + fetched bytes and links).
 */
export function createFetchedSpace(
  model: ContentModel,
  locale: number,
  items: FetchedItems,
  sizes: ReadonlyMap<string, number>,
  indexes: ReadonlyMap<string, SearchIndex> = new Map(),
): RenderedSpace {
  const types = new Map<string, RenderedType>();
  const joinsByType = new Map<string, Map<string, RenderedJoin>>();
  for (const [number, type] of [...model.contentTypes.values()].entries()) {
    const joins = new Map<string, RenderedJoin>();
    joinsByType.set(type.name, joins);
    types.set(type.name, {
      number,
      name: type.name,
      segment: {
        ...createSegment(type, locale, items.listType(type), sizes.get(type.name) ?? 0),
        search: indexes.get(type.name),
      },
      joins,
    });
  }
  for (const { name, segment } of types.values()) {
    for (const field of segment.type.relationships) {
      const index = segment.fields.get(field.name);
      if (index?.kind !== 'links') continue;
      joinsByType.get(name)?.set(field.name, {
        index,
        targetDocs: targetDocs(index, items),
        targetTypes: field.to.map((target) => types.get(target)).filter((type) => type !== undefined),
      });
    }
  }
  return { model, types };
}

function createSegment(
  type: ContentType,
  locale: number,
  items: readonly FetchedItem[],
  size: number,
): Omit<RenderedType['segment'], 'search'> {
  const records = concatenateRecords(items.map(({ record }) => record ?? new Uint8Array(0)));
  const fields = new Map(type.relationships.map((field) => [field.name, createLinkIndex(field, items)]));
  return {
    type,
    locale,
    size,
    documents: new DocumentStore(
      records,
      type.attributes.length,
      createLocalDocuments(
        type,
        locale,
        items.map(({ local }) => local),
      ),
    ),
    own: createOwnLocales(
      type,
      items.map(({ own }) => own),
    ),
    fields,
  };
}

/** @param localRecords differences of each item from the default locale; undefined for none */
export function createLocalDocuments(
  type: ContentType,
  locale: number,
  localRecords: readonly (Uint8Array | undefined)[],
): LocalDocuments | undefined {
  if (locale === 0 || type.locales.length === 0) return undefined;
  const records: Uint8Array[] = [];
  const places = Uint32Array.from(localRecords, (local) => (local === undefined ? 0 : records.push(local)));
  const attributes = type.attributes.flatMap((field, place) => (isLocalized(field) ? [place] : []));
  return new LocalDocuments(concatenateRecords(records), places, attributes);
}

/** @param ownLocaleTexts codes of the locales with values of their own, as JSON, of each item */
export function createOwnLocales(
  type: ContentType,
  ownLocaleTexts: readonly (string | undefined)[],
): OwnLocales | undefined {
  if (type.locales.length === 0) return undefined;
  const sets = [...new Set(ownLocaleTexts.map((own) => own ?? '[]'))];
  const docs = Uint32Array.from(ownLocaleTexts, (own) => sets.indexOf(own ?? '[]'));
  return new OwnLocales(concatenateRecords(sets.map((set) => Buffer.from(set))), docs);
}

function createLinkIndex(field: RelationshipField, items: readonly FetchedItem[]): RenderedLinks {
  const keys: Uint8Array[] = [];
  const linkage: Uint8Array[] = [];
  const numbers = new Map<string, TermId>();
  const requireNumber = ({ type, id }: FetchedLink): TermId => {
    const linkageText = `{"type":"${type}","id":${JSON.stringify(id)}},`;
    const existing = numbers.get(linkageText);
    if (existing !== undefined) return existing;
    const number = termId(linkage.push(Buffer.from(linkageText)) - 1);
    numbers.set(linkageText, number);
    keys.push(Buffer.concat([Uint8Array.of(field.to.indexOf(type)), Buffer.from(id)]));
    return number;
  };
  const links = new FetchedLinkColumn(
    items.map((item) => item.links.get(field.name)),
    requireNumber,
  );
  return {
    kind: 'links',
    field,
    targets: new ByteTerms(concatenateRecords(keys)),
    links,
    linkage: new LinkageStore(concatenateRecords(linkage)),
  };
}

/** @returns the doc of each target. Targets outside the document get 0, which the document never shows. */
function targetDocs({ field, targets }: RenderedLinks, items: FetchedItems): Uint32Array {
  return Uint32Array.from({ length: targets.size }, (_, target) => {
    const key = targets.at(termId(target));
    return items.findDoc(field.to[key[0]!]!, Buffer.from(key.subarray(1)).toString()) ?? 0;
  });
}
