/**
 * Busy keep-alive connections: each sends its next request at once after an answer, until an answer closes the
 * connection.
 */
import { dial, parseReply } from './client.js';

export interface BusyConnections {
  /** How many answers came so far, over all. */
  readonly answers: () => number;
  /** Resolves when all connections have ended, with the end of each. `told`: its last answer was complete and had `Connection: close`. */
  readonly ended: Promise<readonly string[]>;
}

async function keepBusy(origin: string, path: string, onAnswer: () => void): Promise<string> {
  const socket = await dial(origin);
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  return new Promise((resolve) => {
    let read: Buffer = Buffer.alloc(0);
    let error = '';
    let isTold = false;
    socket.on('error', ({ message }) => {
      error = message;
    });
    socket.once('close', () => resolve(isTold ? 'told' : `${error || 'closed'} before an answer`));
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      if (!read.includes('\r\n\r\n')) return;
      const { headers, body, rest } = parseReply(read);
      if (body.byteLength < Number(headers['content-length'])) return;
      read = rest;
      onAnswer();
      if (headers['connection'] === 'close') isTold = true;
      else socket.write(request);
    });
    socket.write(request);
  });
}

export function busyConnections(origin: string, path: string, count: number): BusyConnections {
  let answers = 0;
  const onAnswer = (): void => {
    answers += 1;
  };
  const ended = Promise.all(Array.from({ length: count }, () => keepBusy(origin, path, onAnswer)));
  return { answers: () => answers, ended };
}
