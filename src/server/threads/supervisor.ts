/**
 * Several threads that answer together: one supervisor that answers nobody itself, loads each snapshot once, hands it to
 * all, replaces who dies and stops all at once.
 */
import { freeThreadMemory } from '../../index/snapshot/index.js';
import { type FollowedFolder, followFolders, guardingOf, loadingOf } from '../follow/following.js';
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { DEFAULT_TIMEOUTS } from '../options/timeouts.js';
import { RECOVERY_MS, recoveryLog } from '../pages/recovery-log.js';
import type { CommonOptions, ServeOptions, Serving } from '../serving.js';
import type { HealthStatus } from '../spaces/status.js';
import { probePort } from '../wire/listen.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';
import { servingThreads } from './launch.js';
import { MemberSlot } from './member-slot.js';
import type { Launch, ToMember } from './messages.js';
import { holdFiles, openSpaces, switchAll } from './shared-space.js';

/** Beyond the time that answers have; for a member that no longer listens to anyone. */
const stopGraceMs = 2_000;

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

/** @throws as `serve` does, and OperationError when a member cannot start */
export async function serveTogether(
  options: ServeOptions,
  launch: Launch = servingThreads(options.threads),
): Promise<Serving> {
  const { logger } = options;
  const loading = loadingOf(options);
  const { trust } = loading;
  const spaces = await openSpaces(options, loading.first);
  const slots: MemberSlot[] = [];
  const guarding = await guardingOf(options, (state) => {
    for (const slot of slots) slot.post({ kind: 'keys', state });
  });
  const port = await probePort(options.server.host, options.server.port);

  const startMessage = (thread: number): ToMember => ({
    kind: 'start',
    thread,
    server: { ...shareOf(options.server, options.threads, thread), port },
    logLevel: logger.level,
    spaces: spaces.map(({ name, provisional, held, previewOf }) => ({
      name,
      provisional,
      bytes: held?.bytes ?? null,
      previewOf,
    })),
    keys: guarding?.state() ?? null,
  });
  const tell = (): void => {
    const status: ToMember = {
      kind: 'status',
      problems: spaces.map(({ problem }) => problem ?? null),
      refusedSwaps: spaces.map(({ refusedSwaps }) => refusedSwaps),
      nextNames: spaces.map(({ nextName }) => nextName ?? null),
      origins: spaces.map(({ origin }) => origin ?? null),
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
    for (const [index, { held }] of spaces.entries()) {
      if (held !== undefined) slot.switchTo(index, held.bytes).catch(() => undefined);
    }
  };
  for (let thread = 1; thread <= options.threads; thread += 1) {
    const slot: MemberSlot = new MemberSlot({
      thread,
      launch,
      startMessage: () => startMessage(thread),
      onReady: () => catchUp(slot),
      onGone: (threadId) => {
        for (const { held } of spaces) if (held !== undefined) freeThreadMemory(held.bytes, threadId);
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
    if (served.some(({ held }) => held === undefined)) return 'unavailable';
    const isWhole =
      served.every(({ problem, origin }) => problem === undefined && (origin?.failing ?? null) === null) &&
      spaces.every((_, index) => slots.every((slot) => slot.unreadable(index) === 0)) &&
      slots.every(({ state }) => state.state === 'serving');
    const problems = [guarding?.state().problem ?? null, trust.state()?.problem ?? null];
    return isWhole && problems.every((problem) => problem === null) ? 'ok' : 'degraded';
  };
  const recovery = setInterval(recoveryLog(status, logger), RECOVERY_MS).unref();
  const followed = spaces.map((space, place): FollowedFolder => {
    const { folder, follows } = space;
    return {
      folder,
      follows,
      state: space,
      served: () => space.held?.bytes.id,
      bring: async (id, signal) =>
        switchAll(slots, space, place, await holdFiles(await loading.next(folder, id, signal, space.held?.bytes))),
    };
  });
  const following = followFolders(options, loading, guarding, followed, tell);

  let closing: Promise<number> | undefined;
  const { origin, roots, metricsOrigin } = first[0]!;
  return {
    origin,
    roots,
    ...(metricsOrigin === undefined ? {} : { metricsOrigin }),
    spaces: spaces
      .filter(({ previewOf }) => previewOf === null)
      .map(({ name, held }) => ({ name, snapshot: held?.bytes.id })),
    look: following.look,
    close() {
      clearInterval(recovery);
      closing ??= Promise.all([stopAll(), following.stop()]).then(async ([cut]) => {
        await Promise.all(spaces.map(({ held }) => held?.close()));
        return cut;
      });
      return closing;
    },
  };
}
