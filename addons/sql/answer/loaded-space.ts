/**
 * A published load, ready for queries: its tables, its search indexes, and its caches of counts.
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
  /** Schema of the load. */
  readonly schema: string;
  readonly model: ContentModel;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** Distributed types; undefined if all tables are plain. */
  readonly distributed?: ReadonlySet<string> | undefined;
}

export interface LoadedSpace extends LoadedTables {
  readonly searches: LoadedSearches;
  /** Sends a statement to the database. */
  readonly ask: Ask;
  /** Results of counting statements. */
  readonly countCache: CountCache;
  /** Columns in memory for counting; a server has them, a single command does not. */
  readonly columnCache?: CountColumns;
}

/**
 * @param localePlace place of the locale in the model's locales; 0 without locales
 * @throws InvariantError for a type that the load does not have
 */
export function createTypeSource(loaded: LoadedTables, name: string, localePlace: number): TypeSource {
  const { schema, model, counts, distributed } = loaded;
  const type = model.contentTypes.get(name);
  if (type === undefined) throw new InvariantError(`the load has no content type ${name}`);
  const typeCounts = counts.get(name) ?? { items: 0, populated: undefined };
  const clusterPlacement = distributed?.has(name) === true ? 'distributed' : 'copied';
  const placement = distributed === undefined ? 'plain' : clusterPlacement;
  return new TypeSource(
    schema,
    type,
    localePlace,
    typeCounts,
    (relatedType) => createTypeSource(loaded, relatedType, localePlace),
    placement,
  );
}
