/**
 * The life of a server: start, announce the address, wait for a signal, stop. It serves snapshots or a database.
 */
import { pino } from 'pino';
import { OperationError } from '../../content/errors/index.js';
import { ANY_ORIGIN, type ServeEngineOptions, type Serving } from '../../server/index.js';
import type { CommandIo } from '../io.js';
import { packageVersion } from '../package.js';
import type { ServeOptions } from './serve-options.js';
import { answerOptions } from './serving-options.js';
import { logStart } from './start-line.js';

/** Options that servers of snapshots and of databases share. */
export type CommonOptions = Omit<ServeEngineOptions, 'follow'>;

/** Called after the server has started. @param onBuilt makes the server look for a new snapshot */
export type FollowBuilds = (onBuilt: () => Promise<void>) => void;

function commonOptions(io: CommandIo, options: ServeOptions): CommonOptions {
  return {
    server: {
      host: options.host,
      port: options.port,
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
      hosts: options.hostOf ?? [],
      corsOrigins: options.corsOrigin ?? [ANY_ORIGIN],
      ignoredParameters: options.ignoreParameter ?? [],
      ...answerOptions(options, options.keys !== undefined),
      accessLog: options.accessLog,
      spans: options.spans,
      version: packageVersion(),
      ...(options.trustProxy === undefined
        ? {}
        : { trustedProxy: { header: options.trustProxy, hops: options.proxies } }),
    },
    pollMs: options.poll * 1000,
    ...(options.memory === undefined ? {} : { allowedBytes: options.memory }),
    ...(options.keys === undefined ? {} : { keysFile: options.keys }),
    logger: pino({ level: options.logLevel }, io.stderr),
  };
}

/** Starts a server, prints its addresses, and stops it after a signal to stop. */
export async function runUntilStopped(
  io: CommandIo,
  options: ServeOptions,
  start: (common: CommonOptions) => Promise<Serving>,
  follow?: FollowBuilds,
): Promise<void> {
  const common = commonOptions(io, options);
  const { logger } = common;
  logStart(logger, options);
  const server = await start(common);
  const stopped = io.untilStopped();
  io.onHangup?.(() => void server.look());
  follow?.(() => server.look());
  io.stdout.write(`Listening on ${server.origin}\n`);
  for (const [index, root] of server.roots.entries()) {
    const { name, snapshot } = server.spaces[index] ?? {};
    io.stdout.write(`${name}: ${root} (${snapshot === undefined ? 'no snapshot yet' : `snapshot ${snapshot}`})\n`);
  }
  if (server.metricsOrigin !== undefined) io.stdout.write(`metrics: ${server.metricsOrigin}/metrics\n`);
  const signal = await stopped;
  const { drainDelay, drainTimeout } = options;
  logger.info({ signal, drainDelay, drainTimeout }, 'stopping after a signal: /health answers 503 from now on');
  const sinceMs = performance.now();
  const cutResponses = await server.close();
  logger.info({ cut: cutResponses, elapsedMs: Math.round(performance.now() - sinceMs) }, 'stopped');
  if (cutResponses > 0)
    throw new OperationError(
      `${cutResponses} clients did not read their answers in time, so their connections were closed.`,
    );
}
