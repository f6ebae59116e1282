/**
 * `GET /health`: for load balancers and people, plain JSON.
 *
 * One line when all is well again: each thing that goes wrong is told where it happens, its end is told here, whatever it was.
 */

import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type AnySpace, isEngine, snapshotIn } from '../../jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { LiveKeys } from '../access/live-keys.js';
import type { ServedSpace } from '../deliver/mounts.js';
import type { EngineState, HealthStatus, ThreadState } from '../follow/status.js';
import type { TrustState } from '../follow/trust.js';
import { NO_STORE, RETRY_AFTER_SECONDS } from '../wire/headers.js';
import type { Page } from './page.js';

const itemsOf = (space: AnySpace): number => {
  const sizes = isEngine(space) ? space.sizes.values() : [...space.types.values()].map(({ segment }) => segment.size);
  return [...sizes].reduce((sum, size) => sum + size, 0);
};

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Without its address, and without why it fails: whoever asks may be anybody, and the log says both. */
const originShown = ({ named, readMs, behindSinceMs, failing }: OriginStatus) => ({
  snapshot: named,
  read: instant(readMs),
  behindSince: instant(behindSinceMs),
  failingSince: instant(failing === null ? null : failing.sinceMs),
});

const engineShown = ({ failingSinceMs, open }: EngineState) => ({
  failingSince: instant(failingSinceMs),
  connections: open,
});

/** What is not published yet stands in nobody's way: it does not count for the status. */
const previewShown = ({ space, problem }: ServedSpace) => ({
  snapshot: space === undefined ? null : space.id,
  ...(problem === undefined ? {} : { problem }),
});

/** Blocks that could not be read when they were asked for last. */
const unreadableOf = ({ space, unreadableElsewhere = 0 }: ServedSpace): number =>
  Math.max(snapshotIn(space)?.pages?.unreadableCount ?? 0, unreadableElsewhere);

const unreadableShown = (served: ServedSpace) =>
  unreadableOf(served) === 0 ? {} : { unreadableBlocks: unreadableOf(served) };

const shown = (served: ServedSpace) => ({ ...spaceShown(served), ...unreadableShown(served) });

const spaceShown = ({ name, space, builtMs, problem, nextName, origin, engine, preview }: ServedSpace) => ({
  name,
  snapshot: space === undefined ? null : space.id,
  items: space === undefined ? 0 : itemsOf(space),
  ...(space === undefined || builtMs === undefined ? {} : { built: instant(builtMs) }),
  ...(nextName === undefined ? {} : { nextName }),
  ...(problem === undefined ? {} : { problem }),
  ...(origin === undefined ? {} : { origin: originShown(origin) }),
  ...(engine === undefined ? {} : { engine: engineShown(engine) }),
  ...(preview === undefined ? {} : { preview: previewShown(preview) }),
});

/** Whether requests are answered. */
const isAvailable = ({ space, engine }: ServedSpace): boolean =>
  space !== undefined && (engine === undefined || engine.failingSinceMs === null);

const isWhole = (served: ServedSpace): boolean =>
  served.problem === undefined &&
  (served.origin === undefined || served.origin.failing === null) &&
  unreadableOf(served) === 0;

/** How many there are; none by name. */
const keysShown = (keys: LiveKeys | undefined) => {
  if (keys === undefined) return {};
  const { keys: all, problem } = keys.state;
  return { keys: { count: all.length, ...(problem === null ? {} : { problem }) } };
};

/** By name, which is no secret, and when each expires. */
const trustShown = (state: TrustState | undefined) => {
  if (state === undefined) return {};
  const { keys, problem } = state;
  return { trust: { keys, ...(problem === null ? {} : { problem }) } };
};

type ReadStatus = () => HealthStatus;

/** @returns what tells how it goes, read anew at each call */
export function statusOf(
  spaces: readonly ServedSpace[],
  threads: () => readonly ThreadState[],
  keys: LiveKeys | undefined,
  trust: () => TrustState | undefined,
): ReadStatus {
  return () => {
    if (!spaces.every(isAvailable)) return 'unavailable';
    const isServing = threads().every(({ state }) => state === 'serving');
    const problems = [keys?.state.problem ?? null, trust()?.problem ?? null];
    const isWell = isServing && spaces.every(isWhole) && problems.every((problem) => problem === null);
    return isWell ? 'ok' : 'degraded';
  };
}

export interface HealthSources {
  readonly read: ReadStatus;
  readonly spaces: readonly ServedSpace[];
  readonly threads: () => readonly ThreadState[];
  readonly version?: string | undefined;
  readonly keys?: LiveKeys | undefined;
  readonly trust?: (() => TrustState | undefined) | undefined;
  readonly isStopping: () => boolean;
}

/**
 * `/health` and `/health/ready`: 200 when every space has a snapshot to answer from, or an engine that answers, otherwise 503; the body says which.
 * A server that is told to stop is 503 from then on, and answers as before until it stops.
 * `degraded` is 200 too: what is served is whole, but it is not what CURRENT names, nothing can be had from the origin,
 * fewer threads than wanted serve it, or a file of keys cannot be used; or some of what stays in files cannot be read. `/health/live`: 200 with the same body, as long as there is anybody to answer.
 */
export function healthPages({
  read,
  spaces,
  threads,
  version,
  keys,
  trust = () => undefined,
  isStopping,
}: HealthSources): readonly Page[] {
  const answering =
    (asksReady: boolean): Middleware =>
    (ctx) => {
      const status = isStopping() ? 'stopping' : read();
      const all = threads();
      const told = version === undefined ? {} : { version };
      const body = {
        status,
        ...told,
        spaces: spaces.map(shown),
        ...(all.length === 0 ? {} : { threads: all }),
        ...keysShown(keys),
        ...trustShown(trust()),
      };
      const isWell = !asksReady || (status !== 'unavailable' && status !== 'stopping');
      ctx.status = isWell ? 200 : 503;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Cache-Control', NO_STORE);
      if (!isWell) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
      ctx.body = Buffer.from(JSON.stringify(body));
    };
  return [
    { name: 'health', path: '/health', isOpen: true, handler: answering(true) },
    { name: 'ready', path: '/health/ready', isOpen: true, handler: answering(true) },
    { name: 'live', path: '/health/live', isOpen: true, handler: answering(false) },
  ];
}

/** How often to look. */
export const RECOVERY_MS = 1_000;

/** @returns what to call now and then; of a problem that began and ended between two calls nothing is told */
export function recoveryLog(read: () => HealthStatus, logger: Logger, now = () => performance.now()): () => void {
  let since: number | undefined;
  let worstSeen: HealthStatus = 'ok';
  let wasWell = false;
  return () => {
    const status = read();
    if (status !== 'ok') {
      since ??= now();
      if (worstSeen !== 'unavailable') worstSeen = status;
      return;
    }
    const isAgain = wasWell;
    wasWell = true;
    if (since === undefined) return;
    const told = { status, was: worstSeen, seconds: Math.round((now() - since) / 1000) };
    // As loud as what went wrong was told; a first snapshot that was waited for is nothing that went wrong.
    if (isAgain) logger.warn(told, 'all is well again');
    else logger.info(told, 'all is well');
    since = undefined;
    worstSeen = 'ok';
  };
}
