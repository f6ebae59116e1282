/**
 * Launches members: threads of this process that share memory and the port.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { OperationError } from '../../content/errors/index.js';
import type { FromMember, Launch } from './messages.js';

/** @param youngBytes size of the young generation, the heap's part for new objects. @returns limits of one thread */
export const computeLimits = (youngBytes: number): ResourceLimits => ({
  maxYoungGenerationSizeMb: Math.round(youngBytes / 2 ** 20),
});

/** Platforms where several sockets may listen on one port, and connections are spread over them; from Node's documentation. */
const reusePortPlatforms: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd', 'sunos', 'aix']);

/** `reusePort` exists since Node 22.12 and 23.1. */
export function canSharePort(
  version: string = process.versions.node,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const hasReusePort = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
  return hasReusePort && reusePortPlatforms.has(platform);
}

/**
 * Threads of this process. A thread that runs out of heap, throws or exits ends alone.
 *
 * @param entry      module of each thread: it receives `ToMember` and posts `FromMember`
 * @param youngBytes size of each thread's young generation
 */
export const createLaunch =
  (entry: URL, youngBytes: number): Launch =>
  (thread, { onMessage, onEnd }) => {
    const worker = new Worker(entry, { name: `serving-${thread}`, resourceLimits: computeLimits(youngBytes) });
    let error: Error | undefined;
    worker.on('message', (message: FromMember) => onMessage(message));
    worker.on('error', (workerError: Error) => {
      error = workerError;
    });
    worker.once('exit', (code) => onEnd(error === undefined ? `ended with ${code}` : (error.stack ?? error.message)));
    return {
      threadId: worker.threadId,
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
    };
  };

/** @throws OperationError if threads cannot share a port, with an alternative */
export function checkThreads(version?: string, platform?: NodeJS.Platform): void {
  if (canSharePort(version, platform)) return;
  throw new OperationError(
    `--threads needs Node 22.12 or newer (of 23: 23.1) on Linux, FreeBSD, Solaris or AIX, where threads can share a port; this is Node ${version ?? process.versions.node} on ${platform ?? process.platform}. Update Node, or leave --threads out and start one server for each processor, each on its own port, behind a load balancer.`,
  );
}

/** @param youngBytes size of each thread's young generation */
export const servingThreads = (youngBytes: number): Launch =>
  createLaunch(new URL('./serving-thread.js', import.meta.url), youngBytes);
