/**
 * Derives the links of inverse relationships, once the links of all types are resolved.
 *
 * The links of a type and its sort keys are read from its builder, or from the segment that it reuses. Elsewhere: inverting
 * and sorting (build/columns/inverse-links), comparing with a reused segment (incremental/linked-inverses).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { InverseSource, RelationshipField } from '../../src/content/model/index.js';
import { type InverseLinks, invertLinks, type LinkingItems, type OrdinalKey, sortDocs } from '../columns/index.js';
import {
  findInverseJoin,
  inversesOf,
  loadLinkedLinks,
  readLinkedOrdinals,
  readLinkingItems,
} from './incremental/linked-inverses.js';
import type { ItemLookup } from './incremental/linked-type.js';
import { type BuiltPart, type LinkedPart, sizeOf, type TypePart, typeOf } from './type-parts.js';

/** The parts of a build by the name of their type. */
export interface PartLookup extends ItemLookup {
  /** @throws InvariantError if there is no such type */
  partOf(type: string): TypePart;
}

/** Derives the inverses of a type that is built. */
export async function deriveInverses(part: BuiltPart, parts: PartLookup): Promise<void> {
  for (const field of inversesOf(typeOf(part))) {
    const links = await invertFor(part, field, parts);
    await part.builder.deriveInverse(field.name, links, await readItems(parts.partOf(sourceOf(field).type)));
  }
}

/** @returns inverse → target index → doc, of a type that is reused; undefined if one of its inverses has other links now */
export async function findInverseJoins(
  part: LinkedPart,
  parts: PartLookup,
): Promise<ReadonlyMap<string, Uint32Array> | undefined> {
  const joins = new Map<string, Uint32Array>();
  for (const field of inversesOf(part.linked.type)) {
    const linking = parts.partOf(sourceOf(field).type);
    const isSameSnapshot = linking.kind === 'linked' && linking.linked.from === part.linked.from;
    const earlier = isSameSnapshot ? await findInverseJoin(part.linked, field, undefined, parts) : undefined;
    const join = earlier ?? (await findInverseJoin(part.linked, field, await invertFor(part, field, parts), parts));
    if (join === undefined) return undefined;
    joins.set(field.name, join);
  }
  return joins;
}

function sourceOf({ name, inverseOf }: RelationshipField): InverseSource {
  if (inverseOf === undefined) throw new InvariantError(`${name} is no inverse`);
  return inverseOf;
}

/** @returns the links that lead to the items of `target`, in the order of the inverse */
async function invertFor(target: TypePart, field: RelationshipField, parts: PartLookup): Promise<InverseLinks> {
  const source = sourceOf(field);
  const linking = parts.partOf(source.type);
  const relationship = typeOf(linking).relationships.find(({ name }) => name === source.field);
  if (relationship === undefined) throw new InvariantError(`${source.type} has no relationship ${source.field}`);
  const keys: OrdinalKey[] = [];
  for (const { field: key, isDescending } of source.sort) {
    keys.push({ ordinals: await readOrdinals(linking, key), isDescending });
  }
  const order = keys.length === 0 ? undefined : sortDocs(sizeOf(linking), keys);
  const links = await loadLinks(linking, relationship);
  return invertLinks(links, relationship.to.indexOf(typeOf(target).name), sizeOf(target), order);
}

const readOrdinals = (part: TypePart, field: string) =>
  part.kind === 'linked' ? readLinkedOrdinals(part.linked, field) : part.builder.readSortOrdinals(field);

function loadLinks(part: TypePart, relationship: RelationshipField) {
  if (part.kind === 'built') return part.builder.loadLinks(relationship.name);
  const docs = part.joins.get(relationship.name);
  if (docs === undefined) throw new InvariantError(`the links of ${relationship.name} are not resolved`);
  return loadLinkedLinks(part.linked, relationship, docs);
}

async function readItems(part: TypePart): Promise<LinkingItems> {
  if (part.kind === 'linked') return readLinkingItems(part.linked);
  return { size: part.builder.size, idOf: part.builder.idOf };
}
