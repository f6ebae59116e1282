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
