/**
 * Links in formats that have none: fields whose name means a type and whose values are ids of items of that type, and fields
 * whose values are addresses of items at an API.
 *
 * Elsewhere: the type that a name or an address means (link-targets), links by a key (key-links).
 */
import { readLines } from '../../spool/line-file.js';
import type { Value } from '../../value/value.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType } from '../intake/source-type.js';
import { LinkTargets } from './link-targets.js';
import { linksIn } from './links-in-value.js';
import { isMost } from './value-kinds.js';

/** The types that the values of a field link to, by the source's keys. */
export interface InferredLink {
  readonly to: readonly string[];
  readonly many: boolean;
}

/** A field that may be a link, and counts over its values. */
interface Candidate {
  readonly field: SourceField;
  /** The type that the field's name means; undefined if only addresses can name the type. */
  readonly namedType: SourceType | undefined;
  /** Keys of the types that values link to. */
  readonly linkedTypes: Set<string>;
  hasLists: boolean;
  values: number;
  /** Values that are no link to an item. */
  misses: number;
}

export async function inferLinks(content: ContentIntake): Promise<ReadonlyMap<SourceField, InferredLink>> {
  const targets = new LinkTargets(content.types.values());
  const inferredLinks = new Map<SourceField, InferredLink>();
  for (const type of content.types.values()) {
    const candidates = findCandidates(type, targets);
    if (candidates.size === 0) continue;
    for await (const line of readLines(type.path)) {
      content.options.signal?.throwIfAborted();
      for (const { field, value } of readSpooled(line).values) {
        const candidate = candidates.get(field);
        if (candidate !== undefined) countLinks(candidate, value, targets);
      }
    }
    for (const { field, linkedTypes, hasLists, values, misses } of candidates.values()) {
      if (values > 0 && isMost(values - misses, values))
        inferredLinks.set(field, { to: [...linkedTypes].sort(), many: hasLists });
    }
  }
  return inferredLinks;
}

/** @returns the fields of a type that may be links, by their index */
function findCandidates(type: SourceType, targets: LinkTargets): ReadonlyMap<number, Candidate> {
  const candidates = new Map<number, Candidate>();
  for (const field of type.fields.values()) {
    const namedType = targets.findByField(field.key, type);
    if (mayBeLink(field, namedType))
      candidates.set(field.index, { field, namedType, linkedTypes: new Set(), hasLists: false, values: 0, misses: 0 });
  }
  return candidates;
}

const linkableKinds: ReadonlySet<string> = new Set(['text', 'number', 'json']);

function mayBeLink({ declaration, statistics }: SourceField, namedType: SourceType | undefined): boolean {
  const kinds = [...statistics.kinds.keys()];
  if (declaration.shape !== undefined || kinds.length === 0) return false;
  if (!kinds.every((kind) => linkableKinds.has(kind))) return false;
  const hasIds = namedType !== undefined && !statistics.kinds.has('json');
  return hasIds || statistics.addressValues > 0;
}

function countLinks(candidate: Candidate, value: Value, targets: LinkTargets): void {
  const { links, isList } = linksIn(value);
  if (isList) candidate.hasLists = true;
  for (const link of links) {
    candidate.values += 1;
    const linkedType = link === undefined ? undefined : findLinkedType(link.id, candidate.namedType, targets);
    if (linkedType === undefined) candidate.misses += 1;
    else candidate.linkedTypes.add(linkedType.key);
  }
}

/** @param idOrAddress of the linked item */
function findLinkedType(
  idOrAddress: string,
  namedType: SourceType | undefined,
  targets: LinkTargets,
): SourceType | undefined {
  if (namedType?.has(idOrAddress) === true) return namedType;
  return targets.findByAddress(idOrAddress)?.type;
}
