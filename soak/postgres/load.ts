/**
 * Loads of random content: each space has a schema of its own. With Citus, small types are distributed too.
 *
 * Elsewhere: comparing the answers (run), losing a worker (worker-loss).
 */
import { CountColumns } from '../../addons/sql/counting/count-columns.js';
import { type LoadedSpace, loadSpace, openPublishedLoad, parseAddress } from '../../addons/sql/index.js';
import type { Space } from '../../src/index/snapshot/index.js';

const statementLimitMs = 60_000;

/** Loads a space into a schema of its own. @param url of the database */
export async function loadWorld(url: string, schema: string, space: Space): Promise<void> {
  const distribute = distributionBound(space, schema);
  await loadSpace(space, parseAddress(url), { schema, connections: 4, keep: 2, distribute, shrunk: () => [] });
}

/** Loads a space and opens it over one connection. @param url of the database */
export async function withLoad<Result>(
  url: string,
  schema: string,
  space: Space,
  use: (loaded: LoadedSpace) => Promise<Result>,
): Promise<Result> {
  await loadWorld(url, schema, space);
  return openPublishedLoad(parseAddress(url), schema, statementLimitMs, (loaded) =>
    use(loaded.distributed === undefined ? { ...loaded, columnCache: new CountColumns(loaded.ask) } : loaded),
  );
}

/**
 * A bound that distributes small types with Citus: all types if the schema's number is even, else the larger half of them.
 *
 * @returns the number of items from which a type is distributed
 */
function distributionBound(space: Space, schema: string): number {
  if (Number(schema.match(/\d+$/)?.[0] ?? 0) % 2 === 0) return 0;
  const sizes = Array.from(space.types.values(), ({ segment }) => segment.size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}
