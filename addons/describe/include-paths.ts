/**
 * Paths for `include`: all paths of one step, and longer paths while there are few enough to list. Their number grows
 * exponentially with the steps.
 */

import { type ContentModel, type ContentType, isRelationship, LIMITS } from '../../src/content/model/index.js';
import { includedLimit, typesBehind } from '../../src/jsonapi/index.js';

export interface IncludePath {
  readonly steps: readonly string[];
  /** Names of the types of the included items. */
  readonly types: readonly string[];
  /** Whether the last step is a to-many relationship. */
  readonly many: boolean;
  /** Number of included items if the request gives no limit. */
  readonly limit: number;
}

export interface IncludePaths {
  /** Ascending by steps, then in the order of the model. */
  readonly paths: readonly IncludePath[];
  /** Number of steps up to which all paths are listed. */
  readonly steps: number;
  /** Whether there are no longer paths. */
  readonly complete: boolean;
}

/** Listed paths of one type: readable for people, and small enough for a model of a thousand types. */
const pathsMaximum = 30;

const isToMany = (types: readonly ContentType[], name: string): boolean =>
  types.some((type) => {
    const field = type.fieldByName.get(name);
    return field !== undefined && isRelationship(field) && field.many;
  });

/**
 * @param types        types of the primary data
 * @param stepsMaximum of the listed paths
 * @returns            all paths of one step, and of further steps while there are at most thirty paths
 */
export function listIncludePaths(
  model: ContentModel,
  types: readonly ContentType[],
  stepsMaximum: number = LIMITS.includeDepth,
): IncludePaths {
  const paths: IncludePath[] = [];
  let ends: readonly { readonly steps: readonly string[]; readonly types: readonly ContentType[] }[] = [
    { steps: [], types },
  ];
  for (let steps = 1; steps <= stepsMaximum; steps += 1) {
    const nextPaths = ends.flatMap((end) => {
      const names = new Set(end.types.flatMap((type) => type.relationships.map(({ name }) => name)));
      return [...names].map((name) => ({
        steps: [...end.steps, name],
        types: typesBehind(model, end.types, name) ?? [],
        many: isToMany(end.types, name),
        limit: includedLimit(end.types, name),
      }));
    });
    if (nextPaths.length === 0) return { paths, steps: steps - 1, complete: true };
    if (steps > 1 && paths.length + nextPaths.length > pathsMaximum)
      return { paths, steps: steps - 1, complete: false };
    paths.push(...nextPaths.map((path) => ({ ...path, types: path.types.map(({ name }) => name) })));
    ends = nextPaths;
  }
  return { paths, steps: stepsMaximum, complete: stepsMaximum === LIMITS.includeDepth };
}

/** @returns the types that can be reached from these over any number of relationships, in the order of the model */
export function findReachableTypes(model: ContentModel, types: readonly ContentType[]): readonly ContentType[] {
  const reachedNames = new Set<string>();
  const waiting = [...types];
  for (const type of waiting) {
    for (const name of type.relationships.flatMap(({ to }) => to)) {
      const linkedType = model.contentTypes.get(name);
      if (linkedType === undefined || reachedNames.has(name)) continue;
      reachedNames.add(name);
      waiting.push(linkedType);
    }
  }
  return [...model.contentTypes.values()].filter(({ name }) => reachedNames.has(name));
}
