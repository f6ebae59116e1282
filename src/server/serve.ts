/**
 * Serving folders of snapshots: whatever CURRENT names in each of them, from now until it is told to stop.
 *
 * One thread answers by itself (here); several are the matter of `threads`.
 */
import type { Logger } from 'pino';
import { diskFiles } from '../files/index.js';
import type { SnapshotId } from '../model/index.js';
import type { SnapshotBytes } from '../snapshot/index.js';
import { serveTogether } from './crew/supervisor.js';
import { type Follower, followCurrent } from './follow/follow-current.js';
import { LiveSpace } from './follow/live-space.js';
import { type LoadSnapshot, loadHere, loadInThread } from './follow/loader.js';
import { type OpenedFolder, openFolders, type SnapshotFolder } from './follow/open-folders.js';
import type { ServerOptions } from './options.js';
import { type RunningServer, startServer } from './start.js';

/** What is told to every thread alike: plain values only. */
export type CommonOptions = Omit<ServerOptions, 'spaces' | 'logger' | 'reusePort' | 'threads' | 'readAll'>;

export interface ServeOptions {
  /** At least one. */
  readonly folders: readonly SnapshotFolder[];
  readonly server: CommonOptions;
  readonly logger: Logger;
  /** How many threads answer; 1: this one. */
  readonly threads: number;
  /** How often CURRENT is looked at, besides being watched; 0: never. */
  readonly pollMs: number;
  /** Whether to start although nothing can be served yet. */
  readonly wait: boolean;
  /** How a swap loads; what a server starts with is read at once, as nobody waits for an answer yet. */
  readonly load?: LoadSnapshot;
}

export interface ServedFolder {
  readonly name: string;
  readonly snapshot: SnapshotId | undefined;
}

export interface Serving extends Omit<RunningServer, 'readings'> {
  /** In the order of the roots. */
  readonly spaces: readonly ServedFolder[];
  /** Looks at every CURRENT now, also where a snapshot was refused before. Resolves when that is done. */
  readonly look: () => Promise<void>;
}

/**
 * @throws OperationError or IntegrityError when nothing can be served, or an option is wrong
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  if (options.threads > 1) return serveTogether(options);
  const opened = await openFolders(diskFiles, options.folders, options.wait, loadHere);
  return serveAlone(options, followedSpaces(opened));
}

interface FollowedSpace {
  readonly folder: string;
  readonly live: LiveSpace;
}

/** A function of its own, so that nothing that lives as long as the server refers to the bytes it began with. */
const followedSpaces = (opened: readonly OpenedFolder<SnapshotBytes>[]): readonly FollowedSpace[] =>
  opened.map(({ name, folder, provisional, opened: found }) => ({
    folder,
    live: new LiveSpace(name, found?.value, provisional),
  }));

async function serveAlone(options: ServeOptions, spaces: readonly FollowedSpace[]): Promise<Serving> {
  const load = options.load ?? loadInThread;
  const live = spaces.map((space) => space.live);
  const server = await startServer({ ...options.server, logger: options.logger, spaces: live });
  const followers = spaces.map(
    ({ folder, live: space }): Follower =>
      followCurrent({
        files: diskFiles,
        folder,
        pollMs: options.pollMs,
        served: () => space.space?.id,
        bring: async (id, signal) => space.switchTo(await load(folder, id, signal)),
        onProblem: (problem) => {
          space.problem = problem;
        },
        logger: options.logger.child({ space: space.name }),
      }),
  );
  // CURRENT may have changed since it was read, and what could not be opened is told by whoever follows it.
  for (const follower of followers) void follower.look();
  return {
    ...server,
    spaces: live.map(({ name, space }) => ({ name, snapshot: space?.id })),
    look: async () => {
      await Promise.all(followers.map((follower) => follower.look()));
    },
    close() {
      for (const follower of followers) follower.stop();
      return server.close();
    },
  };
}
