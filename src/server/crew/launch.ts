/**
 * How members are launched: threads that share memory and the port where Node can, otherwise processes.
 */
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Crew, FromMember, ProcessListens, ToMember } from './messages.js';

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
export const threadsOf = (entry: URL, threads: number): Crew => ({
  kind: 'threads',
  sharesMemory: true,
  launch(thread, { onMessage, onEnd }) {
    const worker = new Worker(entry, { name: `serving-${thread}`, resourceLimits: limitsOf(threads) });
    let error: Error | undefined;
    worker.on('message', (message: FromMember) => onMessage(message));
    worker.on('error', (thrown: Error) => {
      error = thrown;
    });
    worker.once('exit', (code) => onEnd(error === undefined ? `ended with ${code}` : (error.stack ?? error.message)));
    return {
      pid: undefined,
      threadId: worker.threadId,
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
    };
  },
});

/**
 * Processes that get connections from this one, each with its own copy of the snapshot.
 *
 * @param entry the module that each runs: it says `listens`, then hears `ToMember` and sends `FromMember`
 */
export const processesOf = (entry: URL): Crew => ({
  kind: 'processes',
  sharesMemory: false,
  launch(_, { onMessage, onEnd }) {
    cluster.setupPrimary({ exec: fileURLToPath(entry), args: [] });
    const worker = cluster.fork();
    // What is sent to a process before it listens may be lost: it says when it does.
    const unsent: ToMember[] = [];
    let listens = false;
    const send = (message: ToMember): void => void worker.send(message, undefined, () => undefined);
    worker.on('message', (message: FromMember | ProcessListens) => {
      if (message.kind !== 'listens') onMessage(message);
      else {
        listens = true;
        for (const waiting of unsent) send(waiting);
      }
    });
    // Such as a message to a process that has just died; its exit is what is acted on.
    worker.on('error', () => undefined);
    worker.once('exit', (code: number | null, signal: string | null) => onEnd(`ended with ${signal ?? code}`));
    return {
      pid: worker.process.pid,
      threadId: undefined,
      post: (message) => (listens ? send(message) : void unsent.push(message)),
      end: () => void worker.process.kill('SIGKILL'),
    };
  },
});

/** What answers together on this Node. @param members how many */
export const availableCrew = (members: number): Crew =>
  canSharePort()
    ? threadsOf(new URL('./serving-thread.js', import.meta.url), members)
    : processesOf(new URL('./serving-process.js', import.meta.url));
