/**
 * A member: a serving thread that starts with the supervisor's snapshots and follows its messages.
 */
import { destination, pino } from 'pino';
import { InvariantError } from '../../content/errors/index.js';
import { shrinkHeap } from '../../format/platform/index.js';
import { BlockCache, type Pages } from '../../index/snapshot/index.js';
import { LiveKeys } from '../access/live-keys.js';
import { LiveSpace } from '../follow/live-space.js';
import { describeFailure } from '../follow/load-failure.js';
import { createPagesOpener, type OpenPages, switchWithPages } from '../follow/open-pages.js';
import type { Readings } from '../metrics/readings.js';
import { DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { type RunningServer, startServer } from '../run/start-server.js';
import type { ThreadState, TrustState } from '../spaces/status.js';
import type { FromMember, ToMember } from './messages.js';

type StartMessage = Extract<ToMember, { kind: 'start' }>;
type SwitchMessage = Extract<ToMember, { kind: 'switch' }>;
type StatusMessage = Extract<ToMember, { kind: 'status' }>;

const stderr = 2;
/** Longer than the supervisor waits for a member's readings. */
const gatheringTimeoutMs = 2_000;

interface MemberSpaces {
  /** In the supervisor's order. */
  readonly spaces: readonly LiveSpace[];
  /** Without previews. */
  readonly published: readonly LiveSpace[];
}

/**
 * A separate function: closures of `start` live as long as the member, and would keep the message with its first snapshots.
 *
 * @param onPages called with the index of each space, and its open pages
 * @throws the disk's errors
 */
async function openMemberSpaces(
  spaces: StartMessage['spaces'],
  openPages: OpenPages,
  onPages: (space: number, pages: Pages | undefined) => void,
): Promise<MemberSpaces> {
  const opening = spaces.map(async ({ name, isProvisional, bytes }, index) => {
    const pages = bytes === null ? undefined : await openPages(bytes);
    onPages(index, pages);
    return new LiveSpace(name, bytes ?? undefined, isProvisional, pages);
  });
  const liveSpaces = await Promise.all(opening);
  for (const [index, { previewOf }] of spaces.entries()) {
    const space = previewOf === null ? undefined : liveSpaces[previewOf];
    if (space !== undefined) space.preview = liveSpaces[index];
  }
  return { spaces: liveSpaces, published: liveSpaces.filter((_, index) => spaces[index]?.previewOf === null) };
}

/** @returns a function to be called with each message of the supervisor */
export function runMember(post: (message: FromMember) => void): (message: ToMember) => void {
  let liveSpaces: readonly LiveSpace[] = [];
  let threads: readonly ThreadState[] = [];
  let trust: TrustState | undefined;
  let server: RunningServer | undefined;
  let keys: LiveKeys | undefined;
  let blockCache: BlockCache | undefined;
  let openPages: OpenPages = async () => undefined;
  /** Scrapes that wait for the readings of all members. */
  const pendingScrapes = new Map<number, (all: readonly Readings[]) => void>();
  let lastAsk = 0;

  const readAll = (): Promise<readonly Readings[]> =>
    new Promise((resolve) => {
      lastAsk += 1;
      const ask = lastAsk;
      // During shutdown the supervisor does not gather readings: the scrape then shows this member alone.
      const deadline = setTimeout(() => finish([]), gatheringTimeoutMs);
      const finish = (all: readonly Readings[]): void => {
        clearTimeout(deadline);
        pendingScrapes.delete(ask);
        resolve(all);
      };
      pendingScrapes.set(ask, finish);
      post({ kind: 'readingsWanted', ask });
    });

  /** @param before pages of the snapshot before, whose unreadable blocks do not count any more */
  const reportUnreadable = (space: number, pages: Pages | undefined, before?: Pages): void => {
    if (before !== undefined) before.unreadable.onCount = () => undefined;
    if (before !== undefined && before.unreadable.count > 0) post({ kind: 'unreadable', space, blocks: 0 });
    if (pages !== undefined) pages.unreadable.onCount = (blocks) => post({ kind: 'unreadable', space, blocks });
  };

  const start = async ({ thread, server: options, logLevel, spaces, keys: keysState }: StartMessage): Promise<void> => {
    // Written synchronously: the last line of a thread that dies must not be lost.
    const logger = pino({ level: logLevel }, destination({ dest: stderr, sync: true })).child({ thread });
    blockCache = new BlockCache(options.residentCacheBytes ?? DEFAULT_RESIDENT_CACHE_BYTES);
    openPages = createPagesOpener(blockCache, logger);
    const opened = await openMemberSpaces(spaces, openPages, reportUnreadable);
    liveSpaces = opened.spaces;
    keys = keysState === null ? undefined : new LiveKeys(keysState);
    server = await startServer({
      ...options,
      ...(keys === undefined ? {} : { keys }),
      spaces: opened.published,
      logger,
      reusePort: true,
      threads: () => threads,
      trust: () => trust,
      readAll,
    });
    // Loading the program needed more space for young objects than most requests do.
    shrinkHeap();
    const { origin, roots, metricsOrigin } = server;
    post({ kind: 'ready', origin, roots, ...(metricsOrigin === undefined ? {} : { metricsOrigin }) });
  };

  const switchTo = async ({ space, bytes }: SwitchMessage): Promise<void> => {
    const { id } = bytes;
    const liveSpace = liveSpaces[space];
    if (liveSpace === undefined) throw new InvariantError(`there is no space ${space}`);
    try {
      if (liveSpace.space?.id !== id) {
        const before = liveSpace.space?.pages;
        await switchWithPages(liveSpace, bytes, openPages);
        reportUnreadable(space, liveSpace.space?.pages, before);
      }
      post({ kind: 'switched', space, id });
    } catch (error) {
      post({ kind: 'refused', space, id, failure: describeFailure(error) });
    }
  };

  const setStatus = (message: StatusMessage): void => {
    threads = message.threads;
    trust = message.trust ?? undefined;
    for (const [index, problem] of message.problems.entries()) {
      const space = liveSpaces[index];
      if (space === undefined) continue;
      space.problem = problem ?? undefined;
      space.refusedSwaps = message.refusedSwaps[index] ?? 0;
      space.nextName = message.nextNames[index] ?? undefined;
      space.origin = message.origins[index] ?? undefined;
      space.pin = message.pins[index] ?? undefined;
      space.unreadableElsewhere = message.unreadable[index] ?? 0;
    }
  };

  const stop = async (): Promise<void> => {
    const cutCount = (await server?.close()) ?? 0;
    for (const space of liveSpaces) space.close();
    post({ kind: 'stopped', cut: cutCount });
  };

  return (message) => {
    switch (message.kind) {
      case 'start':
        start(message).catch((error: unknown) => post({ kind: 'failed', reason: describeFailure(error).reason }));
        break;
      case 'switch':
        void switchTo(message);
        break;
      case 'keys':
        keys?.switchTo(message.state);
        break;
      case 'status':
        setStatus(message);
        break;
      case 'sizes':
        server?.resize(message);
        blockCache?.resize(message.blockCacheBytes);
        break;
      case 'read':
        if (server !== undefined) post({ kind: 'readings', ask: message.ask, readings: server.readings() });
        break;
      case 'allReadings':
        pendingScrapes.get(message.ask)?.(message.all);
        break;
      case 'stop':
        void stop();
        break;
    }
  };
}
