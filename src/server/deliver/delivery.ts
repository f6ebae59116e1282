/**
 * A GET below a delivery root: negotiate, parse, answer, and send as little as the client needs.
 *
 * It stands before all other middleware and writes to the response itself, as every layer that a request does not need
 * costs as much as finding its answer. A mistake is handed down, to be told by the layers that tell of mistakes.
 */
import type { Middleware } from 'koa';
import { RequestError } from '../../errors/index.js';
import { answer, dependencies, parseRequest, type Resource } from '../../jsonapi/index.js';
import type { Space } from '../../snapshot/index.js';
import { Answer } from '../cache/prepared-answer.js';
import type { ResponseCache } from '../cache/response-cache.js';
import { Compression } from '../negotiate/compression.js';
import { type ContentCoding, takesIdentity } from '../negotiate/content-coding.js';
import type { SurrogateHeader } from '../options.js';
import { requestProblem } from '../routing/guard.js';
import { SNAPSHOT_HEADER } from '../wire/headers.js';
import { type RequestHeaders, readHeaders } from '../wire/request-headers.js';
import { originForm, splitTarget } from '../wire/target.js';
import { type WatchedResponse, watched } from '../wire/watched-response.js';
import { canonicalOf } from './canonical.js';
import { checkLinkLength } from './link-length.js';
import { type Mount, mountOf } from './mounts.js';
import { codingFor, mediaTypeProblem, type Sending, sendIfUnmodified, sendRepresentation } from './sending.js';
import { surrogateLines } from './surrogate-header.js';

export interface DeliveryOptions extends Sending {
  readonly mounts: readonly Mount[];
  readonly targetBytesMaximum: number;
  /** The header that tells what an answer depends on, if one does. */
  readonly surrogateHeader: SurrogateHeader | undefined;
  /** Header lines of every answer, as names and values in turn. */
  readonly answerLines: readonly string[];
}

/** What went wrong below a delivery root, for the layer that answers there. */
export interface DeliveryState {
  failure?: { readonly error: unknown };
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

interface Found {
  readonly answer: Answer;
  /** What it is kept under. */
  readonly key: string;
  /** Whether it came from the cache. */
  readonly kept: boolean;
}

/** Finds the answer in the cache or makes it. @throws RequestError for every mistake of the request */
function find(
  mount: Mount,
  space: Space,
  cache: ResponseCache | undefined,
  target: string,
  options: DeliveryOptions,
): Found {
  const { path, search } = splitTarget(target);
  const request = parseRequest(space.model, path.slice(mount.path.length), search);
  checkLinkLength(mount.path, target, request, options.targetBytesMaximum);
  const key = canonicalOf(request);
  const kept = cache?.findCanonical(key, target);
  if (kept !== undefined) {
    mount.cache.hits += 1;
    return { answer: kept, key, kept: true };
  }
  const shown: Resource[] | undefined = options.surrogateHeader === undefined ? undefined : [];
  const document = answer(space, request, mount.base, undefined, shown);
  const keys = shown === undefined ? new Set<string>() : dependencies(space, request, shown);
  const lines = [SNAPSHOT_HEADER, space.id, ...options.answerLines, ...surrogateLines(keys, options.surrogateHeader)];
  const made = new Answer(document, request.complexity, lines);
  mount.cache.misses += 1;
  return { answer: made, key, kept: false };
}

/**
 * @param target in origin form
 * @returns undefined where the answer was sent at once, as all are that need no compressing
 * @throws RequestError for every mistake of the request, 503 without a snapshot
 */
function deliver(
  mount: Mount,
  target: string,
  headers: RequestHeaders,
  response: WatchedResponse,
  compression: Compression,
  options: DeliveryOptions,
): Promise<void> | undefined {
  // Read once: the next moment may have the next snapshot.
  const { space } = mount.served;
  if (space === undefined) {
    const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
    throw new RequestError([{ code: 'Unavailable', detail }]);
  }
  const problem = mediaTypeProblem(headers);
  if (problem !== undefined) throw new RequestError([problem]);
  const cache = mount.cache.of(space);
  const { answer: found, key, kept } = find(mount, space, cache, target, options);
  const coding = affordable(found, codingFor(found, headers), headers, compression);
  // What has to be compressed is dear enough to be kept at once, and others may ask for it meanwhile.
  if (!kept && cache !== undefined && (cache.isSeenAgain(key) || coding !== 'identity')) cache.add(key, target, found);
  if (sendIfUnmodified(response, found, coding, headers, options)) return undefined;
  const ready = found.ready(coding);
  if (ready !== undefined) {
    sendRepresentation(response, found, ready, headers, options);
    return undefined;
  }
  // Held from now on, not from when it is sent: those that wait to be compressed are in memory as well.
  options.overload.hold(response, found.documentBytes);
  return found.make(coding, compression.run).then((made) => {
    options.overload.release(response);
    cache?.settle(key);
    sendRepresentation(response, found, made, headers, options);
  });
}

/** @returns the coding asked for, unless it would have to wait for long and the client takes the document as it is */
function affordable(
  found: Answer,
  asked: ContentCoding,
  headers: RequestHeaders,
  compression: Compression,
): ContentCoding {
  if (found.isBegun(asked) || !compression.isBusy) return asked;
  return takesIdentity(headers.acceptEncoding) ? 'identity' : asked;
}

/** Koa's promise of what is done already. */
const DONE = Promise.resolve();

export function delivery(options: DeliveryOptions): Middleware<DeliveryState> {
  const compression = new Compression();
  return (ctx, next) => {
    const { req } = ctx;
    const target = originForm(req.url ?? '');
    if (!isRead(req.method)) return next();
    const mount = mountOf(options.mounts, target);
    if (mount === undefined) return next();
    const headers = readHeaders(req.rawHeaders);
    // The guard finds it again, and tells of it.
    if (requestProblem(req, headers, options.targetBytesMaximum) !== undefined) return next();
    const response = watched(ctx.res);
    const fail = (error: unknown): Promise<void> => {
      ctx.state.failure = { error };
      const { space } = mount.served;
      if (space !== undefined) ctx.set(SNAPSHOT_HEADER, space.id);
      return next();
    };
    try {
      const sending = deliver(mount, target, headers, response, compression, options);
      if (sending !== undefined) {
        return sending.then(() => {
          ctx.respond = false;
        }, fail);
      }
      ctx.respond = false;
      return DONE;
    } catch (error) {
      return fail(error);
    }
  };
}
