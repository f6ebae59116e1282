/**
 * Several PostgreSQL servers with the extension Citus: a coordinator and workers that hold the tables.
 *
 * The extension must be installed in the server's package; nothing here installs it.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { extensionFolder, type PostgresServer, startPostgres } from './server.js';

/** Whether a cluster can be started. */
export const hasCitusFiles = (): boolean => {
  const folder = extensionFolder();
  return folder !== undefined && existsSync(join(folder, 'citus.control'));
};

/** Name of the database. Its collation differs from every order that stele requires, so a statement that lacks a collation fails. */
const DATABASE = 'content';

export interface Cluster {
  readonly coordinator: PostgresServer;
  readonly workers: readonly PostgresServer[];
  /** The database of the coordinator. @param user a role */
  url(user?: string): string;
  remove(): Promise<void>;
}

export interface ClusterOptions {
  readonly workers: number;
  /** Into how many parts each table is cut. */
  readonly shards: number;
  /** For each server. */
  readonly settings: readonly string[];
}

/** @returns a free port of the loopback address */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === 'string' ? reject(new Error('there is no port')) : resolve(address.port),
      );
    });
  });
}

/** @throws if a server does not start; those that did are removed */
export async function startCluster({ workers, shards, settings }: ClusterOptions): Promise<Cluster> {
  const servers: PostgresServer[] = [];
  const ports: number[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.remove()));
  };
  const more = ['shared_preload_libraries=citus', 'citus.node_conninfo=sslmode=disable', ...settings];
  try {
    for (let number = 0; number <= workers; number += 1) {
      const port = await freePort();
      ports.push(port);
      const server = await startPostgres(undefined, more, port);
      servers.push(server);
      server.sql(`CREATE DATABASE ${DATABASE} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en'`);
      server.sql('CREATE EXTENSION citus', DATABASE);
    }
    const [coordinator, ...others] = servers;
    if (coordinator === undefined) throw new Error('there is no server');
    const added = ports.slice(1).map((port) => `SELECT citus_add_node('127.0.0.1', ${port});`);
    coordinator.sql(
      `SELECT citus_set_coordinator_host('127.0.0.1', ${ports[0]}); ${added.join(' ')}
       ALTER DATABASE ${DATABASE} SET citus.shard_count = ${Math.trunc(shards)}`,
      DATABASE,
    );
    return { coordinator, workers: others, url: (user) => coordinator.url(DATABASE, user), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
