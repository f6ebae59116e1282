/**
 * One log line a request, once its client has taken the response or gone away; also for those that Node's parser
 * refuses, whose method and target are not known.
 */
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { COMPLEXITY_HEADER } from './headers.js';

/** @param logger written to at level `info`, whatever its own level */
export function accessLog(logger: Logger): Middleware {
  const lines = logger.child({}, { level: 'info' });
  return async (ctx, next) => {
    const startMs = performance.now();
    ctx.res.once('close', () => {
      lines.info(
        {
          method: ctx.method,
          target: ctx.originalUrl,
          status: ctx.res.statusCode,
          complexity: Number(ctx.res.getHeader(COMPLEXITY_HEADER)),
          byteLength: ctx.method === 'HEAD' ? 0 : Number(ctx.res.getHeader('Content-Length') ?? 0),
          elapsedMs: Math.round((performance.now() - startMs) * 1000) / 1000,
          complete: ctx.res.writableFinished,
        },
        'request',
      );
    });
    await next();
  };
}

/** Hears of an answer that was written to a connection by hand. */
export type RefusalLog = (socket: Duplex, status: number, byteLength: number) => void;

/** @param logger written to at level `info`, whatever its own level */
export function refusalLog(logger: Logger): RefusalLog {
  const lines = logger.child({}, { level: 'info' });
  return (socket, status, byteLength) => {
    const write = (): void => {
      lines.info(
        { method: null, target: null, status, complexity: 0, byteLength, complete: socket.writableFinished },
        'request',
      );
    };
    if (socket.closed) write();
    else socket.once('close', write);
  };
}
