/**
 * Several threads, or processes, that answer together: one supervisor that answers nobody itself, loads each snapshot
 * once, hands it to all, replaces who dies and stops all at once.
 */
import type { Logger } from 'pino';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { freeThreadMemory } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import { followKeys } from '../access/live-keys.js';
import { followCurrent } from '../follow/follow-current.js';
import { release } from '../follow/live-space.js';
import {
  type LoadHow,
  type LoadSnapshot,
  loadHere,
  loadUnseen,
  logResidence,
  VerifiedFiles,
} from '../follow/loader.js';
import { newNameOf, type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from '../follow/open-folders.js';
import { followOrigins } from '../follow/origins.js';
import { type HealthStatus, isRefusal, type SpaceProblem } from '../follow/status.js';
import { followTrust, trusting } from '../follow/trust.js';
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES, DEFAULT_TIMEOUTS } from '../options.js';
import { RECOVERY_MS, recoveryLog } from '../pages/health.js';
import type { CommonOptions, ServeOptions, Serving } from '../serving.js';
import { probePort } from '../wire/listen.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';
import { holdFiles } from './held-files.js';
import { availableCrew } from './launch.js';
import { MemberSlot } from './member-slot.js';
import { type Crew, idOf, type SnapshotSource, type ToMember } from './messages.js';
import { switchAll } from './switch-all.js';

/** Beyond the time that answers have; for a member that no longer listens to anyone. */
const stopGraceMs = 2_000;

interface SharedSpace {
  readonly name: string;
  readonly folder: string;
  readonly provisional: boolean;
  /** What members are started with, and what holds the memory here. */
  source: SnapshotSource | null;
  /** Lets go of the files that members may open again. */
  closeFiles: () => Promise<void>;
  problem: SpaceProblem | null;
  refusedSwaps: number;
  /** Whether a name in a later snapshot counts at the next start. */
  readonly follows: boolean;
  readonly previewOf: number | null;
  nextName: string | null;
  origin: OriginStatus | null;
}

/**
 * What is given in bytes is for all members together; a port of its own for metrics is the first one's, who tells of
 * all.
 */
function shareOf({ metricsPort, ...options }: CommonOptions, members: number, thread: number): CommonOptions {
  const share = (byteLength: number): number => Math.floor(byteLength / members);
  const heldBytesMaximum = share(options.overload?.heldBytesMaximum ?? DEFAULT_OVERLOAD.heldBytesMaximum);
  return {
    ...options,
    ...(metricsPort === undefined ? {} : thread === 1 ? { metricsPort } : { metrics: false }),
    cacheBytes: share(options.cacheBytes ?? DEFAULT_CACHE_BYTES),
    residentCacheBytes: share(options.residentCacheBytes ?? DEFAULT_RESIDENT_CACHE_BYTES),
    overload: { ...options.overload, heldBytesMaximum },
  };
}

/** Verified either way; a process only learns where to read it. */
async function sourceOf(
  crew: Crew,
  logger: Logger,
  load: LoadSnapshot,
  folder: string,
  id: SnapshotId,
  signal?: AbortSignal,
  held?: SnapshotSource | null,
  how: Required<LoadHow> = { resident: 'all', sealed: false },
): Promise<LoadedSource> {
  const bytes = await load(folder, id, signal, held?.kind === 'bytes' ? held.bytes : undefined, how);
  logResidence(logger, folder, bytes, how.resident);
  if (!crew.sharesMemory) return { source: { kind: 'folder', folder, id, how }, closeFiles: nothingHeld };
  const files = await holdFiles(bytes);
  return { source: { kind: 'bytes', bytes: files.bytes }, closeFiles: files.close };
}

interface LoadedSource {
  readonly source: SnapshotSource;
  readonly closeFiles: () => Promise<void>;
}

const nothingHeld = async (): Promise<void> => undefined;

/** A function of its own, so that nothing that lives as long as the server refers to the bytes it began with. */
const sharedSpaces = (
  opened: readonly OpenedFolder<LoadedSource>[],
  previews: readonly OpenedPreview<LoadedSource>[],
): readonly SharedSpace[] =>
  [...opened.map((one) => ({ ...one, previewOf: null })), ...previews].map((one) => ({
    name: one.name,
    folder: one.folder,
    provisional: one.provisional,
    source: one.opened?.value.source ?? null,
    closeFiles: one.opened?.value.closeFiles ?? nothingHeld,
    problem: null,
    refusedSwaps: 0,
    follows: one.previewOf === null && !one.given && opened.length > 1,
    previewOf: one.previewOf,
    nextName: null,
    origin: null,
  }));

