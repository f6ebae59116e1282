/**
 * A load that is published, as answers are made from it.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';
import type { CountCache } from '../counting/count-cache.js';
import type { CountColumns } from '../counting/count-columns.js';
import type { LoadedSearches } from '../search/loaded-searches.js';
import type { Ask } from '../statements/parameters.js';
import { TypeSource } from '../statements/type-source.js';

export interface LoadedTables {
  /** Their schema. */
  readonly schema: string;
  readonly model: ContentModel;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** The types whose tables are distributed over several servers; undefined if those of no type are. */
  readonly distributed?: ReadonlySet<string> | undefined;
}

export interface LoadedSpace extends LoadedTables {
  readonly searches: LoadedSearches;
  readonly ask: Ask;
  /** What was counted of it before. */
  readonly countCache: CountCache;
  /** What is held to count from, where many will ask. */
  readonly columnCache?: CountColumns;
}

/** @throws InvariantError for a type that it does not have */
export function createTypeSource(loaded: LoadedTables, name: string, locale: number): TypeSource {
  const { schema, model, counts, distributed } = loaded;
  const type = model.contentTypes.get(name);
  if (type === undefined) throw new InvariantError(`the request names ${name}, which this load does not have`);
  const typeCounts = counts.get(name) ?? { items: 0, populated: undefined };
  const placement = distributed === undefined ? 'plain' : distributed.has(name) ? 'distributed' : 'copied';
  return new TypeSource(
    schema,
    type,
    locale,
    typeCounts,
    (other) => createTypeSource(loaded, other, locale),
    placement,
  );
}
