/**
 * Serving folders of snapshots: whatever CURRENT names in each of them, from now until it is told to stop.
 *
 * One thread answers by itself (here); several are the matter of `threads`.
 */
import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import type { Resident } from '../index/snapshot/index.js';
import { followKeys, LiveKeys } from './access/live-keys.js';
import { serveTogether } from './crew/supervisor.js';
import { type Follower, followCurrent } from './follow/follow-current.js';
import { LiveSpace, type OpenPages, type PagedSnapshot, pagesOpener, switchWithPages } from './follow/live-space.js';
import { type LoadSnapshot, loadHere, loadUnseen, logResidence, VerifiedFiles } from './follow/loader.js';
import { newNameOf, type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from './follow/open-folders.js';
import { followOrigins } from './follow/origins.js';
import { isRefusal } from './follow/status.js';
import { followTrust, type TrustedLoading, type TrustFollower, trusting } from './follow/trust.js';
import { DEFAULT_RESIDENT_CACHE_BYTES } from './options.js';
import type { ServeOptions, Serving } from './serving.js';
import { startServer } from './start.js';

/**
 * @throws OperationError or IntegrityError when nothing can be served, or an option is wrong
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  if (options.threads > 1) return serveTogether(options);
  const trust = followTrust({ sources: options.trust ?? [], pollMs: options.pollMs, logger: options.logger });
  const trusted = trusting({
    trusted: trust.state() === undefined ? undefined : trust.keys,
    ageMaximumMs: options.signatureAgeMaximumMs ?? Number.POSITIVE_INFINITY,
    folders: options.folders,
    logger: options.logger,
  });
  const verified = new VerifiedFiles();
  const { resident = 'all', residentCacheBytes = DEFAULT_RESIDENT_CACHE_BYTES } = options.server;
  const openPages = pagesOpener(residentCacheBytes, options.logger);
  const loadFirst = trusted.loading(loadHere);
  const open = async (folder: string, id: SnapshotId): Promise<PagedSnapshot> => {
    const bytes = await loadFirst(folder, id, undefined, undefined, { resident });
    logResidence(options.logger, folder, bytes, resident);
    return { bytes, pages: await openPages(bytes) };
  };
  const opened = await openFolders(diskFiles, options.folders, options.wait, open);
  const previews = await openPreviews(diskFiles, options.folders, opened, open);
  const load = trusted.loading(options.load ?? loadUnseen(verified));
  return serveAlone(
    { ...options, load, verified, openPages, resident, trusting: trust, check: trusted.check },
    followedSpaces(opened, previews),
  );
}

interface FollowedSpace {
  readonly folder: string;
  readonly live: LiveSpace;
  /** Whether a name in a later snapshot counts at the next start. */
  readonly follows: boolean;
}

interface Followed {
  readonly spaces: readonly FollowedSpace[];
  readonly previews: readonly FollowedSpace[];
}

/** A function of its own, so that nothing that lives as long as the server refers to the bytes it began with. */
const followedSpaces = (
  opened: readonly OpenedFolder<PagedSnapshot>[],
  previews: readonly OpenedPreview<PagedSnapshot>[],
): Followed => {
  const spaces = opened.map(({ name, folder, provisional, given, opened: found }) => ({
    folder,
    follows: !given && opened.length > 1,
    live: new LiveSpace(name, found?.value.bytes, provisional, found?.value.pages),
  }));
  const live = previews.map(({ name, folder, provisional, opened: found, previewOf }) => {
    const preview = new LiveSpace(name, found?.value.bytes, provisional, found?.value.pages);
    const space = spaces[previewOf];
    if (space !== undefined) space.live.preview = preview;
    return { folder, follows: false, live: preview };
  });
  return { spaces, previews: live };
};

async function serveAlone(
  options: ServeOptions & {
    readonly load: LoadSnapshot;
    readonly verified: VerifiedFiles;
    readonly openPages: OpenPages;
    readonly trusting: TrustFollower;
    readonly check: TrustedLoading['check'];
    readonly resident: Resident;
  },
  { spaces, previews }: Followed,
): Promise<Serving> {
  const { load, verified, openPages, trusting: trust } = options;
  const closePages = (): void => {
    for (const { live: space } of [...spaces, ...previews]) space.close();
  };
  const live = spaces.map((space) => space.live);
  const { logger, pollMs, keysFile } = options;
  const guarding =
    keysFile === undefined
      ? undefined
      : await followKeys({ path: keysFile, pollMs, logger, onState: (state) => keys?.switchTo(state) });
  const keys = guarding === undefined ? undefined : new LiveKeys(guarding.state());
  const server = await startServer({
    ...options.server,
    logger,
    spaces: live,
    trust: trust.state,
    ...(keys === undefined ? {} : { keys }),
  }).catch((error: unknown) => {
    guarding?.stop();
    trust.stop();
    closePages();
    throw error;
  });
  const followers = [...spaces, ...previews].map(
    ({ folder, follows, live: space }): Follower =>
      followCurrent({
        files: diskFiles,
        folder,
        pollMs: options.pollMs,
        served: () => space.space?.id,
        check: (id) => options.check(folder, id),
        bring: async (id, signal) => {
          const { resident } = options;
          const bytes = await load(folder, id, signal, space.bytes, { resident });
          await switchWithPages(space, bytes, openPages);
          logResidence(options.logger, folder, bytes, resident);
          space.nextName = await newNameOf(diskFiles, { name: space.name, folder, follows }, id, options.logger);
        },
        onProblem: (problem) => {
          space.problem = problem;
          if (isRefusal(problem)) space.refusedSwaps += 1;
        },
        logger: options.logger.child({ space: space.name }),
      }),
  );
  // CURRENT may have changed since it was read, and what could not be opened is told by whoever follows it.
  for (const follower of followers) void follower.look();
  const origins = followOrigins(
    options.folders,
    {
      onStatus: (index, status) => {
        const space = live[index];
        if (space !== undefined) space.origin = status;
      },
      onVerified: (folder, snapshot) => verified.note(folder, snapshot),
      onPulled: (index) => void followers[index]?.look(),
    },
    options.logger,
    options.follow,
  );
  trust.tell(() => {
    origins.look();
    for (const follower of followers) void follower.look();
  });
  return {
    ...server,
    spaces: live.map(({ name, space }) => ({ name, snapshot: space?.id })),
    look: async () => {
      trust.look();
      origins.look();
      await Promise.all([...followers.map((follower) => follower.look()), guarding?.look()]);
    },
    async close() {
      guarding?.stop();
      trust.stop();
      for (const follower of followers) follower.stop();
      const [cut] = await Promise.all([server.close(), origins.stop()]);
      closePages();
      return cut;
    },
  };
}
