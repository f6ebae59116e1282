/**
 * Handles GET requests below a delivery root: checks media types, finds the answer, and sends as little as the client needs.
 *
 * Errors are thrown; the error layer (routing/error-layer) turns them into documents.
 */
import type { Context } from 'koa';
import { InvariantError, RequestError } from '../../content/errors/index.js';
import { type AnySpace, decode } from '../../jsonapi/index.js';
import type { Answer } from '../cache/prepared-answer.js';
import type { ResponseCache } from '../cache/response-cache.js';
import { SNAPSHOT_HEADER } from '../http/headers.js';
import type { RequestHeaders } from '../http/request-headers.js';
import type { CompressionQueue } from '../negotiate/compression-queue.js';
import { acceptsIdentity, type ContentCoding } from '../negotiate/content-coding.js';
import { requireWatched } from '../wire/watched-response.js';
import type { ContentHandler, ContentKind, RoutedContext } from './content-handler.js';
import {
  type ContentRequest,
  createPreviewChannel,
  createPublishedChannel,
  type DeliveryOptions,
} from './content-request.js';
import { type FoundAnswer, findAnswer } from './find-answer.js';
import {
  chooseCoding,
  findMatchProblem,
  findMediaTypeProblem,
  sendIfReady,
  sendRepresentation,
  setProfiledType,
} from './send-answer.js';

/**
 * @returns undefined if the answer was sent at once: it needed no compression and no blocks from files
 * @throws RequestError for every error of the request, and 503 without a snapshot
 */
function deliver(request: ContentRequest, space: AnySpace | undefined): Promise<void> | undefined {
  const { mount, target, headers, response } = request;
  if (space === undefined) {
    const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
    throw new RequestError([{ code: 'Unavailable', detail }]);
  }
  const problem = findMediaTypeProblem(headers);
  if (problem !== undefined) throw new RequestError([problem]);
  setProfiledType(mount, headers, response);
  response.snapshot = space.id;
  const cache = mount.cache.of(space);
  const send = (foundAnswer: FoundAnswer): Promise<void> | undefined => sendFoundAnswer(foundAnswer, cache, request);
  const foundAnswer = findAnswer(request, space, cache);
  if (!(foundAnswer instanceof Promise)) return send(foundAnswer);
  return foundAnswer.then((computed) => {
    // Another request for the same answer may have cached it meanwhile.
    const cached = cache?.findCanonical(computed.key, target.text);
    if (cached === undefined || computed.isCached) return send(computed);
    computed.answer.takeLoan()?.release();
    return send({ answer: cached, key: computed.key, isCached: true });
  });
}

/** @returns undefined if it was sent at once */
function sendFoundAnswer(
  { answer, key, isCached }: FoundAnswer,
  cache: ResponseCache | undefined,
  { target, headers, response, channel }: ContentRequest,
): Promise<void> | undefined {
  const { compression } = channel;
  response.cached = isCached;
  const coding = affordableCoding(answer, chooseCoding(answer, headers), headers, compression);
  const problem = findMatchProblem(answer, coding, headers, response);
  if (problem !== undefined) {
    answer.takeLoan()?.release();
    throw new RequestError([problem], answer.complexity);
  }
  // Compression is expensive enough to cache the answer at once; other requests may need it meanwhile.
  if (!isCached && cache !== undefined && (cache.isRepeated(key) || coding !== 'identity')) {
    cache.add(key, target.text, answer);
  }
  if (sendIfReady(response, answer, coding, headers, channel)) {
    // A loan that is left here belongs to a document that no response reads any more.
    answer.takeLoan()?.release();
    return undefined;
  }
  // Counted from now on, not from sending: documents that wait for compression are in memory too.
  channel.overload.hold(response, answer.documentBytes);
  return answer.compress(coding, compression.encode).then((representation) => {
    channel.overload.release(response);
    cache?.updateSize(key);
    answer.takeLoan()?.release();
    sendRepresentation(response, answer, coding, representation, headers, channel);
  });
}

/** @returns the requested coding, unless it would have to wait long and the client accepts the uncompressed document */
function affordableCoding(
  answer: Answer,
  requested: ContentCoding,
  headers: RequestHeaders,
  compression: CompressionQueue,
): ContentCoding {
  if (answer.isBegun(requested) || !compression.isBusy) return requested;
  return acceptsIdentity(headers.acceptEncoding) ? 'identity' : requested;
}

/** Rethrows the error for the error layer, with the snapshot in the response's header. */
function fail(ctx: Context, space: AnySpace | undefined, error: unknown): never {
  if (space !== undefined) ctx.set(SNAPSHOT_HEADER, space.id);
  throw error;
}

const DONE = Promise.resolve();

/** @returns whether the router could not decode a part of the path, and left it as it was */
function isMalformed({ state, captures }: RoutedContext): boolean {
  if (!state.target.routedPath.includes('%')) return false;
  const parts: readonly string[] = captures;
  return parts.some((part) => decode(part, 'literal') === undefined);
}

/** @returns the handlers of the content routes, by the kind of resource that a route addresses */
export function createDelivery(options: DeliveryOptions): (kind: ContentKind) => ContentHandler {
  const published = createPublishedChannel(options);
  const preview = createPreviewChannel(options);
  const handle = (kind: ContentKind, ctx: RoutedContext): Promise<void> => {
    const { target, headers } = ctx.state;
    if (target.mount === undefined) throw new InvariantError(`"${target.path}" was routed to content`);
    const mount = options.admission.admit(ctx, target.mount);
    const { type, id, relationship } = ctx.params;
    const addressed = kind === 'mistake' || isMalformed(ctx) ? undefined : { kind, type, id, relationship };
    // Read once: a swap may replace the snapshot at any moment.
    const { space } = mount.served;
    const channel = mount === target.mount ? published : preview;
    let sending: Promise<void> | undefined;
    try {
      sending = deliver({ mount, target, addressed, headers, response: requireWatched(ctx.res), channel }, space);
    } catch (error) {
      return fail(ctx, space, error);
    }
    if (sending === undefined) {
      ctx.respond = false;
      return DONE;
    }
    return sending.then(
      () => {
        ctx.respond = false;
      },
      (error: unknown) => fail(ctx, space, error),
    );
  };
  return (kind) => (ctx) => handle(kind, ctx);
}
