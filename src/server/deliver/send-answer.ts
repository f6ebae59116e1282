/**
 * Writing an answer to a response: coding, conditional headers and the header lines that depend on the request.
 *
 * Cached and computed answers are written in the same way. Header lines are passed to `writeHead` ready-made: setting headers
 * one by one costs as much as finding an answer.
 */
import { RequestError, type RequestProblem } from '../../content/errors/index.js';
import type { Answer, Representation } from '../cache/prepared-answer.js';
import { JSON_API } from '../http/headers.js';
import type { RequestHeaders } from '../http/request-headers.js';
import { requestIdLines } from '../http/request-id.js';
import { type ContentCoding, negotiateCoding } from '../negotiate/content-coding.js';
import type { CrossOrigin } from '../negotiate/cross-origin.js';
import { matchesNoneMatch, PRECONDITION_FAILED, profiledTag, satisfiesIfMatch } from '../negotiate/entity-tag.js';
import { acceptProblem, contentTypeProblem } from '../negotiate/media-types.js';
import { findProfiledType } from '../negotiate/profile.js';
import type { Mount } from '../spaces/mount.js';
import type { Overload } from '../wire/overload.js';
import { sendWithBatch } from '../wire/send-batch.js';
import type { WatchedResponse } from '../wire/watched-response.js';

export interface Sending {
  readonly crossOrigin: CrossOrigin;
  readonly overload: Overload;
  /** Whether connections end with their current response, because the server is stopping. */
  readonly isClosing: () => boolean;
}

/** @returns the reason why the request's media types cannot be served; undefined if they can */
export const findMediaTypeProblem = (headers: RequestHeaders): RequestProblem | undefined =>
  contentTypeProblem(headers.contentType) ?? acceptProblem(headers.accept);

/** @throws RequestError 406 if every coding is refused */
export function chooseCoding(answer: Answer, headers: RequestHeaders): ContentCoding {
  const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
  if (coding !== undefined) return coding;
  const detail =
    'Accept-Encoding refuses br, gzip and identity, and the server has no other coding. Allow one of them.';
  throw new RequestError([{ code: 'NotAcceptable', detail, header: 'Accept-Encoding' }], answer.complexity);
}

/** Sets the response's media type if the client asks for the mount's profile. Call it after `findMediaTypeProblem`. */
export function setProfiledType({ profile }: Mount, headers: RequestHeaders, response: WatchedResponse): void {
  if (profile !== undefined) response.mediaType = findProfiledType(headers.accept, profile);
}

/** @returns the lines, and lines that depend on the request; the same array if there are none */
function withRequestLines(
  lines: string[],
  { deferredMs }: WatchedResponse,
  { origin, requestId }: RequestHeaders,
  sending: Sending,
): string[] {
  const corsLines = sending.crossOrigin.linesFor(origin);
  if (corsLines.length === 0 && requestId === undefined && deferredMs === 0 && !sending.isClosing()) return lines;
  const timing = deferredMs === 0 ? [] : ['Server-Timing', `deferred;dur=${deferredMs.toFixed(1)}`];
  const close = sending.isClosing() ? ['Connection', 'close'] : [];
  return [...lines, ...corsLines, ...requestIdLines(requestId), ...timing, ...close];
}

/** @returns the answer's entity tag in this response: a document that names the profile is another representation */
const formatTag = (answer: Answer, coding: ContentCoding, { mediaType }: WatchedResponse): string =>
  mediaType === undefined ? answer.tag(coding) : profiledTag(answer.tag(coding));

/** @returns the lines with the response's own media type and its entity tag; the same array if it has none */
function withMediaType(lines: string[], answer: Answer, coding: ContentCoding, response: WatchedResponse): string[] {
  const { mediaType } = response;
  if (mediaType === undefined) return lines;
  const tag = answer.tag(coding);
  return lines.map((line) => {
    if (line === JSON_API) return mediaType;
    return line === tag ? profiledTag(tag) : line;
  });
}

/** @returns the problem if `If-Match` forbids sending the answer, otherwise undefined */
export function findMatchProblem(
  answer: Answer,
  coding: ContentCoding,
  headers: RequestHeaders,
  response: WatchedResponse,
): RequestProblem | undefined {
  const { ifMatch } = headers;
  if (ifMatch === undefined || satisfiesIfMatch(ifMatch, formatTag(answer, coding, response))) return undefined;
  return PRECONDITION_FAILED;
}

/**
 * Sends 304 if the client has the answer, and otherwise the answer if its coding is ready.
 *
 * @returns whether the request is answered; if not, the document has to be compressed first
 */
export function sendIfReady(
  response: WatchedResponse,
  answer: Answer,
  coding: ContentCoding,
  headers: RequestHeaders,
  sending: Sending,
): boolean {
  if (headers.ifNoneMatch !== undefined && matchesNoneMatch(headers.ifNoneMatch, formatTag(answer, coding, response))) {
    response.complexity = answer.complexity;
    const lines = withMediaType(answer.notModifiedLines(coding), answer, coding, response);
    response.writeHead(304, withRequestLines(lines, response, headers, sending));
    sendWithBatch(response);
    return true;
  }
  const representation = answer.representation(coding);
  if (representation === undefined) return false;
  sendRepresentation(response, answer, coding, representation, headers, sending);
  return true;
}

/** Sends the answer; without the body if the method is HEAD. */
export function sendRepresentation(
  response: WatchedResponse,
  answer: Answer,
  coding: ContentCoding,
  { body, byteLength, headers: lines }: Representation,
  headers: RequestHeaders,
  sending: Sending,
): void {
  response.complexity = answer.complexity;
  const typedLines = withMediaType(lines, answer, coding, response);
  response.writeHead(200, withRequestLines(typedLines, response, headers, sending));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.bodyBytes = byteLength;
  if (coding === 'identity') response.loan = answer.takeLoan();
  sending.overload.hold(response, byteLength);
  sendWithBatch(response, body);
}
