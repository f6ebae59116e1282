/**
 * What a server is started with: its spaces, its address, and what it tells clients and caches. The checks of
 * operator-given texts stand here, so that the command line and `startServer` refuse the same ones.
 *
 * `Cache-Control` from ages in seconds, for those who would rather not spell it.
 *
 * Source: RFC 9111, 5.2.2, and RFC 5861 for the two that allow stale answers.
 */

import { validateHeaderValue } from 'node:http';
import type { Logger } from 'pino';
import { OperationError } from '../content/errors/index.js';
import { isName, NAME_RULE, withoutTrailing } from '../content/model/index.js';
import type { Resident } from '../index/snapshot/index.js';
import type { LiveKeys } from './access/live-keys.js';
import type { ServedSpace } from './deliver/mounts.js';
import type { ThreadState } from './follow/status.js';
import type { TrustState } from './follow/trust.js';
import type { Readings } from './metrics/registry.js';
import type { Page } from './pages/page.js';
import type { TrustedProxy } from './wire/access-log.js';
import type { OverloadLimits } from './wire/overload.js';

/** A host at which one space is served, and nothing else. */
export interface HostedSpace {
  readonly space: string;
  /** In small letters, without a port. */
  readonly host: string;
  /** What links begin with, such as `https://shop.example`. */
  readonly origin: string;
}

