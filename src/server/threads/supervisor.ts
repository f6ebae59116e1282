/**
 * The supervisor of several serving threads: it loads each snapshot once, hands it to all members, replaces members that
 * die, and stops all of them together. It answers no requests itself.
 */
import { shrinkHeap } from '../../format/platform/index.js';
import { freeThreadMemory } from '../../index/snapshot/index.js';
import { followKeysFile } from '../access/follow-keys.js';
import { type FollowedFolder, followFolders } from '../follow/following.js';
import { createLoading } from '../follow/loading.js';
import { computeYoungBytes } from '../memory/budget.js';
import { withBudget } from '../memory/budgeted-options.js';
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { DEFAULT_TIMEOUTS } from '../options/timeouts.js';
import { RECOVERY_MS, recoveryLog } from '../pages/recovery-log.js';
import type { CommonOptions, ServeOptions, Serving } from '../run/serve-options.js';
import { isOriginFailing } from '../spaces/origin-state.js';
import type { HealthStatus } from '../spaces/status.js';
import { probePort } from '../wire/listen.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';
import { holdFiles } from './held-snapshot.js';
import { servingThreads } from './launch.js';
import { MemberSlot } from './member-slot.js';
import type { Launch, ToMember } from './messages.js';
import { openSpaces, switchAll } from './shared-space.js';

/** Time that a member has to stop, in addition to the time of its responses; then it is ended. */
const stopGraceMs = 2_000;

/**
 * @returns the options of one member. Sizes in bytes are shared equally; a separate port for metrics belongs to the first
 *          member, which reports the sums of all.
 */
function createMemberOptions(
  { metricsPort, ...options }: CommonOptions,
  members: number,
  thread: number,
): CommonOptions {
  const share = (byteLength: number): number => Math.floor(byteLength / members);
  let metricsOptions: Pick<CommonOptions, 'metrics' | 'metricsPort'> = {};
  if (metricsPort !== undefined) metricsOptions = thread === 1 ? { metricsPort } : { metrics: false };
  const heldBytesMaximum = share(options.overload?.heldBytesMaximum ?? DEFAULT_OVERLOAD.heldBytesMaximum);
  return {
    ...options,
    ...metricsOptions,
    cacheBytes: share(options.cacheBytes ?? DEFAULT_CACHE_BYTES),
    residentCacheBytes: share(options.residentCacheBytes ?? DEFAULT_RESIDENT_CACHE_BYTES),
    overload: { ...options.overload, heldBytesMaximum },
  };
}

