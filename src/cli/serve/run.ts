/**
 * A server from its options to its end, wherever its answers come from.
 */
import { pino } from 'pino';
import { OperationError } from '../../content/errors/index.js';
import { ANY_ORIGIN, type ServeEngineOptions, type Serving } from '../../server/index.js';
import type { CommandIo } from '../io.js';
import { packageVersion } from '../package.js';
import type { ServeOptions } from './serve-options.js';
import { servingOptions } from './serving-options.js';
import { logStart } from './start-line.js';

/** What every server is started with, wherever its answers come from. */
export type CommonArguments = Omit<ServeEngineOptions, 'follow'>;

/** Called when it serves. @param onBuilt looks for news */
export type Follow = (onBuilt: () => Promise<void>) => void;

function commonArguments(io: CommandIo, options: ServeOptions): CommonArguments {
  return {
    server: {
      host: options.host,
      port: options.port,
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
      hosts: options.hostOf ?? [],
      corsOrigins: options.corsOrigin ?? [ANY_ORIGIN],
      ignoredParameters: options.ignoreParameter ?? [],
      ...servingOptions(options, options.keys !== undefined),
      accessLog: options.accessLog,
      version: packageVersion(),
      ...(options.trustProxy === undefined
        ? {}
        : { trustedProxy: { header: options.trustProxy, hops: options.proxies } }),
    },
    pollMs: options.poll * 1000,
    ...(options.keys === undefined ? {} : { keysFile: options.keys }),
    logger: pino({ level: options.logLevel }, io.stderr),
  };
}

/** Starts a server, says where it is, and stops it when the command is told to stop. */
export async function runUntilStopped(
  io: CommandIo,
  options: ServeOptions,
  start: (common: CommonArguments) => Promise<Serving>,
  follow?: Follow,
): Promise<void> {
  const common = commonArguments(io, options);
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
  logger.info({ signal, drainDelay, drainTimeout }, 'told to stop: /health is 503 from now on');
  const sinceMs = performance.now();
  const cut = await server.close();
  logger.info({ cut, elapsedMs: Math.round(performance.now() - sinceMs) }, 'stopped');
  if (cut > 0) throw new OperationError(`${cut} responses were not read in time; their connections were cut.`);
}
