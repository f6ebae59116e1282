/**
 * `GET /health`, `/health/ready` and `/health/live`: the server's status as plain JSON, for load balancers and people.
 *
 * No key is needed, so it shows no paths, addresses or names of keys that read content.
 * Elsewhere: how the status is derived (health-status).
 */
import type { Middleware } from 'koa';
import { type AnySpace, itemCounts } from '../../jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { LiveKeys } from '../access/live-keys.js';
import { NO_STORE, RETRY_AFTER_SECONDS } from '../http/headers.js';
import type { ServedSpace } from '../spaces/served-space.js';
import type { EngineState, ThreadState, TrustState } from '../spaces/status.js';
import { countUnreadableBlocks, type ReadStatus } from './health-status.js';
import type { Page } from './page.js';

const itemCount = (space: AnySpace): number => [...itemCounts(space).values()].reduce((sum, count) => sum + count, 0);

const instant = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** Without its address and the reason of a failure: `/health` is open to everybody, and the log says both. */
const originJson = ({ named, readMs, behindSinceMs, failing, used, fallback }: OriginStatus) => ({
  snapshot: named,
  read: instant(readMs),
  behindSince: instant(behindSinceMs),
  failingSince: instant(failing === null ? null : failing.sinceMs),
  // While a later origin is used in place of the first.
  ...(fallback === null ? {} : { used, fallbackSince: instant(fallback.sinceMs) }),
});

const engineJson = ({ failingSinceMs, open }: EngineState) => ({
  failingSince: instant(failingSinceMs),
  connections: open,
});

const previewJson = ({ space, problem }: ServedSpace) => ({
  snapshot: space === undefined ? null : space.id,
  ...(problem === undefined ? {} : { problem }),
});

const spaceJson = (served: ServedSpace) => {
  const { name, space, builtMs, fetchedMs, problem, nextName, origin, engine, preview, pin } = served;
  const unreadableBlocks = countUnreadableBlocks(served);
  return {
    name,
    snapshot: space === undefined ? null : space.id,
    items: space === undefined ? 0 : itemCount(space),
    ...(space === undefined ? {} : { built: instant(builtMs) }),
    ...(space === undefined || fetchedMs === undefined ? {} : { fetched: instant(fetchedMs) }),
    ...(pin === undefined ? {} : { pinned: pin }),
    ...(nextName === undefined ? {} : { nextName }),
    ...(problem === undefined ? {} : { problem }),
    ...(origin === undefined ? {} : { origin: originJson(origin) }),
    ...(engine === undefined ? {} : { engine: engineJson(engine) }),
    ...(preview === undefined ? {} : { preview: previewJson(preview) }),
    ...(unreadableBlocks === 0 ? {} : { unreadableBlocks }),
  };
};

/** Only the number of keys, not their names. */
const keysJson = (liveKeys: LiveKeys | undefined) => {
  if (liveKeys === undefined) return {};
  const { keys, problem } = liveKeys.state;
  return { keys: { count: keys.length, ...(problem === null ? {} : { problem }) } };
};

/** Trusted keys by name, which is no secret, and when each expires. */
const trustJson = (state: TrustState | undefined) => {
  if (state === undefined) return {};
  const { keys, problem } = state;
  return { trust: { keys, ...(problem === null ? {} : { problem }) } };
};

export interface HealthSources {
  readonly readStatus: ReadStatus;
  readonly spaces: readonly ServedSpace[];
  readonly threads: () => readonly ThreadState[];
  readonly version?: string | undefined;
  readonly keys?: LiveKeys | undefined;
  readonly trust?: (() => TrustState | undefined) | undefined;
  readonly isStopping: () => boolean;
}

/**
 * `/health` and `/health/ready` are 200 if every space can be answered, otherwise 503; the body says which cannot.
 * `degraded` is 200 too: answers are complete, but something needs attention. A server that is stopping is 503, and
 * answers as before until it has stopped. `/health/live` is always 200, with the same body.
 */
export function healthPages({
  readStatus,
  spaces,
  threads,
  version,
  keys,
  trust = () => undefined,
  isStopping,
}: HealthSources): readonly Page[] {
  const createHandler =
    (checksReadiness: boolean): Middleware =>
    (ctx) => {
      const status = isStopping() ? 'stopping' : readStatus();
      const threadStates = threads();
      const body = {
        status,
        ...(version === undefined ? {} : { version }),
        spaces: spaces.map(spaceJson),
        ...(threadStates.length === 0 ? {} : { threads: threadStates }),
        ...keysJson(keys),
        ...trustJson(trust()),
      };
      const isReady = !checksReadiness || (status !== 'unavailable' && status !== 'stopping');
      ctx.status = isReady ? 200 : 503;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Cache-Control', NO_STORE);
      if (!isReady) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
      ctx.body = Buffer.from(JSON.stringify(body));
    };
  return [
    { name: 'health', path: '/health', isOpen: true, handler: createHandler(true) },
    { name: 'ready', path: '/health/ready', isOpen: true, handler: createHandler(true) },
    { name: 'live', path: '/health/live', isOpen: true, handler: createHandler(false) },
  ];
}
