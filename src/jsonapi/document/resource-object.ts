/**
 * One resource object, spliced from stored ranges and constants. Nothing is serialised.
 */
import type { RecordPlaces } from '../../store/index.js';
import { pageSearch } from '../request/page-search.js';
import type { Fieldsets } from '../request/parsed-request.js';
import type { Template } from './bytes/pieces.js';
import type { ByteWriter } from './bytes/writer.js';
import { BYTES, CHAR, type RelationshipBytes, type TypeBytes } from './constants.js';
import type { Resource } from './resources.js';
import { type ShownLinks, shownLinks, showsAll } from './windows.js';

/** Cost: O(bytes written + attributes + relationships). */
export function writeResource(out: ByteWriter, bytes: TypeBytes, resource: Resource, fieldsets: Fieldsets): void {
  const { places } = bytes;
  const { documents, own, type } = resource.type.segment;
  documents.locate(resource.doc, places);
  const kept = fieldsets.get(type.name);
  if (kept !== undefined) {
    documents.locateAttributes(places);
    writeAttributes(out, bytes, kept);
  } else if (places.local > 0) {
    documents.locatePieces(places);
    writeLocal(out, bytes);
  } else if (places.attributesStart < places.attributesEnd) {
    writeOpen(out, bytes.openAttributes, places);
    out.range(places.chunk, places.attributesStart, places.attributesEnd);
    out.byte(CHAR.closeBrace);
  } else writeOpen(out, bytes.open, places);
  writeRelationships(out, bytes, resource, kept);
  writeUrl(out, bytes.self, places);
  if (own !== undefined) out.raw(bytes.own[own.docs[resource.doc]!]!);
}

/** Fills the holes with the id as it stands in JSON. */
function writeOpen(out: ByteWriter, template: Template, { chunk, idStart, idEnd }: RecordPlaces): void {
  out.holed(template.of(idEnd - idStart), chunk, idStart, idEnd);
}

/** Fills the holes with the id as it stands in a URL. */
function writeUrl(out: ByteWriter, template: Template, { chunk, urlStart, urlEnd }: RecordPlaces): void {
  out.holed(template.of(urlEnd - urlStart), chunk, urlStart, urlEnd);
}

function writeAttributes(out: ByteWriter, bytes: TypeBytes, kept: ReadonlySet<string>): void {
  const { places } = bytes;
  const { attributes } = bytes.type.segment.type;
  let written = 0;
  for (let i = 0; i < attributes.length; i += 1) {
    if (!kept.has(attributes[i]!.name)) continue;
    if (written === 0) writeOpen(out, bytes.openAttributes, places);
    else out.byte(CHAR.comma);
    out.range(places.chunkOf(i), places.starts[i]!, places.starts[i]! + places.lengths[i]!);
    written += 1;
  }
  if (written > 0) out.byte(CHAR.closeBrace);
  else writeOpen(out, bytes.open, places);
}

/** Writes all attributes where a locale has some of its own: what stands side by side in one record, at once. */
function writeLocal(out: ByteWriter, bytes: TypeBytes): void {
  const { places } = bytes;
  const { chunk, localChunk, pieceStarts, pieceEnds, pieces } = places;
  writeOpen(out, bytes.openAttributes, places);
  let isLocal = places.isFirstLocal;
  for (let i = 0; i < pieces; i += 1) {
    if (i > 0) out.byte(CHAR.comma);
    out.range(isLocal ? localChunk : chunk, pieceStarts[i]!, pieceEnds[i]!);
    isLocal = !isLocal;
  }
  out.byte(CHAR.closeBrace);
}

function writeRelationships(
  out: ByteWriter,
  bytes: TypeBytes,
  resource: Resource,
  kept: ReadonlySet<string> | undefined,
): void {
  let first = true;
  for (const relationship of bytes.relationships) {
    if (kept !== undefined && !kept.has(relationship.field.name)) continue;
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
  const first = index.links.starts[doc]!;
  const total = index.links.starts[doc + 1]! - first;
  if (!field.many) {
    out.raw(isFirst ? openData.first : openData.later);
    if (total === 0) out.raw(BYTES.null);
    else writeLinks(out, relationship, first, first + 1);
    writeUrl(out, relationship.links, places);
    return;
  }
  if (total === 0 || showsAll(shapes, field.name, total)) {
    out.raw(isFirst ? openData.first : openData.later);
    if (total > 0) writeLinks(out, relationship, first, first + total);
    writeUrl(out, relationship.links, places);
  } else writeSome(out, places, relationship, isFirst, first, shownLinks(shapes, field.name, total));
  out.uint(total);
  out.raw(BYTES.totalEnd);
}

/** Writes a relationship of which not every link is shown, up to its total. */
function writeSome(
  out: ByteWriter,
  places: RecordPlaces,
  relationship: RelationshipBytes,
  isFirst: boolean,
  first: number,
  { ranges, next }: ShownLinks,
): void {
  const { openData, openHidden } = relationship;
  if (ranges.length === 0) {
    out.raw(isFirst ? openHidden.first : openHidden.later);
    writeUrl(out, relationship.hiddenLinks, places);
    return;
  }
  out.raw(isFirst ? openData.first : openData.later);
  for (const [index, { start, end }] of ranges.entries()) {
    if (index > 0) out.byte(CHAR.comma);
    writeLinks(out, relationship, first + start, first + end);
  }
  if (next === undefined) {
    writeUrl(out, relationship.links, places);
    return;
  }
  writeUrl(out, relationship.linksOpen, places);
  writeUrl(out, relationship.next, places);
  out.ascii(`${pageSearch(relationship.query, next)}"`);
  out.raw(relationship.close);
}

/** Writes the linkage of links `[from, to)`, separated by commas. @param to > from */
export function writeLinks(
  out: ByteWriter,
  { index: { links, linkage } }: Pick<RelationshipBytes, 'index'>,
  from: number,
  to: number,
): void {
  for (let link = from; link < to; link += 1) {
    const target = links.targets[link]!;
    const start = linkage.start(target);
    out.range(linkage.chunk(target), start, start + linkage.byteLength(target));
  }
  out.dropByte();
}
