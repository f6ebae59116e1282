/**
 * Reads /health of the server under the limit: the snapshot that it serves, and the number of its threads.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 50;

const readHealth = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(10_000) });
  return response.text();
};

/** @returns the id of the served snapshot; undefined if there is none, or no server answers */
export async function readSnapshot(port: number): Promise<string | undefined> {
  try {
    return /"snapshot":"([0-9a-f]{64})"/.exec(await readHealth(port))?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Waits until no thread is starting: the first thread answers while the others start.
 *
 * @returns the number of serving threads; 1 for a server of one thread, which lists none; 0 if the server has ended
 */
export async function countThreads(port: number, isOver: () => boolean, timeoutMs: number): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  let servingThreads = 0;
  while (!isOver()) {
    const health = await readHealth(port).catch(() => '');
    if (health !== '') servingThreads = Math.max(1, health.match(/"state":"serving"/g)?.length ?? 0);
    const isComplete = health !== '' && !health.includes('"state":"starting"');
    if (isComplete || performance.now() > deadline) return servingThreads;
    await sleep(pauseMs);
  }
  return 0;
}