/** How long the server waits for a client, in milliseconds. */
export interface Timeouts {
  /** For a request's line and headers; then 408. */
  readonly headersMs: number;
  /** For a whole request, its body included; then 408. */
  readonly requestMs: number;
  /** For the next request on an idle connection; then it is closed. */
  readonly keepAliveMs: number;
  /** For a client to take some more of its response; then the connection is cut, or slow readers could occupy us all. */
  readonly stallMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
  /** Once the server is told to stop: for those who ask whether it is ready to find out that it is not. It listens on. */
  readonly drainDelayMs: number;
  /** Behind that, for requests in flight; then their connections are cut. */
  readonly drainMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = Object.freeze({
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the 60 s after which common load balancers drop an idle connection: the side that closes first
  // should be the one that opens them.
  keepAliveMs: 65_000,
  stallMs: 30_000,
  checkMs: 1_000,
  drainDelayMs: 0,
  drainMs: 10_000,
});

export interface ServerOptions {
  /** At least one, names unique; one alone is served without its name in the path. */
  readonly spaces: readonly ServedSpace[];
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Hosts of spaces; a space that is here is served at its hosts alone. Absent: every space at every host. */
  readonly hosts?: readonly HostedSpace[];
  /** What clients see in front of the paths, when a proxy stands between; absent: links are path-absolute. */
  readonly publicUrl?: string;
  /** Origins whose scripts may read; `['*']`, the default, for any; none: no CORS headers are sent. */
  readonly corsOrigins?: readonly string[];
  /** Parameters that are passed over, and left out of links: names, or beginnings followed by `*`. */
  readonly ignoredParameters?: readonly string[];
  /** Bytes for answers that are kept from request to request; 0 keeps none. */
  readonly cacheBytes?: number;
  /** `Cache-Control` of every document; errors always say `no-store`. Absent: for everybody's caches, with keys for a client's own. */
  readonly cacheControl?: string;
  /** The header that names what an answer depends on, for caches that purge by it; absent: none is sent. */
  readonly surrogateHeader?: SurrogateHeader;
  /** Whether `/openapi.json`, `/docs` and `/profile` are served; they are unless this is false. */
  readonly docs?: boolean;
  /** Whether `/metrics` is served; it is unless this is false. */
  readonly metrics?: boolean;
  /** Whether the explorer is served, at `/` and `/explore`; it is unless this is false. */
  readonly explorer?: boolean;
  /** Whether the explorer shows pictures of other hosts; it does unless this is false. */
  readonly explorerImages?: boolean;
  /** A port of its own for `/metrics`, on the same host; absent: beside everything else. */
  readonly metricsPort?: number;
  /** Whose word on a client's address the access log takes; absent: nobody's. */
  readonly trustedProxy?: TrustedProxy;
  /** Whether each request leaves a line in the log, at level `info`. */
  readonly accessLog?: boolean;
  /** Whether other threads of this process listen on the same port. */
  readonly reusePort?: boolean;
  /** For `/health`, where several threads answer: all of them. */
  readonly threads?: () => readonly ThreadState[];
  /** For `/metrics`, where several threads answer: the readings of all of them. */
  readonly readAll?: () => Promise<readonly Readings[]>;
  readonly timeouts?: Partial<Timeouts>;
  /** How much may wait for clients before requests are answered 503. */
  readonly overload?: Partial<OverloadLimits>;
  /** Bytes of a request's line and headers that are read; beyond it 414 or 431. */
  readonly headerBytesMaximum?: number;
  /** Bytes of path and query that are read; beyond it 414. */
  readonly targetBytesMaximum?: number;
  /** What of the snapshots is in memory; as much as the process may take where not given. */
  readonly resident?: Resident;
  /** For blocks of what stays in files, in bytes; for structures that are read as a whole, as much again. */
  readonly residentCacheBytes?: number;
  /** What an answer may take, in milliseconds, as estimated; beyond it 400. */
  readonly maxCostMs?: number;
  /** Of the program, for `/health`. */
  readonly version?: string;
  /** What is answered beside, by whoever starts the server. */
  readonly pages?: readonly Page[];
  /** What is wrong with what is built here, for the explorer; absent: nothing is built here. */
  readonly dev?: () => string | undefined;
  /** Who may read the content; absent: everybody. */
  readonly keys?: LiveKeys;
  /** For `/health`: who is trusted; absent, or undefined: everybody. */
  readonly trust?: () => TrustState | undefined;
  readonly logger: Logger;
}

/** Revalidated at every use: a rebuild may change any document, and an unchanged one costs a 304 only. */
export const DEFAULT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** The same with keys: what was answered to one client is in no cache that others share. */
export const PRIVATE_CACHE_CONTROL = 'private, max-age=0, must-revalidate';
/** What `maxCostMs` is where not given. */
export const DEFAULT_MAX_COST_MS = 25;
/** What `headerBytesMaximum` is where not given. */
export const HEADER_BYTES_MAXIMUM = 32_768;
/** Fastly's and Varnish's name for it, and Cloudflare's. */
export const SURROGATE_HEADERS = Object.freeze(['surrogate-key', 'cache-tag'] as const);
export type SurrogateHeader = (typeof SURROGATE_HEADERS)[number];

export const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;
/** What `residentCacheBytes` is where not given. */
export const DEFAULT_RESIDENT_CACHE_BYTES = 256 * 2 ** 20;
export const ANY_ORIGIN = '*';

/** What a plain client sends beside the target. */
const headersBeside = 512;

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * @returns the URL's origin and path, without a slash at the end
 * @throws OperationError when the text is not an http or https URL, or has more than origin and path
 */
export function checkPublicUrl(text: string): string {
  const wanted = 'an http or https URL such as https://cdn.example/content, without user, query or fragment';
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OperationError(`The public URL "${text}" is not a URL that clients can fetch; give ${wanted}.`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('?') || text.includes('#')) {
    throw new OperationError(`The public URL "${text}" has more than an origin and a path; give ${wanted}.`);
  }
  return `${url.origin}${withoutTrailing(url.pathname, '/')}`;
}

/**
 * @param text a host such as `shop.example`, or an origin such as `http://localhost:8080`; without a scheme https
 * @throws OperationError when it is neither
 */
export function checkHost(text: string): Omit<HostedSpace, 'space'> {
  const url = parseUrl(text.includes('://') ? text : `https://${text}`);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url !== undefined && url.href === `${url.origin}/`;
  if (url === undefined || !isHttp || !isBare) {
    throw new OperationError(
      `"${text}" is not a host; give one such as shop.example, or an origin such as https://shop.example.`,
    );
  }
  return { host: url.hostname.replace(/\.$/, ''), origin: url.origin };
}

/** @throws OperationError when a host is given twice, or its space is none */
export function checkHosts(hosts: readonly HostedSpace[], spaces: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { space, host } of hosts) {
    if (!spaces.some(({ name }) => name === space)) {
      throw new OperationError(
        `The host ${host} is for the space "${space}", and there is none; name it with --space.`,
      );
    }
    if (seen.has(host)) throw new OperationError(`The host ${host} is given twice; one space is served at a host.`);
    seen.add(host);
  }
}

