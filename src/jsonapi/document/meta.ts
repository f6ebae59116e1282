/**
 * `meta` of a resource in a list: the passages that show a search, and how far away it is.
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

/** @returns a member as JSON, `"name":value`; undefined where the resource has none. Cost: O(bytes of the fields). */
export type MetaMember = (resource: Resource) => string | undefined;

/** Writes the meta object into a resource object that is complete. */
export function writeMeta(out: ByteWriter, resource: Resource, members: readonly MetaMember[]): void {
  const written = members.flatMap((member) => member(resource) ?? []).join(',');
  if (written === '') return;
  const { own } = resource.type.segment;
  // What has locales has a meta object already.
  const meta = Buffer.from(own === undefined ? `,"meta":{${written}}}` : `,${written}}}`);
  out.dropByte();
  if (own !== undefined) out.dropByte();
  out.range(chunkOf(meta), 0, meta.byteLength);
}

/** @returns the value of an attribute as it is delivered */
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

/** @returns `distance` of the place in a field, in metres, rounded to a tenth */
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
