/**
 * Sends requests over a number of connections until it is stopped, and counts the answers by status.
 */
import { Agent, request } from 'node:http';
import { chooseRequest, type LargeRequest } from './requests.js';

export interface LoadCounts {
  requests: number;
  /** Answers with a status from 500. */
  serverErrors: number;
  /** Answers with a status from 400 to 499, and connections that broke. */
  otherErrors: number;
  bytes: number;
  /** The first error in words. */
  firstError: string | undefined;
}

export interface Load {
  readonly counts: LoadCounts;
  readonly stop: () => Promise<void>;
}

/** @returns the status and the number of bytes of the body. @throws if the connection breaks */
function send(agent: Agent, port: number, { path, coding }: LargeRequest): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': coding };
    const sent = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** @param roll returns an integer from 0 to bound - 1 */
export function startLoad(port: number, connections: number, roll: (bound: number) => number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts: LoadCounts = { requests: 0, serverErrors: 0, otherErrors: 0, bytes: 0, firstError: undefined };
  let isStopping = false;
  const sendUntilStopped = async (): Promise<void> => {
    while (!isStopping) {
      const chosen = chooseRequest(roll);
      try {
        const { status, bytes } = await send(agent, port, chosen);
        counts.requests += 1;
        counts.bytes += bytes;
        if (status < 400) continue;
        counts[status < 500 ? 'otherErrors' : 'serverErrors'] += 1;
        counts.firstError ??= `${status} for ${chosen.path}`;
      } catch (error) {
        if (isStopping) return;
        counts.otherErrors += 1;
        counts.firstError ??= String(error);
        // The program may be gone: do not spin.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const workers = Array.from({ length: connections }, sendUntilStopped);
  return {
    counts,
    stop: async () => {
      isStopping = true;
      await Promise.all(workers);
      agent.destroy();
    },
  };
}