/** Spaces first, in the order of their folders, then previews. */
async function openSpaces(
  { folders, wait }: ServeOptions,
  open: (folder: string, id: SnapshotId) => Promise<LoadedSource>,
): Promise<readonly SharedSpace[]> {
  const opened = await openFolders(diskFiles, folders, wait, open);
  return sharedSpaces(opened, await openPreviews(diskFiles, folders, opened, open));
}

const idServed = ({ source }: SharedSpace): SnapshotId | undefined => (source === null ? undefined : idOf(source));

/** @throws as `serve` does, and OperationError when a member cannot start */
export async function serveTogether(
  options: ServeOptions,
  crew: Crew = availableCrew(options.threads),
): Promise<Serving> {
  const { logger } = options;
  const { resident = 'all' } = options.server;
  // Where members read for themselves, they believe the disk no more than the supervisor does.
  const sealed = (options.trust ?? []).length > 0;
  const how = { resident, sealed };
  if (!crew.sharesMemory) {
    logger.warn(
      { node: process.versions.node },
      'this version of Node cannot share a port between threads, so processes answer, each with its own copy of the snapshots in memory; with Node 22.12 or newer on Linux, one copy is enough',
    );
  }
  const trust = followTrust({ sources: options.trust ?? [], pollMs: options.pollMs, logger: options.logger });
  const trusted = trusting({
    trusted: trust.state() === undefined ? undefined : trust.keys,
    ageMaximumMs: options.signatureAgeMaximumMs ?? Number.POSITIVE_INFINITY,
    folders: options.folders,
    logger: options.logger,
  });
  const verified = new VerifiedFiles();
  const load = trusted.loading(options.load ?? loadUnseen(verified));
  // Nobody waits for an answer yet; but what only checks for others shall not keep the memory.
  const loadFirst = crew.sharesMemory ? trusted.loading(loadHere) : load;
  const spaces = await openSpaces(options, (folder, id) =>
    sourceOf(crew, logger, loadFirst, folder, id, undefined, undefined, how),
  );
  const slots: MemberSlot[] = [];
  const { keysFile, pollMs } = options;
  const guarding =
    keysFile === undefined
      ? undefined
      : await followKeys({ path: keysFile, pollMs, logger, onState: () => tellKeys() });
  const tellKeys = (): void => {
    if (guarding === undefined) return;
    for (const slot of slots) slot.post({ kind: 'keys', state: guarding.state() });
  };
  const port = await probePort(options.server.host, options.server.port);

  const startMessage = (thread: number): ToMember => ({
    kind: 'start',
    thread,
    server: { ...shareOf(options.server, options.threads, thread), port },
    reusePort: crew.sharesMemory,
    logLevel: logger.level,
    spaces: spaces.map(({ name, provisional, source, previewOf }) => ({ name, provisional, source, previewOf })),
    keys: guarding?.state() ?? null,
  });
  const tell = (): void => {
    const status: ToMember = {
      kind: 'status',
      problems: spaces.map(({ problem }) => problem),
      refusedSwaps: spaces.map(({ refusedSwaps }) => refusedSwaps),
      nextNames: spaces.map(({ nextName }) => nextName),
      origins: spaces.map(({ origin }) => origin),
      unreadable: spaces.map((_, index) => Math.max(0, ...slots.map((slot) => slot.unreadable(index)))),
      threads: slots.map(({ state }) => state),
      trust: trust.state() ?? null,
    };
    for (const slot of slots) slot.post(status);
  };
  /** A member that got ready while a switch went on began with the snapshot before. */
  const catchUp = (slot: MemberSlot): void => {
    // The keys, too, may have changed since it was told them.
    if (guarding !== undefined) slot.post({ kind: 'keys', state: guarding.state() });
    for (const [index, { source }] of spaces.entries()) {
      if (source !== null) slot.switchTo(index, idOf(source), source).catch(() => undefined);
    }
  };
  for (let thread = 1; thread <= options.threads; thread += 1) {
    const slot: MemberSlot = new MemberSlot({
      thread,
      crew,
      startMessage: () => startMessage(thread),
      onReady: () => catchUp(slot),
      onGone: (threadId) => {
        for (const { source } of spaces) if (source?.kind === 'bytes') freeThreadMemory(source.bytes, threadId);
      },
      readAll: async () => (await Promise.all(slots.map((one) => one.read()))).filter((found) => found !== undefined),
      onChange: tell,
      logger,
    });
    slots.push(slot);
  }
  const stopAll = async (): Promise<number> => {
    guarding?.stop();
    trust.stop();
    const { drainDelayMs, drainMs } = { ...DEFAULT_TIMEOUTS, ...options.server.timeouts };
    const cuts = await Promise.all(slots.map((slot) => slot.stop(drainDelayMs + drainMs + stopGraceMs)));
    return cuts.reduce((sum, cut) => sum + cut, 0);
  };

  const first = await Promise.all(slots.map(({ ready }) => ready)).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  const status = (): HealthStatus => {
    const served = spaces.filter(({ previewOf }) => previewOf === null);
    if (served.some(({ source }) => source === null)) return 'unavailable';
    const isWhole =
      served.every(({ problem, origin }) => problem === null && (origin?.failing ?? null) === null) &&
      spaces.every((_, index) => slots.every((slot) => slot.unreadable(index) === 0)) &&
      slots.every(({ state }) => state.state === 'serving');
    const problems = [guarding?.state().problem ?? null, trust.state()?.problem ?? null];
    return isWhole && problems.every((problem) => problem === null) ? 'ok' : 'degraded';
  };
  const recovery = setInterval(recoveryLog(status, logger), RECOVERY_MS).unref();

  const bring = async (space: SharedSpace, index: number, id: SnapshotId, signal: AbortSignal): Promise<void> => {
    const { source, closeFiles } = await sourceOf(crew, logger, load, space.folder, id, signal, space.source, how);
    const before = space.source;
    const closeBefore = space.closeFiles;
    // Members that start from now on begin with it.
    space.source = source;
    space.closeFiles = closeFiles;
    const giveBack = (old: SnapshotSource | null): void => {
      if (old?.kind === 'bytes') void release(new WeakRef(old.bytes));
    };
    try {
      await switchAll(slots, crew.sharesMemory, index, source, before, () => {
        space.source = before;
        space.closeFiles = closeBefore;
      });
    } catch (error) {
      giveBack(source);
      await closeFiles();
      throw error;
    }
    giveBack(before);
    await closeBefore();
    space.nextName = (await newNameOf(diskFiles, space, id, logger)) ?? null;
    tell();
  };
  const followers = spaces.map((space, index) =>
    followCurrent({
      files: diskFiles,
      folder: space.folder,
      pollMs: options.pollMs,
      served: () => idServed(space),
      check: (id) => trusted.check(space.folder, id),
      bring: (id, signal) => bring(space, index, id, signal),
      onProblem: (problem) => {
        space.problem = problem ?? null;
        if (isRefusal(problem)) space.refusedSwaps += 1;
        tell();
      },
      logger: logger.child({ space: space.name }),
    }),
  );
  for (const follower of followers) void follower.look();
  const origins = followOrigins(
    options.folders,
    {
      onStatus: (index, status) => {
        const space = spaces[index];
        if (space === undefined) return;
        space.origin = status;
        tell();
      },
      onVerified: (folder, snapshot) => verified.note(folder, snapshot),
      onPulled: (index) => void followers[index]?.look(),
    },
    logger,
    options.follow,
  );

  trust.tell(() => {
    tell();
    origins.look();
    for (const follower of followers) void follower.look();
  });

  let closing: Promise<number> | undefined;
  const { origin, roots, metricsOrigin } = first[0]!;
  return {
    origin,
    roots,
    ...(metricsOrigin === undefined ? {} : { metricsOrigin }),
    spaces: spaces
      .filter(({ previewOf }) => previewOf === null)
      .map((space) => ({ name: space.name, snapshot: idServed(space) })),
    look: async () => {
      trust.look();
      origins.look();
      await Promise.all([...followers.map((follower) => follower.look()), guarding?.look()]);
    },
    close() {
      clearInterval(recovery);
      for (const follower of followers) follower.stop();
      closing ??= Promise.all([stopAll(), origins.stop()]).then(async ([cut]) => {
        await Promise.all(spaces.map((space) => space.closeFiles()));
        return cut;
      });
      return closing;
    },
  };
}
