/**
 * Serves folders of snapshots: the snapshot that CURRENT names in each of them, until the server is stopped.
 *
 * One thread answers by itself (here); several are started by `threads`.
 */
import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import { keepTickShape } from '../format/platform/index.js';
import { BlockCache } from '../index/snapshot/index.js';
import { followKeysFile } from './access/follow-keys.js';
import { LiveKeys } from './access/live-keys.js';
import { chooseThreads } from './follow/fitting-threads.js';
import { type FollowedFolder, followFolders } from './follow/following.js';
import { LiveSpace } from './follow/live-space.js';
import { createLoading, type SnapshotLoading } from './follow/loading.js';
import { type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from './follow/open-folders.js';
import { createPagesOpener, type OpenPages, type PagedSnapshot, switchWithPages } from './follow/open-pages.js';
import { withBudget } from './memory/budgeted-options.js';
import type { ServeOptions, Serving } from './run/serve-options.js';
import { startServer } from './run/start-server.js';
import { checkThreads } from './threads/launch.js';
import { serveTogether } from './threads/supervisor.js';

/** @throws OperationError or IntegrityError if nothing can be served, or an option is wrong */
export async function serve(givenOptions: ServeOptions): Promise<Serving> {
  if (givenOptions.threads > 1) checkThreads();
  const requestedOptions = { ...givenOptions, ...(await chooseThreads(givenOptions)) };
  if (requestedOptions.threads > 1) return serveTogether(requestedOptions);
  void keepTickShape();
  const loading = await createLoading(requestedOptions);
  const options = withBudget(requestedOptions, loading.memory.budget);
  const blockCache = new BlockCache(options.server.residentCacheBytes);
  const openPages = createPagesOpener(blockCache, options.logger);
  const open = async (folder: string, id: SnapshotId): Promise<PagedSnapshot> => {
    const bytes = await loading.loadAtStart(folder, id);
    return { bytes, pages: await openPages(bytes) };
  };
  const opened = await openFolders(diskFiles, options.folders, options.wait, open);
  const previews = await openPreviews(diskFiles, options.folders, opened, open);
  const folders = liveFolders(opened, previews, loading.loadForSwap, openPages);
  return serveAlone(options, loading, folders, blockCache);
}

interface LiveFolder extends FollowedFolder {
  readonly state: LiveSpace;
}

interface LiveFolders {
  readonly spaces: readonly LiveFolder[];
  readonly previews: readonly LiveFolder[];
}

/** The folder's parts that live as long as the server: without its first snapshot, which must be freed after the first swap. */
interface FolderDescription {
  readonly folder: string;
  readonly usesModelName: boolean;
}

/** A separate function: its closures live as long as the server, and reach no list of opened folders. */
function followedFolder(
  { folder, usesModelName }: FolderDescription,
  state: LiveSpace,
  loadNext: SnapshotLoading['loadForSwap'],
  openPages: OpenPages,
): LiveFolder {
  return {
    folder,
    usesModelName,
    state,
    served: () => state.space?.id,
    bring: async (id, signal) => switchWithPages(state, await loadNext(folder, id, signal, state.bytes), openPages),
  };
}

function createLiveSpace({ name, opened, isProvisional }: OpenedFolder<PagedSnapshot>): LiveSpace {
  const { bytes, pages } = opened?.value ?? {};
  return new LiveSpace(name, bytes, isProvisional, pages);
}

function liveFolders(
  openedFolders: readonly OpenedFolder<PagedSnapshot>[],
  openedPreviews: readonly OpenedPreview<PagedSnapshot>[],
  loadNext: SnapshotLoading['loadForSwap'],
  openPages: OpenPages,
): LiveFolders {
  const hasSeveral = openedFolders.length > 1;
  const spaces = openedFolders.map((opened) => {
    const description = { folder: opened.folder, usesModelName: !opened.isNameGiven && hasSeveral };
    return followedFolder(description, createLiveSpace(opened), loadNext, openPages);
  });
  const previews = openedPreviews.map((opened) => {
    const description = { folder: opened.folder, usesModelName: false };
    const preview = followedFolder(description, createLiveSpace(opened), loadNext, openPages);
    const space = spaces[opened.previewOf];
    if (space !== undefined) space.state.preview = preview.state;
    return preview;
  });
  return { spaces, previews };
}

async function serveAlone(
  options: ServeOptions,
  loading: SnapshotLoading,
  { spaces, previews }: LiveFolders,
  blockCache: BlockCache,
): Promise<Serving> {
  const allFolders = [...spaces, ...previews];
  const closePages = (): void => {
    for (const { state } of allFolders) state.close();
  };
  const liveSpaces = spaces.map(({ state }) => state);
  const keysFollower = await followKeysFile(options, (state) => keys?.switchTo(state));
  const keys = keysFollower === undefined ? undefined : new LiveKeys(keysFollower.state());
  const server = await startServer({
    ...options.server,
    logger: options.logger,
    spaces: liveSpaces,
    trust: loading.trust.state,
    ...(keys === undefined ? {} : { keys }),
    ...(options.dev === undefined ? {} : { dev: options.dev }),
  }).catch((error: unknown) => {
    keysFollower?.stop();
    loading.trust.stop();
    closePages();
    throw error;
  });
  loading.memory.onChange = (budget) => {
    server.resize(budget);
    blockCache.resize(budget.blockCacheBytes);
  };
  const following = followFolders(options, loading, keysFollower, allFolders);
  return {
    ...server,
    spaces: liveSpaces.map(({ name, space }) => ({ name, snapshot: space?.id })),
    look: following.look,
    async close() {
      const [cutCount] = await Promise.all([server.close(), following.stop()]);
      closePages();
      return cutCount;
    },
  };
}
