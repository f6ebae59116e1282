/**
 * An origin behind HTTP: any server of static files.
 */
import { OperationError } from '../../../content/errors/index.js';
import { type ExchangeRequest, exchange, type Reply } from './exchange.js';
import { type Origin, type OriginAnswer, OriginFailure, type ReadRequest } from './origin.js';

const redirectsMaximum = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Client error statuses for which a retry may help. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

export interface WebOrigin {
  /** Address for messages, without secrets. */
  readonly name: string;
  /** Address of the origin; ends with a slash. */
  readonly base: URL;
  readonly sign: SignRequest;
  readonly stallMs: number;
}

/** Adds credentials to the headers of a request; returns them unchanged if there are none. */
export type SignRequest = (request: SignedRequest) => Promise<Readonly<Record<string, string>>>;

export interface SignedRequest extends Pick<ExchangeRequest, 'method' | 'url' | 'headers'> {
  /** Hexadecimal hash of the body; undefined without a body. */
  readonly sha256?: string;
}

/** @returns the headers of a read, without credentials */
function readHeaders({ start, tag }: ReadRequest): Record<string, string> {
  // Files are compared byte by byte: no proxy may compress them.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (start !== undefined && start > 0) {
    headers['range'] = `bytes=${start}-`;
    // A weak tag does not promise the same bytes, so it cannot guard a range.
    if (tag !== undefined && !tag.startsWith('W/')) headers['if-range'] = tag;
  }
  return headers;
}

/** @throws OriginFailure if the status is not one of 200, 206, 404, 410 and 416, or the content is compressed */
export function toOriginAnswer(reply: Reply, url: URL, requestedStart: number): OriginAnswer {
  const { status, headers } = reply;
  if (status !== 200 && status !== 206) reply.discard();
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status === 416) return { kind: 'beyond' };
  if (status !== 200 && status !== 206) throw createRefusal(url, status);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    reply.discard();
    throw new OriginFailure(
      `${withoutQuery(url)} is compressed with ${encoding}; let the origin send files uncompressed`,
      false,
    );
  }
  const tag = headers.etag;
  const { body, discard } = reply;
  const length = parseLength(headers['content-length']);
  if (status === 200) return { kind: 'content', start: 0, byteLength: length, tag, body, discard };
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '');
  const start = Number(range?.[1] ?? Number.NaN);
  if (start !== requestedStart) {
    reply.discard();
    throw new OriginFailure(`${withoutQuery(url)}: the server sent another range than the requested one`, true);
  }
  return { kind: 'content', start, byteLength: parseLength(range?.[2]), tag, body, discard };
}

const parseLength = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** A query may be a secret, as in signed URLs after a redirect: it must not be in logs and `/health`. */
const withoutQuery = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

export function createRefusal(url: URL, status: number): OriginFailure {
  const advice = status === 401 || status === 403 ? '; check the credentials and their rights' : '';
  return new OriginFailure(
    `${withoutQuery(url)} was answered with status ${status}${advice}`,
    status >= 500 || temporaryStatuses.has(status),
  );
}

/**
 * @param authorization the whole value of the header; undefined for none
 * @returns a function that adds the header to requests
 */
export const authorizationSigner =
  (authorization: string | undefined): SignRequest =>
  async ({ headers }) =>
    authorization === undefined ? headers : { ...headers, authorization };

/**
 * @param path of a file: the names of folders and of the file, as they are
 * @param base ends with a slash
 * @returns    the file's URL. All characters with a meaning in URLs are encoded, also `+`, which signers read as a space
 */
export const fileUrl = (path: string, base: URL): URL =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), base);

export function webOrigin({ name, base, sign, stallMs }: WebOrigin): Origin {
  return { name, read: (path, readRequest) => readSigned(fileUrl(path, base), readRequest, stallMs, sign) };
}

/** Reads a URL and follows redirects. */
export async function readSigned(
  firstUrl: URL,
  readRequest: ReadRequest,
  stallMs: number,
  sign: SignRequest,
): Promise<OriginAnswer> {
  const { signal } = readRequest;
  const unsignedHeaders = readHeaders(readRequest);
  let url = firstUrl;
  for (let hop = 0; hop <= redirectsMaximum; hop += 1) {
    // Credentials are never sent to another host after a redirect.
    const headers =
      url.origin === firstUrl.origin ? await sign({ method: 'GET', url, headers: unsignedHeaders }) : unsignedHeaders;
    const reply = await exchange({ method: 'GET', url, headers, signal, stallMs });
    if (!redirectStatuses.has(reply.status)) return toOriginAnswer(reply, url, readRequest.start ?? 0);
    reply.discard();
    url = resolveRedirect(url, reply.headers.location);
  }
  throw new OriginFailure(`${withoutQuery(firstUrl)} redirects more than ${redirectsMaximum} times`, false);
}

function resolveRedirect(sourceUrl: URL, location: string | undefined): URL {
  const targetUrl =
    location !== undefined && URL.canParse(location, sourceUrl.href) ? new URL(location, sourceUrl.href) : undefined;
  if (
    targetUrl === undefined ||
    !/^https?:$/.test(targetUrl.protocol) ||
    (sourceUrl.protocol === 'https:' && targetUrl.protocol === 'http:')
  ) {
    const targetText = targetUrl === undefined ? '' : `: ${withoutQuery(targetUrl)}`;
    throw new OperationError(`${withoutQuery(sourceUrl)} redirects to an address that cannot be fetched${targetText}`);
  }
  return targetUrl;
}
