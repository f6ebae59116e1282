/**
 * The paths that `include` may take, as far as they can be listed: their number grows with a power of the steps.
 */

import { type ContentModel, type ContentType, isRelationship, LIMITS } from '../../src/content/model/index.js';
import { limitInModel, typesBehind } from '../../src/jsonapi/index.js';

export interface IncludePath {
  readonly steps: readonly string[];
  /** Whether a resource there may show several items. */
  readonly many: boolean;
  /** How many are included where a request does not say. */
  readonly limit: number;
}

export interface IncludePaths {
  /** Shorter ones first, then in the model's order. */
  readonly paths: readonly IncludePath[];
  /** Up to how many steps all paths are listed. */
  readonly steps: number;
  /** Whether no longer path is answered. */
  readonly complete: boolean;
}

/** Of one type: as many as a reader still reads, and few enough for a description of a thousand types. */
const pathsMaximum = 30;

const manyOf = (types: readonly ContentType[], name: string): boolean =>
  types.some((type) => {
    const field = type.fieldByName.get(name);
    return field !== undefined && isRelationship(field) && field.many;
  });

/** @param types of the primary data. @returns all paths of one step, and longer ones while there are at most thirty */
export function includePaths(model: ContentModel, types: readonly ContentType[]): IncludePaths {
  const paths: IncludePath[] = [];
  let ends: readonly { readonly steps: readonly string[]; readonly types: readonly ContentType[] }[] = [
    { steps: [], types },
  ];
  for (let steps = 1; steps <= LIMITS.includeDepth; steps += 1) {
    const next = ends.flatMap((end) => {
      const names = new Set(end.types.flatMap((type) => type.relationships.map(({ name }) => name)));
      return [...names].map((name) => ({
        steps: [...end.steps, name],
        types: typesBehind(model, end.types, name) ?? [],
        many: manyOf(end.types, name),
        limit: limitInModel(end.types, name) ?? LIMITS.relationshipLimitDefault,
      }));
    });
    if (next.length === 0) return { paths, steps: steps - 1, complete: true };
    if (steps > 1 && paths.length + next.length > pathsMaximum) return { paths, steps: steps - 1, complete: false };
    paths.push(...next.map(({ types: _, ...path }) => path));
    ends = next;
  }
  return { paths, steps: LIMITS.includeDepth, complete: true };
}

/** @returns the types that resources of these may link to, over any number of steps; in the model's order */
export function reachable(model: ContentModel, types: readonly ContentType[]): readonly ContentType[] {
  const found = new Set<string>();
  const waiting = [...types];
  for (const type of waiting) {
    for (const name of type.relationships.flatMap(({ to }) => to)) {
      const next = model.contentTypes.get(name);
      if (next === undefined || found.has(name)) continue;
      found.add(name);
      waiting.push(next);
    }
  }
  return [...model.contentTypes.values()].filter(({ name }) => found.has(name));
}
