/**
 * Serves folders of snapshots: the snapshot that CURRENT names in each of them, until the server is stopped.
 *
 * One thread answers by itself (here); several are started by `threads`.
 */
import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import { keepTickShape } from '../format/platform/index.js';
import { followKeysFile } from './access/follow-keys.js';
import { LiveKeys } from './access/live-keys.js';
import { type FollowedFolder, followFolders } from './follow/following.js';
import { LiveSpace } from './follow/live-space.js';
import { createLoading, type Loading } from './follow/loading.js';
import { blockCacheBytes } from './follow/memory-room.js';
import { type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from './follow/open-folders.js';
import { createPagesOpener, type OpenPages, type PagedSnapshot, switchWithPages } from './follow/open-pages.js';
import type { ServeOptions, Serving } from './run/serve-options.js';
import { startServer } from './run/start-server.js';
import { checkThreads } from './threads/launch.js';
import { serveTogether } from './threads/supervisor.js';

/** @throws OperationError or IntegrityError if nothing can be served, or an option is wrong */
export async function serve(requestedOptions: ServeOptions): Promise<Serving> {
  const residentCacheBytes = blockCacheBytes(requestedOptions);
  const options = { ...requestedOptions, server: { ...requestedOptions.server, residentCacheBytes } };
  if (options.threads > 1) {
    checkThreads();
    return serveTogether(options);
  }
  void keepTickShape();
  const loading = createLoading(options);
  const openPages = createPagesOpener(residentCacheBytes, options.logger);
  const open = async (folder: string, id: SnapshotId): Promise<PagedSnapshot> => {
    const bytes = await loading.first(folder, id);
    return { bytes, pages: await openPages(bytes) };
  };
  const opened = await openFolders(diskFiles, options.folders, options.wait, open);
  const previews = await openPreviews(diskFiles, options.folders, opened, open);
  return serveAlone(options, loading, liveFolders(opened, previews, loading, openPages));
}

interface LiveFolder extends FollowedFolder {
  readonly state: LiveSpace;
}

interface LiveFolders {
  readonly spaces: readonly LiveFolder[];
  readonly previews: readonly LiveFolder[];
}

/** A separate function, so that no closure that lives as long as the server refers to the first snapshots. */
function liveFolders(
  openedFolders: readonly OpenedFolder<PagedSnapshot>[],
  openedPreviews: readonly OpenedPreview<PagedSnapshot>[],
  { next }: Loading,
  openPages: OpenPages,
): LiveFolders {
  const liveFolder = (opened: OpenedFolder<PagedSnapshot>, usesModelName: boolean): LiveFolder => {
    const { folder } = opened;
    const { bytes, pages } = opened.opened?.value ?? {};
    const state = new LiveSpace(opened.name, bytes, opened.isProvisional, pages);
    return {
      folder,
      usesModelName,
      state,
      served: () => state.space?.id,
      bring: async (id, signal) => switchWithPages(state, await next(folder, id, signal, state.bytes), openPages),
    };
  };
  const spaces = openedFolders.map((opened) => liveFolder(opened, !opened.isNameGiven && openedFolders.length > 1));
  return {
    spaces,
    previews: openedPreviews.map((opened) => {
      const preview = liveFolder(opened, false);
      const space = spaces[opened.previewOf];
      if (space !== undefined) space.state.preview = preview.state;
      return preview;
    }),
  };
}

async function serveAlone(
  options: ServeOptions,
  loading: Loading,
  { spaces, previews }: LiveFolders,
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
