/**
 * One resource object, spliced from stored ranges and constants. Nothing is serialised.
 */
import type { Window } from '../../query/index.js';
import type { RecordPlaces } from '../../store/index.js';
import { pageSearch } from '../parse/links.js';
import type { Fieldsets, Shape } from '../request.js';
import { BYTES, CHAR, type RelationshipBytes, type TypeBytes } from './constants.js';
import { type Resource, windowAt } from './resources.js';
import type { ByteWriter } from './writer.js';

/** Cost: O(bytes written + attributes + relationships). */
export function writeResource(out: ByteWriter, bytes: TypeBytes, resource: Resource, fieldsets: Fieldsets): void {
  const { places } = bytes;
  const { segment } = resource.type;
  segment.documents.locate(resource.doc, places);
  const kept = fieldsets.get(resource.type.name);
  out.raw(bytes.open);
  out.range(places.chunk, places.idStart, places.idEnd);
  out.byte(CHAR.quote);
  if (kept === undefined) writeAllAttributes(out, places);
  else writeAttributes(out, bytes, kept);
  writeRelationships(out, bytes, resource, kept);
  out.raw(bytes.self);
  out.range(places.chunk, places.urlStart, places.urlEnd);
  out.raw(BYTES.resourceEnd);
}

function writeAllAttributes(out: ByteWriter, places: RecordPlaces): void {
  if (places.attributesStart === places.attributesEnd) return;
  out.raw(BYTES.attributesOpen);
  out.range(places.chunk, places.attributesStart, places.attributesEnd);
  out.byte(CHAR.closeBrace);
}

function writeAttributes(out: ByteWriter, { type, places }: TypeBytes, kept: ReadonlySet<string>): void {
  let written = 0;
  const { attributes } = type.segment.type;
  for (let i = 0; i < attributes.length; i += 1) {
    if (!kept.has(attributes[i]!.name)) continue;
    if (written === 0) out.raw(BYTES.attributesOpen);
    else out.byte(CHAR.comma);
    out.range(places.chunk, places.starts[i]!, places.starts[i]! + places.lengths[i]!);
    written += 1;
  }
  if (written > 0) out.byte(CHAR.closeBrace);
}

function writeRelationships(
  out: ByteWriter,
  bytes: TypeBytes,
  resource: Resource,
  kept: ReadonlySet<string> | undefined,
): void {
  let written = 0;
  for (const relationship of bytes.relationships) {
    if (kept !== undefined && !kept.has(relationship.field.name)) continue;
    if (written === 0) out.raw(BYTES.relationshipsOpen);
    else out.byte(CHAR.comma);
    writeRelationship(out, bytes.places, relationship, resource.doc, resource.shapes);
    written += 1;
  }
  if (written > 0) out.byte(CHAR.closeBrace);
}

function writeRelationship(
  out: ByteWriter,
  places: RecordPlaces,
  relationship: RelationshipBytes,
  doc: number,
  shapes: readonly Shape[],
): void {
  const { field, index } = relationship;
  const first = index.links.starts[doc]!;
  const total = index.links.starts[doc + 1]! - first;
  let next: Window | undefined;
  if (total === 0) out.raw(relationship.openEmpty);
  else if (!field.many) {
    out.raw(relationship.openData);
    writeLinks(out, relationship, first, first + 1);
    out.raw(relationship.closeData);
  } else if (shapes.length === 1) next = writeWindow(out, relationship, first, total, windowAt(shapes[0]!, field.name));
  else next = writeWindows(out, relationship, first, total, windowsOf(shapes, field.name));
  out.range(places.chunk, places.urlStart, places.urlEnd);
  out.raw(relationship.related);
  out.range(places.chunk, places.urlStart, places.urlEnd);
  out.raw(relationship.relatedEnd);
  if (next !== undefined) {
    out.raw(relationship.next);
    out.range(places.chunk, places.urlStart, places.urlEnd);
    out.raw(relationship.nextEnd);
    out.ascii(`${pageSearch('', next)}"`);
  }
  out.raw(relationship.close);
  if (!field.many) return;
  out.uint(total);
  out.byte(CHAR.closeBrace);
  out.byte(CHAR.closeBrace);
}

/** As writeWindows, of one window. */
function writeWindow(
  out: ByteWriter,
  relationship: RelationshipBytes,
  first: number,
  total: number,
  { skip, limit }: Window,
): Window | undefined {
  const end = Math.min(total, skip + limit);
  if (skip >= end) {
    out.raw(relationship.openHidden);
    return undefined;
  }
  out.raw(relationship.openData);
  writeLinks(out, relationship, first + skip, first + end);
  out.raw(relationship.closeData);
  return end < total ? { skip: end, limit } : undefined;
}

/** The windows the places show, in the order they were reached, each once. */
function windowsOf(shapes: readonly Shape[], relationship: string): readonly Window[] {
  const [first, ...others] = shapes;
  if (first === undefined) return [];
  const windows = [windowAt(first, relationship)];
  for (const shape of others) {
    const window = windowAt(shape, relationship);
    if (!windows.some(({ skip, limit }) => skip === window.skip && limit === window.limit)) windows.push(window);
  }
  return windows;
}

/**
 * Writes the union of the windows in stored order, and nothing at all where it is empty: clients read `data: []` as
 * "none".
 *
 * @returns the window that follows the one that reaches furthest, where it does not reach the end
 */
function writeWindows(
  out: ByteWriter,
  relationship: RelationshipBytes,
  first: number,
  total: number,
  windows: readonly Window[],
): Window | undefined {
  const shown = windows
    .map(({ skip, limit }) => ({ start: Math.min(skip, total), end: Math.min(total, skip + limit), limit }))
    .filter(({ start, end }) => start < end);
  const [furthest] = shown.toSorted((a, b) => b.end - a.end);
  if (furthest === undefined) {
    out.raw(relationship.openHidden);
    return undefined;
  }
  out.raw(relationship.openData);
  let reached = 0;
  for (const { start, end } of shown.sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, reached);
    if (from >= end) continue;
    if (reached > 0) out.byte(CHAR.comma);
    writeLinks(out, relationship, first + from, first + end);
    reached = end;
  }
  out.raw(relationship.closeData);
  return furthest.end < total ? { skip: furthest.end, limit: furthest.limit } : undefined;
}

/** Writes the linkage of links `[from, to)`, separated by commas. */
export function writeLinks(
  out: ByteWriter,
  { index }: Pick<RelationshipBytes, 'index'>,
  from: number,
  to: number,
): void {
  const start = index.linkage.start(from);
  out.range(index.linkage.chunk(from), start, start + index.linkage.byteLength(from, to));
}
