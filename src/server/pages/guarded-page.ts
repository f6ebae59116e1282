/**
 * Pages behind the gate: their handler is called only for requests whose key is accepted.
 */
import type { Middleware } from 'koa';
import type { Gate } from '../access/gate.js';
import { AccessRefused, wrongSpace } from '../access/refusal.js';
import { NO_STORE } from '../http/headers.js';
import { opens } from '../keys/index.js';
import type { RequestState } from '../spaces/request-state.js';
import { requireWatched } from '../wire/watched-response.js';
import type { Page } from './page.js';

/** @returns the page behind the gate, or the page itself if it is open. The page checks each space that it shows. */
export function guardedPage(gate: Gate | undefined, page: Page): Page {
  if (gate === undefined || page.isOpen === true) return page;
  const handler: Middleware<RequestState> = async (ctx, next) => {
    const response = requireWatched(ctx.res);
    gate.check(ctx.req, response, undefined);
    const { key } = response;
    const readsPreviews = key?.preview === true;
    ctx.state.opensSpace = (space) => key !== undefined && opens(key, space);
    ctx.state.readsPreviews = readsPreviews;
    await page.handler(ctx, next);
    const isCacheable = ctx.response.get('Cache-Control') !== NO_STORE && !readsPreviews;
    ctx.set('Cache-Control', isCacheable ? 'private, no-cache' : NO_STORE);
  };
  return { ...page, handler };
}

/** @throws AccessRefused if the request's key does not open the space that a page shows */
export function checkOpensSpace({ opensSpace }: RequestState, space: string): void {
  if (opensSpace !== undefined && !opensSpace(space)) throw new AccessRefused(wrongSpace(space));
}
