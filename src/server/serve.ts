/**
 * Serving folders of snapshots: whatever CURRENT names in each of them, from now until it is told to stop.
 *
 * One thread answers by itself (here); several are the matter of `threads`.
 */

import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import { keepTickShape } from '../format/platform/index.js';
import { LiveKeys } from './access/live-keys.js';
import { type FollowedFolder, followFolders, guardingOf, type Loading, loadingOf } from './follow/following.js';
import { LiveSpace } from './follow/live-space.js';
import { type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from './follow/open-folders.js';
import { type OpenPages, type PagedSnapshot, pagesOpener, switchWithPages } from './follow/open-pages.js';
import { blockCacheBytes } from './follow/residence.js';
import { startServer } from './run/start-server.js';
import type { ServeOptions, Serving } from './serving.js';
import { checkThreads } from './threads/launch.js';
import { serveTogether } from './threads/supervisor.js';

/**
 * @throws OperationError or IntegrityError when nothing can be served, or an option is wrong
 */
export async function serve(given: ServeOptions): Promise<Serving> {
  const residentCacheBytes = blockCacheBytes(given);
  const options = { ...given, server: { ...given.server, residentCacheBytes } };
  if (options.threads > 1) {
    checkThreads();
    return serveTogether(options);
  }
  void keepTickShape();
  const loading = loadingOf(options);
  const openPages = pagesOpener(residentCacheBytes, options.logger);
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

/** A function of its own, so that nothing that lives as long as the server refers to the bytes it began with. */
function liveFolders(
  opened: readonly OpenedFolder<PagedSnapshot>[],
  previews: readonly OpenedPreview<PagedSnapshot>[],
  { next }: Loading,
  openPages: OpenPages,
): LiveFolders {
  const live = (one: OpenedFolder<PagedSnapshot>, follows: boolean): LiveFolder => {
    const { folder } = one;
    const state = new LiveSpace(one.name, one.opened?.value.bytes, one.provisional, one.opened?.value.pages);
    return {
      folder,
      follows,
      state,
      served: () => state.space?.id,
      bring: async (id, signal) => switchWithPages(state, await next(folder, id, signal, state.bytes), openPages),
    };
  };
  const spaces = opened.map((one) => live(one, !one.given && opened.length > 1));
  return {
    spaces,
    previews: previews.map((one) => {
      const preview = live(one, false);
      const space = spaces[one.previewOf];
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
  const all = [...spaces, ...previews];
  const closePages = (): void => {
    for (const { state } of all) state.close();
  };
  const live = spaces.map(({ state }) => state);
  const guarding = await guardingOf(options, (state) => keys?.switchTo(state));
  const keys = guarding === undefined ? undefined : new LiveKeys(guarding.state());
  const server = await startServer({
    ...options.server,
    logger: options.logger,
    spaces: live,
    trust: loading.trust.state,
    ...(keys === undefined ? {} : { keys }),
    ...(options.dev === undefined ? {} : { dev: options.dev }),
  }).catch((error: unknown) => {
    guarding?.stop();
    loading.trust.stop();
    closePages();
    throw error;
  });
  const following = followFolders(options, loading, guarding, all);
  return {
    ...server,
    spaces: live.map(({ name, space }) => ({ name, snapshot: space?.id })),
    look: following.look,
    async close() {
      const [cut] = await Promise.all([server.close(), following.stop()]);
      closePages();
      return cut;
    },
  };
}
