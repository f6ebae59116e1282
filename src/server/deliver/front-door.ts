/**
 * Who is let in to the content: nobody while the server has no room for another answer, or no time to make one, which is
 * 503; and with keys only those whose key opens it.
 *
 * Writing answers to responses: the one place where what `Answer` has ready meets the request, so that an answer looks
 * the same whichever way it was found.
 *
 * The cache before Koa: answers that are ready are sent before a context is built.
 *
 * It is a cache and nothing else. Whatever is not plain goes on to Koa, which does all of it again in full: the door
 * never decides that something is wrong with a request.
 */

import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { RequestError, type RequestProblem } from '../../content/errors/index.js';
import { check, type Gate, previews } from '../access/gate.js';
import type { Answer, Representation } from '../cache/prepared-answer.js';
import { type ContentCoding, negotiateCoding } from '../negotiate/content-coding.js';
import type { CrossOrigin } from '../negotiate/cross-origin.js';
import { matchesNoneMatch, PRECONDITION_FAILED, profiledTag, satisfiesIfMatch } from '../negotiate/entity-tag.js';
import { acceptProblem, contentTypeProblem } from '../negotiate/media-types.js';
import { profiledType } from '../negotiate/profile.js';
import { type ConnectionLimit, type WatchedResponse, watched } from '../wire/connections.js';
import { JSON_API, SNAPSHOT_HEADER } from '../wire/headers.js';
import { type Overload, overloaded, sendTogether } from '../wire/overload.js';
import { type RequestHeaders, readHeaders, requestIdLines, requestProblem } from '../wire/request.js';
import { type Asked, type Mount, mountFor } from './mounts.js';

export class Admission {
  readonly #overload: Overload;
  readonly #connections: ConnectionLimit;
  readonly #gate: Gate | undefined;
  /** Requests refused for want of room or time. */
  shed = 0;

  /** @param gate what content is behind; undefined where everybody may read it */
  constructor(overload: Overload, connections: ConnectionLimit, gate: Gate | undefined) {
    this.#overload = overload;
    this.#connections = connections;
    this.#gate = gate;
  }

  /** Whether there is room for an answer that is at hand. */
  hasRoom(request: IncomingMessage): boolean {
    return this.#overload.hasRoom() && !this.#connections.isSurplus(request.socket);
  }

