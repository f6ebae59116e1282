/**
 * `stele serve --from`: the server asks a database. Only here do they meet: neither knows of the other.
 */

import type { CommandIo } from '../../../src/cli/io.js';
import { runUntilStopped } from '../../../src/cli/serve/run.js';
import type { ServeOptions } from '../../../src/cli/serve/serve-options.js';
import { serveEngine } from '../../../src/server/index.js';
import { addressOf, followLoads } from '../index.js';

const inMs = (seconds: number): number => Math.round(seconds * 1000);

/** @param url of the database. @throws OperationError where it is none, or the database does not answer */
export async function runFromDatabase(io: CommandIo, url: string, options: ServeOptions): Promise<void> {
  const address = addressOf(url);
  const { schema, wait, poll, connections, statementTimeout, poolTimeout } = options;
  const limits = { connections, statementMs: inMs(statementTimeout), waitMs: inMs(poolTimeout) };
  await runUntilStopped(io, options, (common) =>
    serveEngine({
      ...common,
      follow: (events) => followLoads(address, { schema, wait, pollMs: inMs(poll), limits }, events),
    }),
  );
}
