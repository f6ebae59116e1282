/**
 * Space: an open snapshot, with the segment of every content type, and the joins of links to items of other types.
 *
 *     <type>/<relationship>   | 4 | 0 | 9 | … |      section of the join file: target of a link → doc in the target's type
 */
import { IntegrityError, InvariantError } from '../../content/errors/index.js';
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

/** A join: the targets of one relationship's links. */
export interface Join extends SegmentJoin {
  readonly targetTypes: readonly SpaceType[];
}

export interface SpaceType {
  /** Index in the model's order. */
  readonly number: number;
  readonly name: string;
  readonly segment: TypeSegment;
  readonly joins: ReadonlyMap<string, Join>;
}

export interface Space {
  readonly id: SnapshotId;
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, SpaceType>;
  /** Type → SHA-256 of its segment's file, which is the same for the same items, links and structures. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The space in each locale except the default one, in the model's order; empty for these spaces themselves. */
  readonly locals: readonly Space[];
  /** Bytes of all segment files: the memory of the snapshot if nothing stays in files. */
  readonly byteLength: number;
  /** Bytes in memory. */
  readonly residentBytes: number;
  /** Reads sections that stay in files; undefined if all are in memory. */
  readonly pages: Pages | undefined;
}

export const joinSectionName = (type: string, relationship: string): string => `${type}/${relationship}`;

/** @returns the type of a target: the first byte of its key is the index among the relationship's types */
export const targetType = <Type>(
  join: { readonly index: Pick<LinkIndex, 'targets'>; readonly targetTypes: readonly Type[] },
  target: TermId,
): Type =>
  join.targetTypes.length === 1 ? join.targetTypes[0]! : join.targetTypes[join.index.targets.at(target)[0]!]!;

/** @param locale index in the model's locales. @returns the space of that locale */
export const spaceOf = (space: Space, locale: number): Space =>
  locale === 0 ? space : (space.locals[locale - 1] ?? space);

/**
 * Makes a space of the segments. Cost: O(locales · types · relationships).
 *
 * @param segments one per type of the model, in its order
 * @param hashes   type → hash of its segment's file
 * @throws IntegrityError if the joins do not fit the segments
 */
export function makeSpace(
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
  let byteLength = joinFile.byteLength;
  let pagedBytes = 0;
  for (const { file } of segments) {
    byteLength += file.byteLength;
    pagedBytes += file.sections.pagedByteLength;
  }
  const residentBytes = byteLength - pagedBytes;
  const typesWithLocals = segments.map((segment) => ({ segment, localSegments: openLocalSegments(segment) }));
  const locals = model.locales.slice(1).map((_, index): Space => {
    // A type without localized fields has one segment for every locale.
    const segmentsOfLocale = typesWithLocals.map(({ segment, localSegments }) => localSegments[index] ?? segment);
    const modelOfLocale = localModel(model, index + 1);
    const types = makeTypes(segmentsOfLocale, joinFile, index + 1);
    return Object.freeze({ id, model: modelOfLocale, types, hashes, locals: [], byteLength, residentBytes, pages });
  });
  const types = makeTypes(segments, joinFile, 0);
  return Object.freeze({ id, model, types, hashes, locals, byteLength, residentBytes, pages });
}

/**
 * Makes the types of a space, with the joins between them.
 *
 * Types refer to each other in circles: an author's join has the type of books, and a book's join has the type of authors. So all
 * types are made first, each with an empty map of joins, and the maps are filled afterwards.
 *
 * @param locale index of the segments' locale in the model's locales
 */
function makeTypes(
  segments: readonly TypeSegment[],
  joinFile: SegmentFile,
  locale: number,
): ReadonlyMap<string, SpaceType> {
  const types = new Map<string, SpaceType>();
  const joinsByType = new Map<string, Map<string, Join>>();
  for (const [number, typeSegment] of segments.entries()) {
    const { name } = typeSegment.type;
    const joins = new Map<string, Join>();
    joinsByType.set(name, joins);
    const segment = Object.freeze({ ...typeSegment, joins });
    types.set(name, Object.freeze({ number, name, segment, joins }));
  }
  for (const segment of segments) {
    const joins = joinsByType.get(segment.type.name);
    for (const field of segment.type.relationships) {
      const index = segment.fields.get(field.name);
      if (index?.kind !== 'links') continue;
      const storedName = isLocalized(field) ? storedPrefix(segment, field.name, locale) : field.name;
      const targetDocs = joinFile.sections.u32(joinSectionName(segment.type.name, storedName), index.targets.size);
      const targetTypes = field.to.map((name) => types.get(name)).filter((type) => type !== undefined);
      const targetsOf = targetsByDoc(index, targetDocs, targetTypes);
      const linkingDocs = linkingDocsByTarget(index, targetDocs, targetTypes);
      joins?.set(field.name, Object.freeze({ index, targetDocs, targetTypes, targetsOf, linkingDocs }));
    }
  }
  return types;
}

/** @returns `linkingDocs` of a join, made in the first call */
function linkingDocsByTarget(
  { postings, field }: LinkIndex,
  targetDocs: Uint32Array,
  [type]: readonly SpaceType[],
): SegmentJoin['linkingDocs'] {
  let linkingDocs: Uint32Array | undefined;
  return () => {
    if (linkingDocs !== undefined) return linkingDocs;
    if (postings === undefined || type === undefined || postings.docs.length !== targetDocs.length)
      throw new InvariantError(`the targets of ${field.name} have not one link each`);
    const byDoc = new Uint32Array(type.segment.size);
    // Each target has one linking doc, so the docs by target are in the order of the targets.
    for (const [target, doc] of postings.docs.entries()) byDoc[targetDocs[target]!] = doc + 1;
    linkingDocs = byDoc;
    return byDoc;
  };
}

/**
 * @returns the inverse of `targetDocs`, made in the first call for each type: doc of the target's type → its target plus one, or 0
 * if no link leads to the doc
 */
function targetsByDoc(
  { targets }: LinkIndex,
  targetDocs: Uint32Array,
  types: readonly SpaceType[],
): SegmentJoin['targetsOf'] {
  const byType: Uint32Array[] = [];
  return (typeIndex) => {
    const knownTargets = byType[typeIndex];
    if (knownTargets !== undefined) return knownTargets;
    const byDoc = new Uint32Array(types[typeIndex]?.segment.size ?? 0);
    const [start, end] = prefixRange(targets, Uint8Array.of(typeIndex));
    for (let target: number = start; target < end; target += 1) byDoc[targetDocs[target]!] = target + 1;
    byType[typeIndex] = byDoc;
    return byDoc;
  };
}
