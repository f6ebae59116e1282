/**
 * An origin behind HTTP: any server of static files.
 */
import { OperationError } from '../../../content/errors/index.js';
import { type Exchange, exchange, type Reply } from './exchange.js';
import { type Origin, type OriginAnswer, OriginFailure, type ReadRequest } from './origin.js';

const redirectsMaximum = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What a server says when it is not the request's fault, or not for long. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

export interface WebOrigin {
  /** For people. */
  readonly name: string;
  /** Ends with a slash. */
  readonly base: URL;
  readonly sign: SignRequest;
  readonly stallMs: number;
}

/** Adds what proves who asks; the same headers where nothing does. */
export type SignRequest = (asked: SignedRequest) => Promise<Readonly<Record<string, string>>>;

export interface SignedRequest extends Pick<Exchange, 'method' | 'url' | 'headers'> {
  /** Of the body, hexadecimal; absent where there is none. */
  readonly sha256?: string;
}

/** @returns the headers of a read, besides those that prove who asks */
function headersOf({ start, tag }: ReadRequest): Record<string, string> {
  // What is asked for is compared byte by byte: nothing in between may change its form.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (start !== undefined && start > 0) {
    headers['range'] = `bytes=${start}-`;
    // A weak tag does not promise the same bytes, and stands for nothing here.
    if (tag !== undefined && !tag.startsWith('W/')) headers['if-range'] = tag;
  }
  return headers;
}

/** @throws OriginFailure unless the status is one that an answer has */
export function answerOf(reply: Reply, url: URL, wantedStart: number): OriginAnswer {
  const { status, headers } = reply;
  if (status !== 200 && status !== 206) reply.discard();
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status === 416) return { kind: 'beyond' };
  if (status !== 200 && status !== 206) throw refusal(url, status);
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
  const length = lengthOf(headers['content-length']);
  if (status === 200) return { kind: 'content', start: 0, byteLength: length, tag, body, discard };
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '');
  const start = Number(range?.[1] ?? Number.NaN);
  if (start !== wantedStart) {
    reply.discard();
    throw new OriginFailure(`${withoutQuery(url)}: the server sent another range than the one asked for`, true);
  }
  return { kind: 'content', start, byteLength: lengthOf(range?.[2]), tag, body, discard };
}

const lengthOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Where an origin redirects to a signed address, whoever has the query may read: logs and `/health` do not. */
const withoutQuery = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

export function refusal(url: URL, status: number): OriginFailure {
  const advice = status === 401 || status === 403 ? '; check the credentials and their rights' : '';
  return new OriginFailure(
    `${withoutQuery(url)} is answered with status ${status}${advice}`,
    status >= 500 || passing.has(status),
  );
}

/**
 * @param authorization the whole value of the header; undefined where there is none
 * @returns what adds it to requests
 */
export const plainSign =
  (authorization: string | undefined): SignRequest =>
  async ({ headers }) =>
    authorization === undefined ? headers : { ...headers, authorization };

export function webOrigin({ name, base, sign, stallMs }: WebOrigin): Origin {
  return { name, read: (path, wanted) => readSigned(new URL(path, base), wanted, stallMs, sign) };
}

/** Reads what is at the URL, or where that leads to. */
export async function readSigned(
  first: URL,
  wanted: ReadRequest,
  stallMs: number,
  sign: SignRequest,
): Promise<OriginAnswer> {
  const { signal } = wanted;
  const plain = headersOf(wanted);
  let url = first;
  for (let hop = 0; hop <= redirectsMaximum; hop += 1) {
    // Whoever is redirected elsewhere takes no secret along.
    const headers = url.origin === first.origin ? await sign({ method: 'GET', url, headers: plain }) : plain;
    const reply = await exchange({ method: 'GET', url, headers, signal, stallMs });
    if (!redirects.has(reply.status)) return answerOf(reply, url, wanted.start ?? 0);
    reply.discard();
    url = redirected(url, reply.headers.location);
  }
  throw new OriginFailure(`${withoutQuery(first)} redirects more than ${redirectsMaximum} times`, false);
}

function redirected(from: URL, location: string | undefined): URL {
  const to = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to === undefined || !/^https?:$/.test(to.protocol) || (from.protocol === 'https:' && to.protocol === 'http:')) {
    const where = to === undefined ? '' : `: ${withoutQuery(to)}`;
    throw new OperationError(`${withoutQuery(from)} redirects to an address that cannot be fetched${where}`);
  }
  return to;
}