  /**
   * @returns what the request may read: the mount, or its preview
   * @throws RequestError 503 where there is no room or time; AccessRefused
   */
  admit(ctx: Context, mount: Mount): Mount {
    const { space } = mount.served;
    // Without a snapshot it is 503 in any case, which says so.
    if (space !== undefined && !(this.hasRoom(ctx.req) && this.#overload.hasTime())) {
      this.shed += 1;
      ctx.set(SNAPSHOT_HEADER, space.id);
      watched(ctx.res).snapshot = space.id;
      if (this.#connections.isSurplus(ctx.req.socket)) ctx.set('Connection', 'close');
      throw overloaded();
    }
    if (this.#gate === undefined) return mount;
    check(this.#gate, ctx, mount.served.name);
    return mountFor(mount, previews(ctx));
  }
}

export interface Sending {
  readonly crossOrigin: CrossOrigin;
  readonly overload: Overload;
  /** Whether connections shall end with their current response. */
  readonly closing: () => boolean;
}

/** @returns why the request's media types cannot be met, or undefined */
export const mediaTypeProblem = (headers: RequestHeaders): RequestProblem | undefined =>
  contentTypeProblem(headers.contentType) ?? acceptProblem(headers.accept);

/** @throws RequestError 406 when every coding is refused */
export function codingFor(answer: Answer, headers: RequestHeaders): ContentCoding {
  const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
  if (coding !== undefined) return coding;
  const detail =
    'Accept-Encoding refuses br, gzip and identity, and the server has no other coding. Allow one of them.';
  throw new RequestError([{ code: 'NotAcceptable', detail, header: 'Accept-Encoding' }], answer.complexity);
}

/** Has the answer's media type name the mount's profile, where the request asks for that. To be called once `Accept` is judged. */
export function nameProfile({ profile }: Mount, headers: RequestHeaders, response: WatchedResponse): void {
  if (profile !== undefined) response.mediaType = profiledType(headers.accept, profile);
}

/** The lines that every answer has, and those that hang on the request. */
function linesFor(
  lines: string[],
  { putOffMs }: WatchedResponse,
  { origin, requestId }: RequestHeaders,
  sending: Sending,
): string[] {
  const named = sending.crossOrigin.linesFor(origin);
  if (named.length === 0 && requestId === undefined && putOffMs === 0 && !sending.closing()) return lines;
  const timing = putOffMs === 0 ? [] : ['Server-Timing', `deferred;dur=${putOffMs.toFixed(1)}`];
  const end = sending.closing() ? ['Connection', 'close'] : [];
  return [...lines, ...named, ...requestIdLines(requestId), ...timing, ...end];
}

/** The entity tag of the answer as this request gets it: what names the profile is another representation. */
const tagFor = (answer: Answer, coding: ContentCoding, { mediaType }: WatchedResponse): string =>
  mediaType === undefined ? answer.tag(coding) : profiledTag(answer.tag(coding));

/** The lines of an answer for a request that gets it with another media type. */
function typedLines(lines: string[], answer: Answer, coding: ContentCoding, response: WatchedResponse): string[] {
  const { mediaType } = response;
  if (mediaType === undefined) return lines;
  const tag = answer.tag(coding);
  return lines.map((line) => (line === JSON_API ? mediaType : line === tag ? profiledTag(tag) : line));
}

/** @returns why `If-Match` forbids to send the answer, or undefined */
export function matchProblem(
  answer: Answer,
  coding: ContentCoding,
  headers: RequestHeaders,
  response: WatchedResponse,
): RequestProblem | undefined {
  const { ifMatch } = headers;
  if (ifMatch === undefined || satisfiesIfMatch(ifMatch, tagFor(answer, coding, response))) return undefined;
  return PRECONDITION_FAILED;
}

/**
 * Sends 304 where the client has the answer, and otherwise the answer, where its coding is ready.
 *
 * @returns whether the request is answered; if not, the coding has to be made first
 */
export function sendReady(
  response: WatchedResponse,
  answer: Answer,
  coding: ContentCoding,
  headers: RequestHeaders,
  sending: Sending,
): boolean {
  if (headers.ifNoneMatch !== undefined && matchesNoneMatch(headers.ifNoneMatch, tagFor(answer, coding, response))) {
    response.complexity = answer.complexity;
    const lines = typedLines(answer.notModifiedLines(coding), answer, coding, response);
    response.writeHead(304, linesFor(lines, response, headers, sending));
    sendTogether(response);
    return true;
  }
  const representation = answer.representation(coding);
  if (representation === undefined) return false;
  sendRepresentation(response, answer, coding, representation, headers, sending);
  return true;
}

/** Sends the answer; to HEAD, all but the body. */
export function sendRepresentation(
  response: WatchedResponse,
  answer: Answer,
  coding: ContentCoding,
  { body, byteLength, headers: lines }: Representation,
  headers: RequestHeaders,
  sending: Sending,
): void {
  response.complexity = answer.complexity;
  response.writeHead(200, linesFor(typedLines(lines, answer, coding, response), response, headers, sending));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.bodyBytes = byteLength;
  if (coding === 'identity') response.loan = answer.takeLoan();
  sending.overload.hold(response, byteLength);
  sendTogether(response, body);
}

/** @returns whether the request was answered. Cost: a few lookups and what Node's own response costs. */
type FrontDoor = (asked: Asked, request: IncomingMessage, response: WatchedResponse) => boolean;

/** @param gate what content is behind; undefined where everybody may read it */
export function frontDoor(
  sending: Sending,
  admission: Admission,
  gate: Gate | undefined,
  targetBytesMaximum: number,
): FrontDoor {
  return ({ mount, target }, request, response) => {
    if (mount === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    if (!admission.hasRoom(request)) return false;
    if (gate !== undefined) {
      if (gate.refusal(request, response, mount.served.name) !== undefined) return false;
      // The cache is of what is published.
      if (mount.preview !== undefined && response.key?.preview === true) return false;
    }
    const { space } = mount.served;
    const answer = space === undefined ? undefined : mount.cache.of(space)?.find(target);
    if (answer === undefined) return false;
    const headers = readHeaders(request.rawHeaders);
    if (requestProblem(request, headers, targetBytesMaximum) !== undefined) return false;
    if (mediaTypeProblem(headers) !== undefined) return false;
    nameProfile(mount, headers, response);
    const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
    if (coding === undefined || matchProblem(answer, coding, headers, response) !== undefined) return false;
    response.snapshot = space?.id ?? '';
    response.cached = true;
    response.route = answer.route;
    if (!sendReady(response, answer, coding, headers, sending)) return false;
    mount.cache.hits += 1;
    return true;
  };
}
