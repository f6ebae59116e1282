/**
 * One resource object, copied from stored ranges and constants; nothing is serialised.
 *
 * Elsewhere: the constants (constants), many whole items at a time (compiled/compiled-items), lists of resources
 * (document-assembler).
 */
import type { DocId } from '../../content/model/index.js';
import { LinkageRange, type RecordPlaces } from '../../index/documents/index.js';
import type { Fieldsets } from '../request/parsed-request.js';
import type { ByteWriter } from './byte-writer.js';
import { BYTES, CHAR, type RelationshipBytes, type TypeBytes } from './constants.js';
import { pageSearch } from './page-links.js';
import type { Template } from './pieces.js';
import type { Resource } from './resources.js';
import { findVisibleLinks, isEveryLinkVisible, type VisibleLinks } from './visible-links.js';

/** Overwritten for each link. */
const linkageRange = new LinkageRange();

/** Writes the resource object. Cost: O(bytes written + attributes + relationships). */
export function writeResource(out: ByteWriter, bytes: TypeBytes, resource: Resource, fieldsets: Fieldsets): void {
  const { places } = bytes;
  const { documents, own, type } = resource.type.segment;
  documents.locate(resource.doc, places);
  const fieldset = fieldsets.get(type.name);
  const hasAttributes = places.localRecord > 0 || places.attributesStart < places.attributesEnd;
  if (fieldset === undefined && hasAttributes && isWholeItemVisible(bytes, resource)) {
    writeAllAttributes(out, bytes);
    writeAllLinks(out, bytes, resource.doc);
  } else {
    if (fieldset !== undefined) {
      documents.locateAttributes(places);
      writeAttributes(out, bytes, fieldset);
    } else if (hasAttributes) {
      writeAllAttributes(out, bytes);
      out.byte(CHAR.closeBrace);
    } else writeOpen(out, bytes.open, places);
    writeRelationships(out, bytes, resource, fieldset);
    writeUrl(out, bytes.self, places);
  }
  if (own !== undefined) out.constant(bytes.own[own.docs[resource.doc]!]!);
}

/** Writes a template with the id, as JSON writes it, in its holes. */
function writeOpen(out: ByteWriter, template: Template, { chunk, idStart, idEnd }: RecordPlaces): void {
  out.filled(template.forLength(idEnd - idStart), chunk, idStart, idEnd);
}

/** Writes a template with the id, as URLs write it, in its holes. */
function writeUrl(out: ByteWriter, template: Template, { chunk, urlStart, urlEnd }: RecordPlaces): void {
  out.filled(template.forLength(urlEnd - urlStart), chunk, urlStart, urlEnd);
}

function writeAttributes(out: ByteWriter, bytes: TypeBytes, fieldset: ReadonlySet<string>): void {
  const { places } = bytes;
  const { attributes } = bytes.type.segment.type;
  let written = 0;
  for (let i = 0; i < attributes.length; i += 1) {
    if (!fieldset.has(attributes[i]!.name)) continue;
    if (written === 0) writeOpen(out, bytes.openAttributes, places);
    else out.byte(CHAR.comma);
    out.range(places.chunkOf(i), places.starts[i]!, places.starts[i]! + places.lengths[i]!);
    written += 1;
  }
  if (written > 0) out.byte(CHAR.closeBrace);
  else writeOpen(out, bytes.open, places);
}

/** Writes all attributes, up to their closing brace. */
function writeAllAttributes(out: ByteWriter, bytes: TypeBytes): void {
  const { places, type } = bytes;
  writeOpen(out, bytes.openAttributes, places);
  if (places.localRecord > 0) {
    type.segment.documents.locatePieces(places);
    writeLocalPieces(out, places);
  } else out.range(places.chunk, places.attributesStart, places.attributesEnd);
}

/** Writes the attributes of a locale that has values of its own: neighbouring attributes of one record in one copy. */
function writeLocalPieces(out: ByteWriter, places: RecordPlaces): void {
  const { chunk, localChunk, pieceStarts, pieceEnds, pieceCount: pieces } = places;
  let isLocal = places.isFirstLocal;
  for (let i = 0; i < pieces; i += 1) {
    if (i > 0) out.byte(CHAR.comma);
    out.range(isLocal ? localChunk : chunk, pieceStarts[i]!, pieceEnds[i]!);
    isLocal = !isLocal;
  }
}

