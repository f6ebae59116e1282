/**
 * An open snapshot: every content type's segment, and the joins that carry a link from one to another.
 */
import { IntegrityError } from '../../content/errors/index.js';
import { type ContentModel, isLocalized, localModel, type SnapshotId, type TermId } from '../../content/model/index.js';
import type { Pages, SegmentFile } from '../../format/index.js';
import {
  JOIN_SEGMENT,
  type LinkIndex,
  openLocalSegments,
  type SegmentJoin,
  storedPrefix,
  type TypeSegment,
} from '../segment/index.js';
import { prefixRange } from '../termdict/index.js';

/** Where the links of one relationship lead. */
export interface Join extends SegmentJoin {
  readonly targetTypes: readonly SpaceType[];
}

export interface SpaceType {
  /** Place in the model's order. */
  readonly number: number;
  readonly name: string;
  readonly segment: TypeSegment;
  readonly joins: ReadonlyMap<string, Join>;
}

export interface Space {
  readonly id: SnapshotId;
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, SpaceType>;
  /** By type, the SHA-256 of its segment's file: the same for the same items, links and structures. */
  readonly hashes: ReadonlyMap<string, string>;
  /** As each locale behind the default one has it, in the model's order; none of a space that is one locale's. */
  readonly locals: readonly Space[];
  /** Bytes of all segment files, which is what the snapshot takes in memory where nothing of it stays in files. */
  readonly byteLength: number;
  /** Bytes of these that are in memory. */
  readonly residentBytes: number;
  /** Who reads what stays in files; undefined where all is in memory. */
  readonly pages: Pages | undefined;
}

export const joinSectionName = (type: string, relationship: string): string => `${type}/${relationship}`;

/** @returns the type of a target: the first byte of its key says which of the relationship's types it is of */
export const targetType = <Type>(
  join: { readonly index: Pick<LinkIndex, 'targets'>; readonly targetTypes: readonly Type[] },
  target: TermId,
): Type =>
  join.targetTypes.length === 1 ? join.targetTypes[0]! : join.targetTypes[join.index.targets.at(target)[0]!]!;

/** @param locale place in the model's locales. @returns the space as that locale has it */
export const spaceOf = (space: Space, locale: number): Space =>
  locale === 0 ? space : (space.locals[locale - 1] ?? space);

/**
 * Ties the segments together. Cost: O(locales · types · relationships).
 *
 * @param segments one per type of the model, in its order
 * @param hashes   of the segments' files, by type
 * @throws IntegrityError when the joins do not fit the segments
 */
export function tieSpace(
  id: SnapshotId,
  model: ContentModel,
  segments: readonly TypeSegment[],
  joinFile: SegmentFile,
  hashes: ReadonlyMap<string, string>,
  pages?: Pages,
): Space {
  if (joinFile.kind !== JOIN_SEGMENT) {
    throw new IntegrityError({ file: joinFile.name, section: 'header', expected: 'joins', found: joinFile.kind });
  }
  const byteLength = segments.reduce((sum, segment) => sum + segment.file.byteLength, joinFile.byteLength);
  const residentBytes = segments.reduce((sum, { file }) => sum - file.sections.leftBytes, byteLength);
  const opened = segments.map((segment) => ({ segment, locals: openLocalSegments(segment) }));
  const locals = model.locales.slice(1).map((_, index): Space => {
    const types = opened.map(({ segment, locals: own }) => own[index] ?? segment);
    const local = localModel(model, index + 1);
    const tied = tieTypes(types, joinFile, index + 1);
    return Object.freeze({ id, model: local, types: tied, hashes, locals: [], byteLength, residentBytes, pages });
  });
  const types = tieTypes(segments, joinFile, 0);
  return Object.freeze({ id, model, types, hashes, locals, byteLength, residentBytes, pages });
}

/** @param locale whose segments they are, as a place in the model's locales */
function tieTypes(
  segments: readonly TypeSegment[],
  joinFile: SegmentFile,
  locale: number,
): ReadonlyMap<string, SpaceType> {
  const types = new Map<string, SpaceType>();
  const joinsOf: Map<string, Join>[] = [];
  for (const [number, untied] of segments.entries()) {
    const joins = new Map<string, Join>();
    joinsOf.push(joins);
    const segment = Object.freeze({ ...untied, joins });
    types.set(segment.type.name, Object.freeze({ number, name: segment.type.name, segment, joins }));
  }
  for (const [number, segment] of segments.entries()) {
    for (const field of segment.type.relationships) {
      const index = segment.fields.get(field.name);
      if (index?.kind !== 'links') continue;
      const stored = isLocalized(field) ? storedPrefix(segment, field.name, locale) : field.name;
      const targetDocs = joinFile.sections.u32(joinSectionName(segment.type.name, stored), index.targets.size);
      const targetTypes = field.to.map((name) => types.get(name)).filter((type) => type !== undefined);
      const targetsOf = targetsByDoc(index, targetDocs, targetTypes);
      joinsOf[number]!.set(field.name, Object.freeze({ index, targetDocs, targetTypes, targetsOf }));
    }
  }
  return types;
}

/** The way back, from the doc of a target's type to the target: made when first asked for. */
function targetsByDoc(
  { targets }: LinkIndex,
  targetDocs: Uint32Array,
  types: readonly SpaceType[],
): SegmentJoin['targetsOf'] {
  const made: Uint32Array[] = [];
  return (place) => {
    const known = made[place];
    if (known !== undefined) return known;
    const byDoc = new Uint32Array(types[place]?.segment.size ?? 0);
    const [from, to] = prefixRange(targets, Uint8Array.of(place));
    for (let target: number = from; target < to; target += 1) byDoc[targetDocs[target]!] = target + 1;
    made[place] = byDoc;
    return byDoc;
  };
}
