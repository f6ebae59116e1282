/**
 * One log line a request, once its client has taken the response or gone away; also for those that Node's parser
 * refuses, whose method and target are not known.
 */
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WatchedResponse } from './watched-response.js';

/** Hears of a response that has ended. */
export type EndListener = (response: WatchedResponse) => void;

/** @param logger written to at level `info`, whatever its own level */
export function accessLog(logger: Logger): EndListener {
  const lines = logger.child({}, { level: 'info' });
  return (response) => {
    lines.info(
      {
        method: response.req.method,
        target: response.target,
        status: response.statusCode,
        complexity: response.complexity,
        byteLength: response.bodyBytes,
        elapsedMs: Math.round((performance.now() - response.startMs) * 1000) / 1000,
        complete: response.writableFinished,
      },
      'request',
    );
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
