/**
 * A member: a server that begins with what it is given and does what the supervisor says.
 */
import { destination, pino } from 'pino';
import { InvariantError } from '../../content/errors/index.js';
import type { Pages } from '../../index/snapshot/index.js';
import { LiveKeys } from '../access/live-keys.js';
import { LiveSpace } from '../follow/live-space.js';
import { failureOf } from '../follow/loader.js';
import { type OpenPages, pagesOpener, switchWithPages } from '../follow/open-pages.js';
import type { Readings } from '../metrics/readings.js';
import { DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { type RunningServer, startServer } from '../run/start-server.js';
import type { ThreadState, TrustState } from '../spaces/status.js';
import type { FromMember, ToMember } from './messages.js';

type Start = Extract<ToMember, { kind: 'start' }>;
type Switch = Extract<ToMember, { kind: 'switch' }>;

const stderr = 2;
/** Longer than the supervisor waits for a member that does not answer. */
const gatheringMs = 2_000;

/** @returns what to call with each message of the supervisor */
export function runMember(post: (message: FromMember) => void): (message: ToMember) => void {
  let live: readonly LiveSpace[] = [];
  let threads: readonly ThreadState[] = [];
  let trust: TrustState | undefined;
  let server: RunningServer | undefined;
  let keys: LiveKeys | undefined;
  let openPages: OpenPages = async () => undefined;
  /** Scrapes that wait for what the supervisor gathers. */
  const waiting = new Map<number, (all: readonly Readings[]) => void>();
  let asked = 0;

  const readAll = (): Promise<readonly Readings[]> =>
    new Promise((resolve) => {
      asked += 1;
      const ask = asked;
      // Nobody gathers any more while all are being stopped: then the scrape is told of this member alone.
      const deadline = setTimeout(() => answer([]), gatheringMs);
      const answer = (all: readonly Readings[]): void => {
        clearTimeout(deadline);
        waiting.delete(ask);
        resolve(all);
      };
      waiting.set(ask, answer);
      post({ kind: 'readingsWanted', ask });
    });

  /** @param before what was served until now, of which nothing is told any more */
  const tellUnreadable = (space: number, pages: Pages | undefined, before?: Pages): void => {
    if (before !== undefined) before.onUnreadableCount = () => undefined;
    if (before !== undefined && before.unreadableCount > 0) post({ kind: 'unreadable', space, blocks: 0 });
    if (pages !== undefined) pages.onUnreadableCount = (blocks) => post({ kind: 'unreadable', space, blocks });
  };

  const start = async ({ thread, server: options, logLevel, spaces, keys: given }: Start): Promise<void> => {
    // Written at once: what a thread says last is what matters when it dies.
    const logger = pino({ level: logLevel }, destination({ dest: stderr, sync: true })).child({ thread });
    openPages = pagesOpener(options.residentCacheBytes ?? DEFAULT_RESIDENT_CACHE_BYTES, logger);
    const opening = spaces.map(async ({ name, provisional, bytes }, index) => {
      const opened = bytes === null ? undefined : await openPages(bytes);
      tellUnreadable(index, opened);
      return new LiveSpace(name, bytes ?? undefined, provisional, opened);
    });
    live = await Promise.all(opening);
    for (const [index, { previewOf }] of spaces.entries()) {
      const space = previewOf === null ? undefined : live[previewOf];
      if (space !== undefined) space.preview = live[index];
    }
    keys = given === null ? undefined : new LiveKeys(given);
    server = await startServer({
      ...options,
      ...(keys === undefined ? {} : { keys }),
      spaces: live.filter((_, index) => spaces[index]?.previewOf === null),
      logger,
      reusePort: true,
      threads: () => threads,
      trust: () => trust,
      readAll,
    });
    const { origin, roots, metricsOrigin } = server;
    post({ kind: 'ready', origin, roots, ...(metricsOrigin === undefined ? {} : { metricsOrigin }) });
  };

  const switchTo = async ({ space, bytes }: Switch): Promise<void> => {
    const { id } = bytes;
    const target = live[space];
    if (target === undefined) throw new InvariantError(`there is no space ${space}`);
    try {
      if (target.space?.id !== id) {
        const before = target.space?.pages;
        await switchWithPages(target, bytes, openPages);
        tellUnreadable(space, target.space?.pages, before);
      }
      post({ kind: 'switched', space, id });
    } catch (error) {
      post({ kind: 'refused', space, id, failure: failureOf(error) });
    }
  };

  const stop = async (): Promise<void> => {
    const cut = (await server?.close()) ?? 0;
    for (const space of live) space.close();
    post({ kind: 'stopped', cut });
  };

  return (message) => {
    switch (message.kind) {
      case 'start':
        start(message).catch((error: unknown) => post({ kind: 'failed', reason: failureOf(error).reason }));
        break;
      case 'switch':
        void switchTo(message);
        break;
      case 'keys':
        keys?.switchTo(message.state);
        break;
      case 'status':
        threads = message.threads;
        trust = message.trust ?? undefined;
        for (const [index, problem] of message.problems.entries()) {
          const space = live[index];
          if (space === undefined) continue;
          space.problem = problem ?? undefined;
          space.refusedSwaps = message.refusedSwaps[index] ?? 0;
          space.nextName = message.nextNames[index] ?? undefined;
          space.origin = message.origins[index] ?? undefined;
          space.unreadableElsewhere = message.unreadable[index] ?? 0;
        }
        break;
      case 'read':
        if (server !== undefined) post({ kind: 'readings', ask: message.ask, readings: server.readings() });
        break;
      case 'allReadings':
        waiting.get(message.ask)?.(message.all);
        break;
      case 'stop':
        void stop();
        break;
    }
  };
}