/** @throws as `serve` does, and OperationError if a member cannot start */
export async function serveTogether(
  requestedOptions: ServeOptions,
  launch: Launch = servingThreads(requestedOptions.youngBytes ?? computeYoungBytes(requestedOptions.threads)),
): Promise<Serving> {
  const { logger } = requestedOptions;
  const loading = await createLoading(requestedOptions);
  const startOptions = withBudget(requestedOptions, loading.memory.budget);
  // Read for each member that starts: a later division gives its replacement another share.
  let { server: serverOptions } = startOptions;
  const options = startOptions;
  const { trust } = loading;
  const spaces = await openSpaces(options, loading.loadAtStart);
  const slots: MemberSlot[] = [];
  const keysFollower = await followKeysFile(options, (state) => {
    for (const slot of slots) slot.post({ kind: 'keys', state });
  });
  const port = await probePort(options.server.host, options.server.port);

  const startMessage = (thread: number): ToMember => ({
    kind: 'start',
    thread,
    server: { ...createMemberOptions(serverOptions, options.threads, thread), port },
    logLevel: logger.level,
    spaces: spaces.map(({ name, isProvisional, heldSnapshot, previewOf }) => ({
      name,
      isProvisional,
      bytes: heldSnapshot?.bytes ?? null,
      previewOf,
    })),
    keys: keysFollower?.state() ?? null,
  });
  const postStatus = (): void => {
    const status: ToMember = {
      kind: 'status',
      problems: spaces.map(({ problem }) => problem ?? null),
      refusedSwaps: spaces.map(({ refusedSwaps }) => refusedSwaps),
      nextNames: spaces.map(({ nextName }) => nextName ?? null),
      origins: spaces.map(({ origin }) => origin ?? null),
      pins: spaces.map(({ pin }) => pin ?? null),
      unreadable: spaces.map((_, index) => Math.max(0, ...slots.map((slot) => slot.unreadableBlocks(index)))),
      threads: slots.map(({ state }) => state),
      trust: trust.state() ?? null,
    };
    for (const slot of slots) slot.post(status);
  };
  /** A member that became ready during a swap began with the snapshot before, and maybe with earlier keys. */
  const catchUp = (slot: MemberSlot): void => {
    if (keysFollower !== undefined) slot.post({ kind: 'keys', state: keysFollower.state() });
    for (const [index, { heldSnapshot: held }] of spaces.entries()) {
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
        for (const { heldSnapshot: held } of spaces) if (held !== undefined) freeThreadMemory(held.bytes, threadId);
      },
      readAll: async () =>
        (await Promise.all(slots.map((eachSlot) => eachSlot.read()))).filter((readings) => readings !== undefined),
      onChange: postStatus,
      logger,
    });
    slots.push(slot);
  }
  loading.memory.onChange = (budget) => {
    serverOptions = withBudget(requestedOptions, budget).server;
    const share = (byteLength: number): number => Math.floor(byteLength / options.threads);
    const sizes: ToMember = {
      kind: 'sizes',
      cacheBytes: share(budget.cacheBytes),
      blockCacheBytes: share(budget.blockCacheBytes),
      waitingBytes: share(budget.waitingBytes),
    };
    for (const slot of slots) slot.post(sizes);
  };
  const stopAll = async (): Promise<number> => {
    keysFollower?.stop();
    trust.stop();
    const { drainDelayMs, drainMs } = { ...DEFAULT_TIMEOUTS, ...options.server.timeouts };
    const cutCounts = await Promise.all(slots.map((slot) => slot.stop(drainDelayMs + drainMs + stopGraceMs)));
    return cutCounts.reduce((sum, cutCount) => sum + cutCount, 0);
  };

  const ready = await Promise.all(slots.map((slot) => slot.ready)).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  const status = (): HealthStatus => {
    const published = spaces.filter(({ previewOf }) => previewOf === null);
    if (published.some(({ heldSnapshot: held }) => held === undefined)) return 'unavailable';
    const isWell =
      published.every(({ problem, origin }) => problem === undefined && !isOriginFailing(origin)) &&
      spaces.every((_, index) => slots.every((slot) => slot.unreadableBlocks(index) === 0)) &&
      slots.every(({ state }) => state.state === 'serving');
    const keyProblems = [keysFollower?.state().problem ?? null, trust.state()?.problem ?? null];
    return isWell && keyProblems.every((problem) => problem === null) ? 'ok' : 'degraded';
  };
  const recovery = setInterval(recoveryLog(status, logger), RECOVERY_MS).unref();
  const followed = spaces.map((space, index): FollowedFolder => {
    const { folder, usesModelName } = space;
    return {
      folder,
      usesModelName,
      state: space,
      served: () => space.heldSnapshot?.bytes.id,
      bring: async (id, signal) =>
        switchAll(
          slots,
          space,
          index,
          await holdFiles(await loading.loadForSwap(folder, id, signal, space.heldSnapshot?.bytes)),
        ),
    };
  });
  const following = followFolders(options, loading, keysFollower, followed, postStatus);
  postStatus();
  // From now on this thread has little to do.
  shrinkHeap();

  let closing: Promise<number> | undefined;
  const { origin, roots, metricsOrigin } = ready[0]!;
  return {
    origin,
    roots,
    ...(metricsOrigin === undefined ? {} : { metricsOrigin }),
    spaces: spaces
      .filter(({ previewOf }) => previewOf === null)
      .map(({ name, heldSnapshot: held }) => ({ name, snapshot: held?.bytes.id })),
    look: following.look,
    close() {
      clearInterval(recovery);
      closing ??= Promise.all([stopAll(), following.stop()]).then(async ([cutCount]) => {
        await Promise.all(spaces.map(({ heldSnapshot: held }) => held?.close()));
        return cutCount;
      });
      return closing;
    },
  };
}
