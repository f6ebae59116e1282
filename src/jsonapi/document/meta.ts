/**
 * `meta` of a resource in a list: `distance`, and members from other files, such as `highlights` and `shared`.
 *
 * Elsewhere: passages of a search (highlights), features of similar items (shared-features).
 */
import { type DocId, haversine, metresOfHaversine, originOf, unitsOfDegrees } from '../../content/model/index.js';
import type { SortKey } from '../../engine/query/index.js';
import { chunkOf } from '../../format/index.js';
import { HIGHLIGHT_BYTE } from '../../index/costs/index.js';
import type { Budget } from '../../index/docset/index.js';
import { RecordRange } from '../../index/documents/index.js';
import type { ByteWriter } from './byte-writer.js';
import type { RenderedType } from './rendered-space.js';
import type { Resource } from './resources.js';

export type RenderedSegment = RenderedType['segment'];

/** Writes a member as JSON, `"name":value`; undefined if the resource has none. Cost: O(bytes of the fields). */
export type MetaMember = (resource: Resource) => string | undefined;

/** Adds the meta object to a complete resource object, before its closing brace. */
export function writeMeta(out: ByteWriter, resource: Resource, members: readonly MetaMember[]): void {
  const written = members.flatMap((member) => member(resource) ?? []).join(',');
  if (written === '') return;
  const { own } = resource.type.segment;
  // A resource of a localized type already has a meta object, so the members are added to that one.
  const meta = Buffer.from(own === undefined ? `,"meta":{${written}}}` : `,${written}}}`);
  out.dropByte();
  if (own !== undefined) out.dropByte();
  out.range(chunkOf(meta), 0, meta.byteLength);
}

/** @returns the value of an attribute, as documents show it. Charges `budget`. */
export function attributeValue(
  { type, documents }: RenderedSegment,
  doc: DocId,
  name: string,
  budget: Budget,
): unknown {
  const attribute = type.attributes.findIndex((field) => field.name === name);
  const range = new RecordRange();
  documents.attribute(doc, attribute, documents.newPlaces(), range);
  budget.spend((range.end - range.start) * HIGHLIGHT_BYTE);
  const bytes = Buffer.from(range.bytes.buffer, range.bytes.byteOffset + range.start, range.end - range.start);
  const [value]: unknown[] = Object.values(JSON.parse(`{${bytes.toString()}}`));
  return value;
}

const degreesIn = (value: object, name: string): number =>
  Number(Object.entries(value).find(([key]) => key === name)?.[1]);

/** @returns the writer of `distance`: from the origin to the location in a field, in metres, rounded to 0.1 */
export function distanceMember(field: string, from: NonNullable<SortKey['from']>, budget: Budget): MetaMember {
  const origin = originOf(from);
  return ({ type: { segment }, doc }) => {
    const value = attributeValue(segment, doc, field, budget);
    if (typeof value !== 'object' || value === null) return undefined;
    const [latitude, longitude] = [degreesIn(value, 'latitude'), degreesIn(value, 'longitude')];
    const metres = metresOfHaversine(haversine(origin, unitsOfDegrees(latitude), unitsOfDegrees(longitude)));
    return `"distance":${Math.round(metres * 10) / 10}`;
  };
}
