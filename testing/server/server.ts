/**
 * Starts the bookshop on a real socket in this process.
 */
import { type Logger, pino } from 'pino';
import { type ServerOptions, startServer } from '../../src/server/index.js';
import { openBookshop } from '../samples/bookshop.js';

export interface Bookshop {
  /** Such as `http://127.0.0.1:34567`. */
  readonly origin: string;
  /** Absolute URL of the delivery root on this server. */
  readonly base: string;
  /** Origin of `/metrics`, if it has a port of its own. */
  readonly metricsOrigin?: string;
  stop(): Promise<void>;
}

/** Starts on any free port. @param options over the defaults: one space, silent, any origin */
export async function startBookshop(options: Partial<ServerOptions> = {}): Promise<Bookshop> {
  const space = await openBookshop();
  const logger: Logger = pino({ level: 'silent' });
  const spaces = options.spaces ?? [{ name: space.model.space, space }];
  const server = await startServer({ host: '127.0.0.1', port: 0, logger, ...options, spaces });
  const prefix = spaces.length === 1 ? '' : `/${spaces[0]?.name}`;
  return {
    origin: server.origin,
    ...(server.metricsOrigin === undefined ? {} : { metricsOrigin: server.metricsOrigin }),
    base: `${server.origin}${prefix}/delivery/jsonapi`,
    async stop() {
      await server.close();
    },
  };
}
