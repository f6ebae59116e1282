/**
 * Work that is done again each time something has changed: one run at a time, tried again later where it fails.
 */
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesced, contentState, diskFiles, watchAndPoll } from '../../format/files/index.js';

/** An editor writes a file in several steps, and what exports writes several files. */
const settleMs = 50;
/** What nothing wakes is tried again after this, and after twice as long with each further failure. */
const retryMs = 2_000;
const retryMsMaximum = 300_000;
const longestTimerMs = 2 ** 31 - 1;
/** Behind the time, so that it has surely come. */
const afterMs = 1_000;

export interface RepeatOptions {
  /** Where it rejects, everything must be as it was; given a signal that ends it. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** The file or folder whose changes make a run. */
  readonly watched: string | undefined;
  /** How often to look at it, besides watching it; 0: never. */
  readonly pollMs: number;
  /** How often to run whatever has changed; 0: never. */
  readonly everyMs: number;
  /** Whether what failed is tried again although nothing has changed. */
  readonly retries: boolean;
  readonly onFailure: (error: unknown) => void;
}

/** As it is now; times in milliseconds since 1970. */
export interface RepeatState {
  readonly runs: number;
  readonly failures: number;
  readonly runningSinceMs: number | null;
  /** Since when no run has succeeded; null where the last one has. */
  readonly failingSinceMs: number | null;
  readonly lastRunSeconds: number;
}

export interface RepeatedWork {
  readonly state: () => RepeatState;
  /** Runs at this time, in milliseconds since 1970, as something changes by itself; undefined: at none. */
  readonly wakeAt: (ms: number | undefined) => void;
  /** Something has changed. Resolves when no run is left. */
  readonly ask: () => Promise<void>;
  /** Begins no run any more, and stops the one under way. */
  readonly stop: () => Promise<void>;
}

/** Watches from now on; the first run is asked for. */
export function repeatOnChange({ work, watched, pollMs, everyMs, retries, onFailure }: RepeatOptions): RepeatedWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: RepeatState = { runs: 0, failures: 0, runningSinceMs: null, failingSinceMs: null, lastRunSeconds: 0 };
  let failuresInRow = 0;
  let retry: NodeJS.Timeout | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let seen = '';
  const look = async (): Promise<string> => (watched === undefined ? '' : contentState(diskFiles, watched));

  const run = coalesced(async () => {
    clearTimeout(retry);
    if (signal.aborted) return;
    const runningSinceMs = Date.now();
    state = { ...state, runningSinceMs };
    try {
      seen = await look();
      await work(signal);
      failuresInRow = 0;
      state = { ...state, failingSinceMs: null };
    } catch (error) {
      if (signal.aborted) return;
      failuresInRow += 1;
      state = { ...state, failures: state.failures + 1, failingSinceMs: state.failingSinceMs ?? Date.now() };
      onFailure(error);
      const waitMs = Math.min(retryMsMaximum, retryMs * 2 ** (failuresInRow - 1));
      if (retries) retry = setTimeout(() => void run(), waitMs);
    } finally {
      const lastRunSeconds = (Date.now() - runningSinceMs) / 1000;
      state = { ...state, runs: state.runs + 1, runningSinceMs: null, lastRunSeconds };
    }
  });

  const settled = coalesced(async () => {
    let now = await look();
    while (now !== seen && !signal.aborted) {
      await sleep(settleMs);
      const before = now;
      now = await look();
      if (now !== before) continue;
      void run();
      return;
    }
  });
  const wakeAt = (ms: number | undefined): void => {
    clearTimeout(alarm);
    if (ms === undefined || signal.aborted) return;
    const waitMs = ms - Date.now();
    // A timer cannot be as long as a year: it is set again on the way.
    const isLast = waitMs <= longestTimerMs;
    alarm = setTimeout(
      () => (isLast ? void run() : wakeAt(ms)),
      isLast ? Math.max(waitMs, 0) + afterMs : longestTimerMs,
    );
  };
  // The file may be replaced by another of its name, so it is its folder that is watched as well.
  const folders = watched === undefined ? [] : [watched, dirname(resolve(watched))];
  const stopWatching = watchAndPoll(folders, pollMs, () => void settled());
  // Also holds the process, which waits for signals alone otherwise.
  const timer = setInterval(() => void (everyMs > 0 && run()), everyMs > 0 ? everyMs : longestTimerMs);
  return {
    state: () => state,
    wakeAt,
    ask: run,
    async stop() {
      stopping.abort();
      stopWatching();
      clearInterval(timer);
      clearTimeout(retry);
      clearTimeout(alarm);
      await run();
      clearTimeout(retry);
    },
  };
}
