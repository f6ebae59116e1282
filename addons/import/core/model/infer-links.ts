/**
 * Links in formats that have none: fields whose name means a type and whose values are ids of items of that type, and fields
 * whose values are addresses of items at an API.
 *
 * Elsewhere: the type that a name or an address means (link-targets), links by a key (key-links).
 */
import { readLines } from '../../spool/line-file.js';
import { toJson, type Value } from '../../value/value.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType } from '../intake/source-type.js';
import { addExample, type ExampleValue } from '../intake/value-statistics.js';
import { LinkTargets } from './link-targets.js';
import { linksIn } from './links-in-value.js';
import { isMost } from './value-kinds.js';

/** The types that the values of a field link to, by the source's keys. */
export interface InferredLink {
  readonly to: readonly string[];
  readonly many: boolean;
}

/** A field whose name or addresses mean a type, and that is no link, because too many values are no link to an item. */
export interface MissedLink {
  /** Names in the export of the types that the other values link to. */
  readonly to: readonly string[];
  readonly values: number;
  /** Values that are no link to an item, and the first of them. */
  readonly misses: number;
  readonly examples: readonly ExampleValue[];
}

export interface InferredLinks {
  readonly links: ReadonlyMap<SourceField, InferredLink>;
  readonly missedLinks: ReadonlyMap<SourceField, MissedLink>;
}

export const NO_LINKS: InferredLinks = { links: new Map(), missedLinks: new Map() };

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
  readonly examples: ExampleValue[];
}

export async function inferLinks(content: ContentIntake): Promise<InferredLinks> {
  const targets = new LinkTargets(content.types.values());
  const links = new Map<SourceField, InferredLink>();
  const missedLinks = new Map<SourceField, MissedLink>();
  for (const type of content.types.values()) {
    const candidates = findCandidates(type, targets);
    if (candidates.size === 0) continue;
    for await (const line of readLines(type.path)) {
      content.options.signal?.throwIfAborted();
      const { id, values, place } = readSpooled(line);
      if (!type.has(id)) continue;
      for (const { field, value } of values) {
        const candidate = candidates.get(field);
        if (candidate !== undefined) countLinks(candidate, value, place, targets, content);
      }
    }
    for (const candidate of candidates.values()) {
      const { field, linkedTypes, hasLists, values, misses } = candidate;
      if (values === 0) continue;
      if (isMost(values - misses, values)) links.set(field, { to: [...linkedTypes].sort(), many: hasLists });
      else if (isNearlyLink(candidate)) missedLinks.set(field, missedLink(candidate, content));
    }
  }
  return { links, missedLinks };
}

/** Whether a reader may expect a link: an id under the name of its type says so, or every second address. */
function isNearlyLink({ namedType, values, misses }: Candidate): boolean {
  const hits = values - misses;
  return namedType === undefined ? hits * 2 >= values : hits > 0;
}

function missedLink({ linkedTypes, values, misses, examples }: Candidate, content: ContentIntake): MissedLink {
  const to = [...linkedTypes].sort().flatMap((key) => content.types.get(key)?.name ?? []);
  return { to, values, misses, examples };
}

/** @returns the fields of a type that may be links, by their index */
function findCandidates(type: SourceType, targets: LinkTargets): ReadonlyMap<number, Candidate> {
  const candidates = new Map<number, Candidate>();
  for (const field of type.fields.values()) {
    const namedType = targets.findByField(field.key, type);
    if (mayBeLink(field, namedType))
      candidates.set(field.index, {
        field,
        namedType,
        linkedTypes: new Set(),
        hasLists: false,
        values: 0,
        misses: 0,
        examples: [],
      });
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

function countLinks(
  candidate: Candidate,
  value: Value,
  place: string,
  targets: LinkTargets,
  content: ContentIntake,
): void {
  const { links, isList } = linksIn(value);
  if (isList) candidate.hasLists = true;
  for (const link of links) {
    candidate.values += 1;
    const linkedType = link === undefined ? undefined : findLinkedType(link.id, candidate.namedType, targets, content);
    if (linkedType === undefined) {
      candidate.misses += 1;
      addExample(candidate.examples, link?.id ?? JSON.stringify(toJson(value)), place);
    } else candidate.linkedTypes.add(linkedType.key);
  }
}

/** @param idOrAddress of the linked item, which may be left out as not public */
function findLinkedType(
  idOrAddress: string,
  namedType: SourceType | undefined,
  targets: LinkTargets,
  content: ContentIntake,
): SourceType | undefined {
  if (namedType !== undefined && (namedType.has(idOrAddress) || content.isLeftOut(namedType, idOrAddress)))
    return namedType;
  return targets.findByAddress(idOrAddress)?.type;
}
