/**
 * Writing answers to responses: the one place where what `Answer` has ready meets the request, so that an answer looks
 * the same whichever way it was found.
 */
import { RequestError, type RequestProblem } from '../../content/errors/index.js';
import type { Answer, Representation } from '../cache/prepared-answer.js';
import { type ContentCoding, negotiateCoding } from '../negotiate/content-coding.js';
import type { CrossOrigin } from '../negotiate/cors.js';
import { matchHolds, noneMatchHolds, PRECONDITION_FAILED, profiledTag } from '../negotiate/entity-tag.js';
import { acceptProblem, contentTypeProblem } from '../negotiate/media-types.js';
import { profiledType } from '../negotiate/profile.js';
import { JSON_API } from '../wire/headers.js';
import type { Overload } from '../wire/overload.js';
import { type RequestHeaders, requestIdLines } from '../wire/request-headers.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import type { Mount } from './mounts.js';

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
function linesFor(lines: string[], { origin, requestId }: RequestHeaders, sending: Sending): string[] {
  const named = sending.crossOrigin.namedLines(origin);
  if (named.length === 0 && requestId === undefined && !sending.closing()) return lines;
  return [...lines, ...named, ...requestIdLines(requestId), ...(sending.closing() ? ['Connection', 'close'] : [])];
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
  if (ifMatch === undefined || matchHolds(ifMatch, tagFor(answer, coding, response))) return undefined;
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
  if (headers.ifNoneMatch !== undefined && noneMatchHolds(headers.ifNoneMatch, tagFor(answer, coding, response))) {
    response.complexity = answer.complexity;
    const lines = typedLines(answer.notModified(coding), answer, coding, response);
    response.writeHead(304, linesFor(lines, headers, sending));
    response.end();
    return true;
  }
  const representation = answer.ready(coding);
  if (representation === undefined) return false;
  sendRepresentation(response, answer, coding, representation, headers, sending);
  return true;
}

/** Sends the answer; to HEAD, all but the body. */
export function sendRepresentation(
  response: WatchedResponse,
  answer: Answer,
  coding: ContentCoding,
  { body, headers: lines }: Representation,
  headers: RequestHeaders,
  sending: Sending,
): void {
  response.complexity = answer.complexity;
  response.writeHead(200, linesFor(typedLines(lines, answer, coding, response), headers, sending));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.bodyBytes = body.byteLength;
  if (coding === 'identity') response.loan = answer.takeLoan();
  sending.overload.hold(response, body.byteLength);
  response.end(body);
}
