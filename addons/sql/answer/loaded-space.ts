/**
 * A published load, ready to be asked: its tables, its search indexes, and its caches of counts.
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
  readonly ask: Ask;
  /** Results of counting statements. */
  readonly countCache: CountCache;
  /** Columns in memory for counting; a server has them, a single command does not. */
  readonly columnCache?: CountColumns;
}

/** @throws InvariantError for a type that the load does not have */
export function createTypeSource(loaded: LoadedTables, name: string, locale: number): TypeSource {
  const { schema, model, counts, distributed } = loaded;
  const type = model.contentTypes.get(name);
  if (type === undefined) throw new InvariantError(`the load has no content type ${name}`);
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
