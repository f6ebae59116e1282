/**
 * Measures the time from the start of a server's process to its first answer.
 */
import { OperationError } from '../../src/content/errors/index.js';
import { BASE } from '../harness/input/render.js';
import type { ServerProcess } from '../http/contestants/launch.js';
import { launchServer, type Mode } from './servers.js';

/** A request and what its answer must be. */
export interface Question {
  readonly url: string;
  readonly isRight: (document: Buffer) => boolean;
}

/** @throws OperationError if the answer is not right */
export async function askServer({ port }: ServerProcess, { url, isRight }: Question): Promise<void> {
  const answered = await fetch(`http://127.0.0.1:${port}${BASE}${url}`);
  const document = Buffer.from(await answered.arrayBuffer());
  if (answered.status === 200 && isRight(document)) return;
  throw new OperationError(`The answer to ${url} is not the one expected: ${document.toString('utf8', 0, 200)}`);
}

/** @returns milliseconds from the start of a server. @throws OperationError if the answer is not right */
export async function firstAnswer(
  mode: Mode,
  snapshots: string,
  question: Question,
  cacheBytes: number,
): Promise<number> {
  const startMs = performance.now();
  const server = await launchServer(mode, snapshots, cacheBytes);
  try {
    await askServer(server, question);
    return performance.now() - startMs;
  } finally {
    await server.stop();
  }
}
