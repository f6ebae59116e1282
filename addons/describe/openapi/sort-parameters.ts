/**
 * The parameters of `sort`: one that lists the keys, and `sort[]` for keys that are too many to list.
 *
 * The listed keys are the fields of the items, and the fields of related items over one to-one relationship while they are few.
 * `sort` accepts no other text, so that a wrong name does not compile in a generated client.
 */
import { type ContentModel, type ContentType, LIMITS, LINK_COUNT } from '../../../src/content/model/index.js';
import type { ListCapabilities } from '../../../src/jsonapi/index.js';
import { anyOf, type Schema } from '../schema/json-schema.js';
import type { FilterAmount } from './filters.js';
import { LISTED, type Parameter } from './parameter.js';
import { listRelatedPaths } from './related-paths.js';

const EXAMPLE_POINT = '52.52,13.405';

/** @returns a pattern of the keys that begin with one of these relationships */
export const pathPatterns = (hops: readonly string[], signed: string): readonly Schema[] =>
  hops.length === 0
    ? []
    : [{ type: 'string', pattern: `^${signed}(${hops.join('|')})(\\.[^.]+){1,${LIMITS.hops}}(\\.${LINK_COUNT})?$` }];

const bothDirections = (paths: readonly string[]): readonly string[] => paths.flatMap((path) => [path, `-${path}`]);

export function sortParameters(
  model: ContentModel,
  types: readonly ContentType[],
  { sorts, distances, hops }: ListCapabilities,
  amount: FilterAmount,
): readonly Parameter[] {
  const related = listRelatedPaths(model, types, hops.toOne, (capabilities) => ['id', ...capabilities.sorts]);
  const hasMore = amount === 'all' && (distances.length > 0 || related.areIncomplete);
  const more = hasMore ? ' Other keys are values of `sort[]`.' : '';
  const sort: Parameter = {
    key: 'sort',
    name: 'sort',
    description: `The order of the items. The first field is the primary key; \`-\` means descending.${more}`,
    ...LISTED,
    schema: {
      type: 'array',
      items: { enum: bothDirections(['id', ...sorts, ...related.paths]) },
      uniqueItems: true,
      minItems: 1,
    },
  };
  return hasMore ? [sort, freeSortParameter(distances, hops.toOne, related.paths)] : [sort];
}

/** @param relatedPaths over one relationship, for an example */
function freeSortParameter(
  distances: readonly string[],
  hops: readonly string[],
  relatedPaths: readonly string[],
): Parameter {
  const nearest = distances.map((name) => ` \`${name}.distance(<latitude>,<longitude>)\`: the nearest first.`).join('');
  const through = hops.map((name) => ` \`${name}.<field>\`: by the related item.`).join('');
  const measured = distances.map((name): Schema => ({ type: 'string', pattern: `^-?${name}\\.distance\\(.*\\)$` }));
  const [distance] = distances;
  const example = distance === undefined ? relatedPaths.at(-1) : `${distance}.distance(${EXAMPLE_POINT})`;
  return {
    key: 'sort.free',
    name: 'sort[]',
    description: `The order of the items, instead of \`sort\`, by keys that \`sort\` does not list.${nearest}${through}`,
    schema: {
      type: 'array',
      items: {
        ...anyOf([...measured, ...pathPatterns(hops, '-?'), { type: 'string', pattern: '^-?[^.]+$' }]),
        ...(example !== undefined && { examples: [example] }),
      },
      minItems: 1,
    },
  };
}
