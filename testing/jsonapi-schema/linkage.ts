/**
 * Checks "full linkage", which a schema cannot: each resource occurs once, and each included one is linked from another
 * resource.
 */
import { isRecord } from '../../src/format/index.js';
import type { Json } from './reading.js';

/** @returns the records of a list, of a single record, or none. */
const records = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [value]).filter(isRecord);

const keyOf = (resource: Json): string => `${String(resource['type'])} "${String(resource['id'])}"`;

/** @returns the keys of every resource that this one links to. */
function linked(resource: Json): string[] {
  const { relationships } = resource;
  return isRecord(relationships)
    ? Object.values(relationships).flatMap((relationship) =>
        records(isRecord(relationship) ? relationship['data'] : []).map(keyOf),
      )
    : [];
}

/** @returns the keys of the items that facets identify: resource identifier objects of the document as well. */
function counted({ meta }: Json): string[] {
  const facets = isRecord(meta) && isRecord(meta['facets']) ? Object.values(meta['facets']) : [];
  const values = facets.flatMap((facet) => records(isRecord(facet) ? facet['values'] : []));
  return values.flatMap(({ value }) => records(value)).map(keyOf);
}

/**
 * @param hidesLinks whether the request's sparse fieldsets leave out relationships: the one exception to full linkage
 * @returns a sentence for each breach of the rules of compound documents
 */
export function linkageProblems(document: Json, hidesLinks: boolean): string[] {
  const primary = records(document['data']);
  const included = records(document['included']);
  const all = [...primary, ...included];
  const keys = all.map(keyOf);
  const problems = keys
    .filter((key, index) => keys.indexOf(key) !== index)
    .map((key) => `${key} stands in the document more than once`);
  if (hidesLinks) return problems;
  // Resources that are linked only from unreachable resources are not part of the document either.
  const named = counted(document);
  const queue = [...primary, ...included.filter((candidate) => named.includes(keyOf(candidate)))];
  const reached = new Set(queue.map(keyOf));
  for (const resource of queue) {
    for (const key of linked(resource)) {
      if (reached.has(key)) continue;
      reached.add(key);
      queue.push(...included.filter((candidate) => keyOf(candidate) === key));
    }
  }
  const lost = included.map(keyOf).filter((key) => !reached.has(key));
  return [...problems, ...lost.map((key) => `${key} is included, but no resource of the document links to it`)];
}
