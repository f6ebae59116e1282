/**
 * Hearing that something in a folder has changed: a hint to look, never what changed.
 *
 * A hint may come too often, and not at all where the file system tells nobody (network mounts) or the folder itself
 * was exchanged; whoever must not miss a change looks from time to time as well.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './files.js';

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

/**
 * Joins what is asked for: one run at a time, and one more after it for whatever was asked meanwhile.
 *
 * @param run must not reject
 * @returns what asks for a run; it resolves when no run is left
 */
export function joined(run: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await run();
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= runAll();
    return running;
  };
}

/**
 * @param path of a file, or of a folder with all below it but hidden names
 * @returns what tells it from what it was before; the same only where nobody has written to it. Cost: one stat a file
 */
export async function stateOf(files: Files, path: string): Promise<string> {
  const found = await files.stat(path).catch(() => undefined);
  if (found?.kind !== 'folder') return `${path} ${found?.identity}\n`;
  const names = (await files.list(path).catch(() => [])).filter((name) => !name.startsWith('.'));
  return (await Promise.all(names.map((name) => stateOf(files, join(path, name))))).join('');
}
