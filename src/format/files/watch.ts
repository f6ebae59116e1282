/**
 * Hearing that something in a folder has changed: a hint to look, never what changed.
 *
 * A hint may come too often, and not at all where the file system tells nobody (network mounts) or the folder itself
 * was exchanged; whoever must not miss a change looks from time to time as well.
 */
import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatch {
  /** False once no further hints will come; the folder may be watched anew. */
  readonly active: () => boolean;
  readonly stop: () => void;
}

export type WatchFolder = (folder: string, onChange: () => void) => FolderWatch;

/** Watches the folder's own entries, not those of folders in it. Never throws: a watch that cannot be had is inactive. */
export const watchFolder: WatchFolder = (folder, onChange) => {
  let watcher: FSWatcher | undefined;
  const stop = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  try {
    watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', stop);
  } catch {
    // The folder is missing, or the system has no watches left.
  }
  return { active: () => watcher !== undefined, stop };
};

/**
 * Calls `look` at each hint of one of the folders, and every `pollMs` besides, 0 for never; a watch that has ended begins
 * anew then.
 *
 * @returns what ends it
 */
export function watchAndPoll(
  folders: readonly string[],
  pollMs: number,
  look: () => void,
  watching: WatchFolder = watchFolder,
): () => void {
  let watches = folders.map((folder) => watching(folder, look));
  const poll = (): void => {
    watches = watches.map((one, index) => (one.active() ? one : watching(folders[index]!, look)));
    look();
  };
  const timer = pollMs > 0 && folders.length > 0 ? setInterval(poll, pollMs).unref() : undefined;
  return () => {
    clearInterval(timer);
    for (const one of watches) one.stop();
  };
}
