/**
 * The options of a running server: its spaces, its address, and its limits.
 *
 * Elsewhere: checks and defaults (options), the options of following folders (follow/folder-options).
 */
import type { Logger } from 'pino';
import type { Resident } from '../../index/snapshot/index.js';
import type { LiveKeys } from '../access/live-keys.js';
import type { Readings } from '../metrics/readings.js';
import type { HostedSpace } from '../options/addresses.js';
import type { SurrogateHeader } from '../options/cache-control.js';
import type { Timeouts } from '../options/timeouts.js';
import type { Page } from '../pages/page.js';
import type { ServedSpace } from '../spaces/served-space.js';
import type { ThreadState, TrustState } from '../spaces/status.js';
import type { TrustedProxy } from '../wire/client-address.js';
import type { OverloadLimits } from '../wire/overload.js';

export interface ServerOptions {
  /** At least one, with unique names; a single space is served without its name in the path. */
  readonly spaces: readonly ServedSpace[];
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Hosts of spaces; a space listed here is served only at its hosts. Absent: every space at every host. */
  readonly hosts?: readonly HostedSpace[];
  /** Beginning of links, if clients reach the server through a proxy; absent: links are path-absolute. */
  readonly publicUrl?: string;
  /** Origins whose scripts may read; default `['*']`: any. Empty: no CORS headers are sent. */
  readonly corsOrigins?: readonly string[];
  /** Query parameters that are ignored, and left out of links: names, or prefixes followed by `*`. */
  readonly ignoredParameters?: readonly string[];
  /** Bytes of the response cache; 0 turns it off. */
  readonly cacheBytes?: number;
  /** `Cache-Control` of every document; errors always say `no-store`. Absent: public, or private if there are keys. */
  readonly cacheControl?: string;
  /** Header that names the items an answer depends on, for caches that purge by it; absent: none is sent. */
  readonly surrogateHeader?: SurrogateHeader;
  /** Whether `/openapi.json`, `/docs` and `/profile` are served; default true. */
  readonly docs?: boolean;
  /** Whether `/metrics` is served; default true. */
  readonly metrics?: boolean;
  /** Whether the explorer is served, at `/` and `/explore`; default true. */
  readonly explorer?: boolean;
  /** Whether the explorer shows pictures of other hosts; default true. */
  readonly explorerImages?: boolean;
  /** Port of its own for `/metrics`, on the same host; absent: the server's port. */
  readonly metricsPort?: number;
  /** Proxy whose header names the client's address for the access log; absent: no header is trusted. */
  readonly trustedProxy?: TrustedProxy;
  /** Whether each request writes a line to the log, at level `info`. */
  readonly accessLog?: boolean;
  /** Whether each request records a span with the OpenTelemetry SDK that the process has loaded; default false. */
  readonly spans?: boolean;
  /** Whether other threads of this process listen on the same port. */
  readonly reusePort?: boolean;
  /** For `/health`, if several threads answer: the state of all of them. */
  readonly threads?: () => readonly ThreadState[];
  /** For `/metrics`, if several threads answer: the readings of all of them. */
  readonly readAll?: () => Promise<readonly Readings[]>;
  readonly timeouts?: Partial<Timeouts>;
  /** Limits beyond which requests are answered with 503. */
  readonly overload?: Partial<OverloadLimits>;
  /** Bytes of a request's line and headers; beyond it 414 or 431. */
  readonly headerBytesMaximum?: number;
  /** Bytes of path and query; beyond it 414. */
  readonly targetBytesMaximum?: number;
  /** Which parts of snapshots are in memory; absent: as much as the process may take. */
  readonly resident?: Resident;
  /** Bytes of cached blocks of files; structures that are read as a whole get as much again. */
  readonly residentCacheBytes?: number;
  /** Limit of an answer's estimated cost, in milliseconds; beyond it 400. */
  readonly maxCostMs?: number;
  /** Version of the program, for `/health`. */
  readonly version?: string;
  /** Additional pages. */
  readonly pages?: readonly Page[];
  /** For the explorer: problem of the content that is built here; absent: nothing is built here. */
  readonly dev?: () => string | undefined;
  /** Keys that may read the content; absent: content is open to everybody. */
  readonly keys?: LiveKeys;
  /** For `/health`: keys whose signatures are trusted; absent, or undefined: signatures are not checked. */
  readonly trust?: () => TrustState | undefined;
  readonly logger: Logger;
}
