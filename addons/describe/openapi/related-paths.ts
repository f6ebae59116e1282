/**
 * Paths to fields of related items over one relationship, such as `author.name`, for sorts, facets and statistics.
 *
 * They are listed while they are few: a list stays readable for people, and wrong names do not compile in generated clients.
 */
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { type ListCapabilities, listCapabilities, typesBehind } from '../../../src/jsonapi/index.js';

/** Listed paths of one parameter: enough for a type with about five relationships. */
const pathsMaximum = 60;

export interface RelatedPaths {
  /** Empty if they are too many to list. */
  readonly paths: readonly string[];
  /** Whether there are paths that are not listed: over more relationships, or too many. */
  readonly areIncomplete: boolean;
}

/** @param listFields the fields of the related items that the parameter accepts */
export function listRelatedPaths(
  model: ContentModel,
  types: readonly ContentType[],
  hops: readonly string[],
  listFields: (capabilities: ListCapabilities) => readonly string[],
): RelatedPaths {
  const paths: string[] = [];
  let hasLongerPaths = false;
  for (const hop of hops) {
    const targets = typesBehind(model, types, hop) ?? [];
    if (targets.length === 0) continue;
    const capabilities = listCapabilities(targets);
    paths.push(...listFields(capabilities).map((field) => `${hop}.${field}`));
    hasLongerPaths ||= capabilities.hops.all.length > 0;
  }
  return paths.length > pathsMaximum ? { paths: [], areIncomplete: true } : { paths, areIncomplete: hasLongerPaths };
}
