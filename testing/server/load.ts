/**
 * A constant load that checks each answer: complete, and from the snapshot in its header.
 */
import { Agent, request } from 'node:http';
import type { SwapSnapshots } from './swap-snapshots.js';
import { PATHS } from './swap-snapshots.js';

export interface Load {
  /** Answers so far, and the longest that one took, in milliseconds. */
  readonly seen: () => {
    readonly answers: number;
    readonly slowestMs: number;
    readonly bySnapshot: ReadonlyMap<string, number>;
  };
  /** Descriptions of wrong answers; empty if all answers were right. */
  readonly failures: readonly string[];
  readonly stop: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly snapshot: string;
  readonly body: Buffer;
}

function get(agent: Agent, origin: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const snapshot = String(response.headers['x-service-snapshot']);
        resolve({ status: response.statusCode ?? 0, snapshot, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** @returns a description of the fault in the answer, or undefined if it has none */
function wrongWith({ bodies }: SwapSnapshots, path: string, { status, snapshot, body }: Answer): string | undefined {
  const expected = bodies.get(snapshot);
  if (expected === undefined) return `${path}: ${status} from unknown snapshot ${snapshot}`;
  const expectedBody = expected.get(path);
  if (expectedBody === undefined) return status === 404 ? undefined : `${path}: ${status}, expected 404`;
  if (status !== 200) return `${path}: ${status}`;
  return expectedBody.equals(body) ? undefined : `${path}: the body is not that of ${snapshot}`;
}

/** @param connections number of connections; each sends its next request as soon as it has an answer */
export function startLoad(origin: string, snapshots: SwapSnapshots, connections: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const failures: string[] = [];
  const bySnapshot = new Map<string, number>();
  let answers = 0;
  let slowestMs = 0;
  let running = true;
  const client = async (number: number): Promise<void> => {
    for (let turn = number; running; turn += 1) {
      const path = PATHS[turn % PATHS.length]!;
      const startMs = performance.now();
      try {
        const found = await get(agent, origin, path);
        slowestMs = Math.max(slowestMs, performance.now() - startMs);
        answers += 1;
        bySnapshot.set(found.snapshot, (bySnapshot.get(found.snapshot) ?? 0) + 1);
        const wrong = wrongWith(snapshots, path, found);
        if (wrong !== undefined) failures.push(wrong);
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const clients = Promise.all(Array.from({ length: connections }, (_, number) => client(number)));
  return {
    seen: () => ({ answers, slowestMs, bySnapshot }),
    failures,
    async stop() {
      running = false;
      await clients;
      agent.destroy();
    },
  };
}
