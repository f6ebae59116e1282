/**
 * Content and pages behind the gate: what answers them is called for whoever has a key that opens them, and for nobody
 * else.
 */
import type { Context, Middleware } from 'koa';
import type { RequestState } from '../deliver/request-state.js';
import { opens } from '../keys/index.js';
import type { Page } from '../pages/page.js';
import { NO_STORE } from '../wire/headers.js';
import { watched } from '../wire/watched-response.js';
import type { Gate } from './gate.js';
import { AccessRefused, wrongSpace } from './refusal.js';

/** @throws AccessRefused where the request's key does not open the space, or where there is none */
export function check(gate: Gate, ctx: Context, space: string | undefined): void {
  const refusal = gate.refusal(ctx.req, watched(ctx.res), space);
  if (refusal !== undefined) throw new AccessRefused(refusal);
}

/** @returns the page for whoever has a key, unless it is open; a space that it shows is for the page to check */
export function guardedPage(gate: Gate | undefined, page: Page): Page {
  if (gate === undefined || page.isOpen === true) return page;
  const handler: Middleware<RequestState> = async (ctx, next) => {
    check(gate, ctx, undefined);
    ctx.state.opens = (space) => isOpened(ctx, space);
    ctx.state.previews = previews(ctx);
    await page.handler(ctx, next);
    const isKept = ctx.response.get('Cache-Control') !== NO_STORE && !previews(ctx);
    ctx.set('Cache-Control', isKept ? 'private, no-cache' : NO_STORE);
  };
  return { ...page, handler };
}

export const previews = (ctx: Context): boolean => watched(ctx.res).key?.preview === true;

function isOpened(ctx: Context, space: string): boolean {
  const { key } = watched(ctx.res);
  return key !== undefined && opens(key, space);
}

/** @throws AccessRefused where the request's key does not open the space that a page shows */
export function checkOpened({ opens: isOpen }: RequestState, space: string): void {
  if (isOpen !== undefined && !isOpen(space)) throw new AccessRefused(wrongSpace(space));
}
