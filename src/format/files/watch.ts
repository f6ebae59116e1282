/**
 * Watching folders for changes. A notification is a hint to look again; it does not say what changed.
 *
 * Hints may come too often. They are missing on network mounts, and after the folder itself was replaced, so callers that
 * must not miss a change also poll.
 */
import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatch {
  /** False once no more hints will come; the folder can be watched anew. */
  readonly active: () => boolean;
  readonly stop: () => void;
}

export type WatchFolder = (folder: string, onChange: () => void) => FolderWatch;

/** Watches the entries of the folder, not of its subfolders. Never throws: a watch that cannot start is inactive. */
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
 * Calls `look` at each hint, and every `pollMs` (0: never). Polling also restarts watches that have ended.
 *
 * @returns a function that stops watching
 */
export function watchAndPoll(
  folders: readonly string[],
  pollMs: number,
  look: () => void,
  watching: WatchFolder = watchFolder,
): () => void {
  let watches = folders.map((folder) => watching(folder, look));
  const poll = (): void => {
    watches = watches.map((active, index) => (active.active() ? active : watching(folders[index]!, look)));
    look();
  };
  const timer = pollMs > 0 && folders.length > 0 ? setInterval(poll, pollMs).unref() : undefined;
  return () => {
    clearInterval(timer);
    for (const running of watches) running.stop();
  };
}
