/**
 * `GET /health`: for load balancers and people, plain JSON.
 */
import type { Middleware } from 'koa';
import type { Space } from '../snapshot/index.js';
import { NO_STORE, RETRY_AFTER_SECONDS } from './headers.js';
import type { ServedSpace } from './options.js';

const itemsOf = ({ types }: Space): number => [...types.values()].reduce((sum, { segment }) => sum + segment.size, 0);

/** 200 when every space has a snapshot to answer from, otherwise 503; the body says which. */
export function health(spaces: readonly ServedSpace[]): Middleware {
  return (ctx) => {
    const healthy = spaces.every(({ space }) => space !== undefined);
    const body = {
      status: healthy ? 'ok' : 'unavailable',
      spaces: spaces.map(({ name, space }) =>
        space === undefined ? { name, snapshot: null, items: 0 } : { name, snapshot: space.id, items: itemsOf(space) },
      ),
    };
    ctx.status = healthy ? 200 : 503;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.set('Cache-Control', NO_STORE);
    if (!healthy) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
    ctx.body = Buffer.from(JSON.stringify(body));
  };
}
