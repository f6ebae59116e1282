/**
 * `GET /health`: for load balancers and people, plain JSON.
 */
import type { Middleware } from 'koa';
import type { Space } from '../../snapshot/index.js';
import type { ThreadState } from '../follow/status.js';
import type { ServedSpace } from '../options.js';
import type { Page } from '../routing/router.js';
import { NO_STORE, RETRY_AFTER_SECONDS } from '../wire/headers.js';

const itemsOf = ({ types }: Space): number => [...types.values()].reduce((sum, { segment }) => sum + segment.size, 0);

const shown = ({ name, space, problem, nextName }: ServedSpace) => ({
  name,
  snapshot: space === undefined ? null : space.id,
  items: space === undefined ? 0 : itemsOf(space),
  ...(nextName === undefined ? {} : { nextName }),
  ...(problem === undefined ? {} : { problem }),
});

/**
 * 200 when every space has a snapshot to answer from, otherwise 503; the body says which. `degraded` is 200 too: what
 * is served is whole, but it is not what CURRENT names, or fewer threads than wanted serve it.
 */
export function healthPage(spaces: readonly ServedSpace[], threads: () => readonly ThreadState[]): Page {
  const handler: Middleware = (ctx) => {
    const available = spaces.every(({ space }) => space !== undefined);
    const all = threads();
    const whole = spaces.every(({ problem }) => problem === undefined) && all.every(({ state }) => state === 'serving');
    const status = !available ? 'unavailable' : whole ? 'ok' : 'degraded';
    const body = { status, spaces: spaces.map(shown), ...(all.length === 0 ? {} : { threads: all }) };
    ctx.status = available ? 200 : 503;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.set('Cache-Control', NO_STORE);
    if (!available) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
    ctx.body = Buffer.from(JSON.stringify(body));
  };
  return { name: 'health', path: '/health', handler };
}
