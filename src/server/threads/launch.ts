/**
 * How members are launched: threads that share memory and the port.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { OperationError } from '../../content/errors/index.js';
import type { FromMember, Launch } from './messages.js';

/**
 * What V8 gives the young objects of a thread unless told otherwise, in megabytes: it grows to it under load, whether or not
 * they are many.
 */
const youngMegabytes = 48;
/** Below, objects of requests under way are taken for old ones. */
const youngMegabytesMinimum = 8;

/**
 * @param threads how many answer
 * @returns limits of one, so that the young objects of all take about as much as those of one that answers alone
 */
export const limitsOf = (threads: number): ResourceLimits => ({
  maxYoungGenerationSizeMb: Math.max(youngMegabytesMinimum, Math.round(youngMegabytes / threads)),
});

/** Where several sockets may listen on one port and connections are spread over them, as Node's documentation lists. */
const reusePortPlatforms: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd', 'sunos', 'aix']);

/** `reusePort` came with Node 22.12 and 23.1. */
export function canSharePort(
  version: string = process.versions.node,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const known = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
  return known && reusePortPlatforms.has(platform);
}

/**
 * Threads of this process. One that runs out of heap, throws or exits ends alone.
 *
 * @param entry   the module that each runs: it hears `ToMember` and posts `FromMember`
 * @param threads how many there will be
 */
export const threadsOf =
  (entry: URL, threads: number): Launch =>
  (thread, { onMessage, onEnd }) => {
    const worker = new Worker(entry, { name: `serving-${thread}`, resourceLimits: limitsOf(threads) });
    let error: Error | undefined;
    worker.on('message', (message: FromMember) => onMessage(message));
    worker.on('error', (thrown: Error) => {
      error = thrown;
    });
    worker.once('exit', (code) => onEnd(error === undefined ? `ended with ${code}` : (error.stack ?? error.message)));
    return {
      threadId: worker.threadId,
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
    };
  };

/** @throws OperationError where threads cannot share a port, with what to do instead */
export function checkThreads(version?: string, platform?: NodeJS.Platform): void {
  if (canSharePort(version, platform)) return;
  throw new OperationError(
    `--threads needs Node 22.12 or newer (of 23: 23.1) on Linux, FreeBSD, Solaris or AIX, where threads can share a port; this is Node ${version ?? process.versions.node} on ${platform ?? process.platform}. Update Node, or leave --threads out and start one server for each processor, each on its own port, behind a load balancer.`,
  );
}

/** What answers together. @param threads how many */
export const servingThreads = (threads: number): Launch =>
  threadsOf(new URL('./serving-thread.js', import.meta.url), threads);
