/**
 * Repeated work: a run for each change of a watched path, one run at a time, repeated later after a failure.
 */
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesced, contentState, diskFiles, watchAndPoll } from '../../format/files/index.js';

/** Time without changes before a run: an editor writes a file in several steps, and an exporter writes several files. */
const settleMs = 50;
/** A failed run is repeated after this time; the time doubles with each further failure. */
const retryMs = 2_000;
const retryMsMaximum = 300_000;
const longestTimerMs = 2 ** 31 - 1;
/** A timer may fire early: it is set this much later than the requested time. */
const alarmSlackMs = 1_000;

export interface RepeatOptions {
  /** Ends early when the signal aborts. If it rejects, it must have changed nothing. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** A change of this file or folder starts a run. */
  readonly watchedPath: string | undefined;
  /** Milliseconds between checks of the path, in addition to watching it; 0: never. */
  readonly pollMs: number;
  /** Milliseconds between runs that need no change; 0: never. */
  readonly everyMs: number;
  /** Whether a failed run is repeated although nothing has changed. */
  readonly retries: boolean;
  readonly onFailure: (error: unknown) => void;
}

/** The current state; times are in milliseconds since 1970. */
export interface RepeatState {
  readonly runs: number;
  readonly failures: number;
  readonly runningSinceMs: number | null;
  /** Time of the first failure after the last success; null if the last run has succeeded. */
  readonly failingSinceMs: number | null;
  readonly lastRunSeconds: number;
}

export interface RepeatedWork {
  readonly state: () => RepeatState;
  /** Sets the time of an extra run, in milliseconds since 1970; undefined: cancels it. */
  readonly wakeAt: (ms: number | undefined) => void;
  /** Starts a run. Resolves when all started and waiting runs have ended. */
  readonly request: () => Promise<void>;
  /** Starts no further run, and stops the current one. */
  readonly stop: () => Promise<void>;
}

/** Starts to watch. The caller requests the first run. */
export function repeatOnChange({
  work,
  watchedPath,
  pollMs,
  everyMs,
  retries,
  onFailure,
}: RepeatOptions): RepeatedWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: RepeatState = { runs: 0, failures: 0, runningSinceMs: null, failingSinceMs: null, lastRunSeconds: 0 };
  let failuresInRow = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;
  let lastState = '';
  const readState = async (): Promise<string> =>
    watchedPath === undefined ? '' : contentState(diskFiles, watchedPath);

  const runAgain = coalesced(async () => {
    clearTimeout(retryTimer);
    if (signal.aborted) return;
    const runningSinceMs = Date.now();
    state = { ...state, runningSinceMs };
    try {
      lastState = await readState();
      await work(signal);
      failuresInRow = 0;
      state = { ...state, failingSinceMs: null };
    } catch (error) {
      if (signal.aborted) return;
      failuresInRow += 1;
      state = { ...state, failures: state.failures + 1, failingSinceMs: state.failingSinceMs ?? Date.now() };
      onFailure(error);
      const waitMs = Math.min(retryMsMaximum, retryMs * 2 ** (failuresInRow - 1));
      if (retries) retryTimer = setTimeout(() => void runAgain(), waitMs);
    } finally {
      const lastRunSeconds = (Date.now() - runningSinceMs) / 1000;
      state = { ...state, runs: state.runs + 1, runningSinceMs: null, lastRunSeconds };
    }
  });

  const runWhenSettled = coalesced(async () => {
    let current = await readState();
    while (current !== lastState && !signal.aborted) {
      await sleep(settleMs);
      const previous = current;
      current = await readState();
      if (current !== previous) continue;
      void runAgain();
      return;
    }
  });
  const wakeAt = (ms: number | undefined): void => {
    clearTimeout(wakeTimer);
    if (ms === undefined || signal.aborted) return;
    const waitMs = ms - Date.now();
    // A timer is limited to 2³¹ ms (25 days): a longer wait is a sequence of timers.
    const isLast = waitMs <= longestTimerMs;
    wakeTimer = setTimeout(
      () => (isLast ? void runAgain() : wakeAt(ms)),
      isLast ? Math.max(waitMs, 0) + alarmSlackMs : longestTimerMs,
    );
  };
  // The file may be replaced by a new one of the same name, so its folder is watched too.
  const folders = watchedPath === undefined ? [] : [watchedPath, dirname(resolve(watchedPath))];
  const stopWatching = watchAndPoll(folders, pollMs, () => void runWhenSettled());
  // The interval also keeps the process alive, which otherwise only waits for signals.
  const interval = setInterval(() => void (everyMs > 0 && runAgain()), everyMs > 0 ? everyMs : longestTimerMs);
  return {
    state: () => state,
    wakeAt,
    request: runAgain,
    async stop() {
      stopping.abort();
      stopWatching();
      clearInterval(interval);
      clearTimeout(retryTimer);
      clearTimeout(wakeTimer);
      await runAgain();
      clearTimeout(retryTimer);
    },
  };
}
