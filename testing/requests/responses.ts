/**
 * Parses the bytes of a connection into responses and judges each, with the rules for error documents.
 */

import { isErrorCode, REQUEST_ERRORS, titleOf } from '../../src/content/errors/index.js';
import { isRecord } from '../../src/format/index.js';
import { COMPLEXITY_HEADER, JSON_API } from '../../src/server/http/headers.js';

export interface Response {
  readonly status: number;
  /** By name in lower case; of several lines the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const nextStart = Buffer.from('HTTP/1.1 ');

function readHead(
  text: string,
): { readonly status: number; readonly headers: ReadonlyMap<string, string> } | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(status), headers };
}

/**
 * A response to HEAD names a length and has no body: the next response, or the end, follows the head.
 */
function bodyLength(bytes: Buffer, start: number, declared: number): number {
  if (start === bytes.byteLength) return 0;
  return bytes.subarray(start, start + nextStart.byteLength).equals(nextStart) ? 0 : declared;
}

/**
 * @param isCut whether the connection was broken off, so that the last response may be incomplete
 * @returns the responses without interim ones, or a description of the fault in the bytes
 */
export function readResponses(bytes: Buffer, isCut: boolean): readonly Response[] | string {
  const responses: Response[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0)
      return isCut ? responses : `a response without an end of its headers: ${bytes.toString('latin1', at, at + 200)}`;
    const head = readHead(bytes.toString('latin1', at, end));
    if (head === undefined) return `no response: ${bytes.toString('latin1', at, Math.min(end, at + 200))}`;
    const start = end + 4;
    if (head.status === 100) {
      at = start;
      continue;
    }
    const declared = head.headers.get('content-length');
    if (declared === undefined && head.status !== 204 && head.status !== 304)
      return `a ${head.status} without Content-Length`;
    const length = bodyLength(bytes, start, Number(declared ?? 0));
    if (start + length > bytes.byteLength) return isCut ? responses : `a ${head.status} whose body was cut`;
    responses.push({ ...head, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return responses;
}

/** Statuses above 500 that are right answers: another method, coding or version of HTTP was requested. */
const OF_OTHER_HTTP: ReadonlySet<number> = new Set([501, 505]);
const SUCCESSES: ReadonlySet<number> = new Set([200, 204, 304]);

/** @returns a description of the fault in a response, or undefined if it has none */
export function faultOfResponse({ status, headers, body }: Response): string | undefined {
  if (status >= 500 && !OF_OTHER_HTTP.has(status)) return `a ${status}: ${body.toString('utf8', 0, 300)}`;
  const complexity = headers.get(COMPLEXITY_HEADER);
  if (complexity === undefined || !/^\d{1,15}$/.test(complexity))
    return `a ${status} with the complexity ${complexity}`;
  if (SUCCESSES.has(status)) return undefined;
  if (status < 400) return `a ${status}, which is never sent`;
  if (headers.get('content-type') !== JSON_API) return `a ${status} of the type ${headers.get('content-type')}`;
  if (headers.get('cache-control') !== 'no-store') return `a ${status} that may be cached`;
  // Without a body where HEAD was asked.
  if (body.byteLength === 0) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(body.toString());
  } catch {
    return `a ${status} whose body is no JSON: ${body.toString('utf8', 0, 200)}`;
  }
  return faultOfErrors(document, status);
}

const catalogue: ReadonlyMap<string, { readonly status: number; readonly title: string }> = new Map(
  Object.keys(REQUEST_ERRORS)
    .filter(isErrorCode)
    .map((code) => [code, { status: REQUEST_ERRORS[code], title: titleOf(code) }]),
);

/** A request reports 20 mistakes and how many there are besides. */
const errorsMaximum = 21;

/** Mistakes that no parameter makes: those of the path, and the sentence that counts the rest. */
const withoutParameter = /^Segment \d+ of the path, |^\d+ more problems? (?:is|are) not listed here\.$/;

type Json = Readonly<Record<string, unknown>>;

/** @returns the name an error blames, with the member that holds it */
function blamed(error: Json): { readonly parameter?: string; readonly header?: string } {
  const { source } = error;
  if (!isRecord(source)) return {};
  const { parameter, header } = source;
  return {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof header === 'string' ? { header } : {}),
  };
}

function faultOf(error: unknown, isNameSent: (name: string) => boolean): string | undefined {
  if (!isRecord(error)) return 'an error is not an object';
  const { status, code, title, detail } = error;
  if (typeof detail !== 'string' || !/.[.?]$/s.test(detail))
    return `the detail is no sentence: ${JSON.stringify(detail)}`;
  if (!detail.isWellFormed()) return 'the detail is not well-formed';
  const known = catalogue.get(String(code));
  if (known === undefined) return `the code ${JSON.stringify(code)} is in no catalogue`;
  if (status !== String(known.status)) return `${String(code)} has the status ${JSON.stringify(status)}`;
  if (title !== known.title) return `${String(code)} has the title ${JSON.stringify(title)}`;
  const { parameter, header } = blamed(error);
  if (parameter !== undefined && !isNameSent(parameter))
    return `"${parameter.slice(0, 100)}" is blamed, which was not sent`;
  const needsName = known.status === 400 && code !== 'BadRequest' && !withoutParameter.test(detail);
  if (needsName && parameter === undefined && header === undefined)
    return `${String(code)} names no parameter: ${detail}`;
  return undefined;
}

/**
 * @param status     of the response; the first error's own
 * @param isNameSent whether a parameter that is blamed was part of the request; always true if that is not known
 * @returns a description of the fault in the document, or undefined if it has none
 */
export function faultOfErrors(
  document: unknown,
  status: number,
  isNameSent: (name: string) => boolean = () => true,
): string | undefined {
  if (!isRecord(document)) return 'the error document is not an object';
  const { jsonapi, errors } = document;
  if (!isRecord(jsonapi) || jsonapi['version'] !== '1.1')
    return 'the error document does not say that it is JSON:API 1.1';
  if (!Array.isArray(errors) || errors.length === 0) return 'the error document has no errors';
  if (errors.length > errorsMaximum) return `the error document has ${errors.length} errors`;
  const [first]: readonly unknown[] = errors;
  if (!isRecord(first) || first['status'] !== String(status))
    return `the first error is not the ${status} that was sent`;
  for (const error of errors) {
    const fault = faultOf(error, isNameSent);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
