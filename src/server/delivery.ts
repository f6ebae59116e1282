/**
 * A GET below a delivery root: negotiate, parse, answer, and send as little as the client needs.
 */
import type { Context, Middleware } from 'koa';
import { RequestError, type RequestProblem } from '../errors/index.js';
import { answer, parseRequest } from '../jsonapi/index.js';
import { encode, negotiateCoding } from './content-coding.js';
import { entityTag, noneMatchHolds } from './etag.js';
import { COMPLEXITY_HEADER, JSON_API, SNAPSHOT_HEADER } from './headers.js';
import { checkLinkLength } from './link-length.js';
import type { Mount } from './mounts.js';
import { acceptProblem, contentTypeProblem } from './negotiation.js';
import type { Overload } from './overload.js';
import { splitTarget } from './target.js';

export interface DeliveryOptions {
  readonly cacheControl: string;
  readonly overload: Overload;
}

function refuse(problem: RequestProblem | undefined): void {
  if (problem !== undefined) throw new RequestError([problem]);
}

/** Sends the document, or 304 where the client has it. Cost: one hash, and one compression unless 304. */
async function send(ctx: Context, document: Buffer, { cacheControl, overload }: DeliveryOptions): Promise<void> {
  const coding = negotiateCoding(ctx.headers['accept-encoding'], document.byteLength);
  if (coding === undefined) {
    const detail = 'Accept-Encoding refuses br, gzip and identity, and nothing else is served. Allow one of them.';
    throw new RequestError([{ code: 'NotAcceptable', detail, header: 'Accept-Encoding' }]);
  }
  const tag = entityTag(document, coding);
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', cacheControl);
  if (noneMatchHolds(ctx.headers['if-none-match'], tag)) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', JSON_API);
  if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  ctx.status = 200;
  overload.hold(ctx.res, document.byteLength);
  ctx.body = await encode(document, coding);
}

/** @throws RequestError for every mistake of the request, 503 without a snapshot or under overload */
export function delivery(mount: Mount, options: DeliveryOptions): Middleware {
  return async (ctx) => {
    const { space } = mount.served;
    if (space === undefined) {
      const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    options.overload.admit();
    ctx.set(SNAPSHOT_HEADER, space.id);
    refuse(contentTypeProblem(ctx.headers['content-type']));
    refuse(acceptProblem(ctx.headers.accept));
    const { path, search } = splitTarget(ctx.url);
    const request = parseRequest(space.model, path.slice(mount.path.length), search);
    ctx.set(COMPLEXITY_HEADER, String(request.complexity));
    checkLinkLength(mount.path, ctx.url, request);
    await send(ctx, answer(space, request, mount.base), options);
  };
}