/** Whether the resource shows every link of the item. Cost: O(relationships). */
export function isWholeItemVisible({ relationships }: TypeBytes, { doc, shapes }: Resource): boolean {
  for (let i = 0; i < relationships.length; i += 1) {
    const { field, index } = relationships[i]!;
    if (!field.many) continue;
    const total = index.links.countOf(doc);
    if (total > 0 && !isEveryLinkVisible(shapes, field, total)) return false;
  }
  return true;
}

/** Writes everything after the attributes of a resource that shows every link. */
function writeAllLinks(out: ByteWriter, { complete, places }: TypeBytes, doc: DocId): void {
  const { relationships } = complete;
  writeUrl(out, complete.afterAttributes, places);
  for (let i = 0; i < relationships.length; i += 1) {
    const relationship = relationships[i]!;
    const { links } = relationship.index;
    const first = links.firstOf(doc);
    const total = links.countOf(doc);
    if (total > 0) writeLinks(out, relationship, first, first + total);
    else if (!relationship.many) out.constant(BYTES.null);
    writeUrl(out, relationship.links, places);
    if (!relationship.many) continue;
    out.uint(total);
    writeUrl(out, relationship.afterTotal, places);
  }
}

function writeRelationships(
  out: ByteWriter,
  bytes: TypeBytes,
  resource: Resource,
  fieldset: ReadonlySet<string> | undefined,
): void {
  let first = true;
  for (const relationship of bytes.relationships) {
    if (fieldset !== undefined && !fieldset.has(relationship.field.name)) continue;
    writeRelationship(out, bytes.places, relationship, first, resource);
    first = false;
  }
  if (!first) out.byte(CHAR.closeBrace);
}

function writeRelationship(
  out: ByteWriter,
  places: RecordPlaces,
  relationship: RelationshipBytes,
  isFirst: boolean,
  { doc, shapes }: Resource,
): void {
  const { field, index, openData } = relationship;
  const first = index.links.firstOf(doc);
  const total = index.links.countOf(doc);
  if (!field.many) {
    out.constant(isFirst ? openData.first : openData.later);
    if (total === 0) out.constant(BYTES.null);
    else writeLinks(out, relationship, first, first + 1);
    writeUrl(out, relationship.links, places);
    return;
  }
  if (total === 0 || isEveryLinkVisible(shapes, field, total)) {
    out.constant(isFirst ? openData.first : openData.later);
    if (total > 0) writeLinks(out, relationship, first, first + total);
    writeUrl(out, relationship.links, places);
  } else writeVisibleLinks(out, places, relationship, isFirst, first, findVisibleLinks(shapes, field, total));
  out.uint(total);
  out.constant(BYTES.totalEnd);
}

/** Writes a relationship that shows only some of its links, up to its total. */
function writeVisibleLinks(
  out: ByteWriter,
  places: RecordPlaces,
  relationship: RelationshipBytes,
  isFirst: boolean,
  first: number,
  { ranges, next }: VisibleLinks,
): void {
  const { openData, openWithoutData } = relationship;
  if (ranges.length === 0) {
    out.constant(isFirst ? openWithoutData.first : openWithoutData.later);
    writeUrl(out, relationship.linksWithoutData, places);
    return;
  }
  out.constant(isFirst ? openData.first : openData.later);
  for (const [index, { start, end }] of ranges.entries()) {
    if (index > 0) out.byte(CHAR.comma);
    writeLinks(out, relationship, first + start, first + end);
  }
  if (next === undefined) {
    writeUrl(out, relationship.links, places);
    return;
  }
  writeUrl(out, relationship.linksBeforeNext, places);
  writeUrl(out, relationship.next, places);
  out.ascii(`${pageSearch(relationship.query, next)}"`);
  out.constant(relationship.close);
}

/** Writes the linkage of links `[from, to)`, separated by commas. @param to > from */
export function writeLinks(
  out: ByteWriter,
  { index: { links, linkage } }: Pick<RelationshipBytes, 'index'>,
  from: number,
  to: number,
): void {
  for (let link = from; link < to; link += 1) {
    linkage.locate(links.targetOf(link), linkageRange);
    out.range(linkageRange.chunk, linkageRange.start, linkageRange.end);
  }
  out.dropByte();
}
