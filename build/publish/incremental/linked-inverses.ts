/**
 * Inverse relationships and reused segments: reads the links and sort keys of a reused type, and checks whether a reused
 * segment still has the links of its inverses.
 *
 * Elsewhere: the links of the export (linked-type), deriving inverses (publish/derive-inverses).
 */
import { type RelationshipField, storedType } from '../../../src/content/model/index.js';
import {
  ItemIds,
  isIdSection,
  isTargetSection,
  linkTargets,
  sectionNames,
  sortOrdinalsSection,
} from '../../../src/index/segment/index.js';
import type { InverseLinks, LinkingItems, ResolvedLinks } from '../../columns/index.js';
import type { Ordinals } from '../../work/index.js';
import type { ItemLookup, LinkedType } from './linked-type.js';

/**
 * @param docs target index → doc in the target's type
 * @returns the links of a relationship of a reused segment. Cost: reading their sections.
 */
export async function loadLinkedLinks(
  { from, segment, size }: LinkedType,
  field: RelationshipField,
  docs: Uint32Array,
): Promise<ResolvedLinks> {
  const { linkStarts, linkTargets: linkSection } = sectionNames(field.name);
  const hasSeveralTypes = field.to.length > 1;
  const isWanted = (section: string): boolean =>
    section === linkStarts || section === linkSection || (hasSeveralTypes && isTargetSection(section, [field]));
  const { sections } = await from.readSections(segment, isWanted);
  const typeEnds = new Uint32Array(field.to.length).fill(docs.length);
  if (hasSeveralTypes) {
    const targets = linkTargets(sections, field.name);
    typeEnds.fill(0);
    for (let target = 0; target < targets.count; target += 1) typeEnds[targets.view(target)[0]!]! += 1;
    for (let type = 1; type < typeEnds.length; type += 1) typeEnds[type]! += typeEnds[type - 1]!;
  }
  return { starts: sections.u32(linkStarts, size + 1), links: sections.u32(linkSection), docs, typeEnds };
}

/** @returns doc → its place in the order of a sort by the field; 0 if it has no value */
export async function readLinkedOrdinals(linked: LinkedType, field: string): Promise<Ordinals> {
  const section = sortOrdinalsSection(linked.type, field);
  const { sections } = await linked.from.readSections(linked.segment, (name) => name === section);
  return sections.unsigned(section, linked.size);
}

/** @returns the ids of a reused type by doc. Memory: the ids, and 4 bytes per item. */
export async function readLinkingItems({ from, segment, size }: LinkedType): Promise<LinkingItems> {
  const { sections } = await from.readSections(segment, isIdSection);
  return { size, idOf: new ItemIds(sections, size).readIdsByDoc() };
}

/**
 * Compares the links of an inverse with those of a reused segment.
 *
 * @param links the links as they are now; undefined if both types are reused from the same snapshot, so that they are equal
 * @returns target index → doc of the linking type; undefined if a link, or the order of links, has changed
 * Cost: O(links + targets), and reading the sections.
 */
export async function findInverseJoin(
  { type, from, segment, size }: LinkedType,
  field: RelationshipField,
  links: InverseLinks | undefined,
  items: ItemLookup,
): Promise<Uint32Array | undefined> {
  const { linkStarts, linkTargets: linkSection } = sectionNames(field.name);
  const isWanted = (section: string): boolean =>
    isTargetSection(section, [field]) || (links !== undefined && (section === linkStarts || section === linkSection));
  const { sections } = await from.readSections(segment, isWanted);
  const targets = linkTargets(sections, field.name);
  if (links === undefined) return from.joinOf(type.name, field.name, targets.count);
  if (!isEqual(sections.u32(linkStarts, size + 1), links.starts)) return undefined;
  await items.loadIds(field.to);
  const docs = new Uint32Array(targets.count);
  for (let target = 0; target < targets.count; target += 1) {
    // The first byte is the index of the type; an inverse leads to one type.
    const id = Buffer.from(targets.view(target)).toString('utf8', 1);
    const doc = items.docOf(field.to[0]!, id);
    if (doc === undefined) return undefined;
    docs[target] = doc;
  }
  const storedLinks = sections.u32(linkSection, links.docs.length);
  for (const [link, target] of storedLinks.entries()) {
    if (docs[target] !== links.docs[link]) return undefined;
  }
  return docs;
}

const isEqual = (a: Uint32Array, b: Uint32Array): boolean =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

/** The inverse relationships of a type, which are never localized. */
export const inversesOf = (type: LinkedType['type']): readonly RelationshipField[] =>
  storedType(type).relationships.filter(({ inverseOf }) => inverseOf !== undefined);