/** @throws OperationError when the text is neither `*` nor an origin as browsers send it */
export function checkCorsOrigin(text: string): string {
  if (text !== ANY_ORIGIN && (text.includes('*') || parseUrl(text)?.origin !== text)) {
    throw new OperationError(
      `The CORS origin "${text}" is not an origin; give "*" or scheme, host and port as browsers send them, such as https://shop.example.`,
    );
  }
  return text;
}

/** @throws OperationError when the text cannot stand in a header */
export function checkCacheControl(text: string): string {
  try {
    validateHeaderValue('Cache-Control', text);
  } catch {
    throw new OperationError(`The Cache-Control value ${JSON.stringify(text)} has characters that no header may have.`);
  }
  return text;
}

/** @throws OperationError when a request would have to be there before its headers are */
export function checkTimeouts({ headersMs, requestMs }: Timeouts): void {
  if (headersMs <= requestMs) return;
  throw new OperationError(
    `A request's headers may take ${headersMs / 1000} s, but the whole request only ${requestMs / 1000} s; lower the first or raise the second.`,
  );
}

/** @throws OperationError when requests with a target of full length would be refused for their headers */
export function checkRequestSizes(headerBytesMaximum: number, targetBytesMaximum: number): void {
  if (headerBytesMaximum >= targetBytesMaximum + headersBeside) return;
  throw new OperationError(
    `The request line and headers may have ${headerBytesMaximum} bytes in all, and a path and query ${targetBytesMaximum}, which leaves fewer than ${headersBeside} for the rest; raise the first or lower the second.`,
  );
}

/** @throws OperationError when a name cannot stand in a path, or stands for two spaces */
export function checkSpaces(spaces: readonly ServedSpace[]): void {
  if (spaces.length === 0) throw new OperationError('There is no space to serve; name at least one.');
  const seen = new Set<string>();
  for (const { name } of spaces) {
    if (!isName(name)) throw new OperationError(`"${name}" cannot name a space in a path: ${NAME_RULE}.`);
    if (seen.has(name)) {
      throw new OperationError(`Two spaces are called "${name}"; tell them apart with --space <name>=<snapshots>.`);
    }
    seen.add(name);
  }
}

/** In seconds; what is absent is not said. */
export interface CacheAges {
  /** How long any cache may answer without asking; 0 where absent. */
  readonly maxAge?: number;
  /** The same of shared caches. */
  readonly sharedMaxAge?: number;
  /** How long past that a cache may answer while it asks. */
  readonly staleWhileRevalidate?: number;
  /** How long past that a cache may answer when asking fails. */
  readonly staleIfError?: number;
}

/**
 * @param isGuarded whether content is read with keys: then only an age for shared caches lets them keep it
 * @returns such as `public, max-age=60, stale-while-revalidate=600`
 */
export function composeCacheControl(ages: CacheAges, isGuarded = false): string {
  const { maxAge = 0, sharedMaxAge, staleWhileRevalidate, staleIfError } = ages;
  const parts = [isGuarded && sharedMaxAge === undefined ? 'private' : 'public', `max-age=${maxAge}`];
  if (sharedMaxAge !== undefined) parts.push(`s-maxage=${sharedMaxAge}`);
  if (staleWhileRevalidate !== undefined) parts.push(`stale-while-revalidate=${staleWhileRevalidate}`);
  if (staleIfError !== undefined) parts.push(`stale-if-error=${staleIfError}`);
  // It forbids every stale answer, also those just allowed.
  if (staleWhileRevalidate === undefined && staleIfError === undefined) parts.push('must-revalidate');
  return parts.join(', ');
}
