/**
 * What is served under a name: a snapshot or an engine, and how it goes with it.
 *
 * Where each space is mounted, what its links begin with, and where its answers are kept.
 *
 * What a request's line asks for: read once, before anything else, for the cache and for the router alike.
 *
 * What a request's handlers know of it.
 */

import type { IncomingMessage } from 'node:http';
import type { AnySpace } from '../../jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import { MountCache } from '../cache/mount-cache.js';
import type { EngineState, SpaceProblem } from '../follow/status.js';
import { originForm, pathEnd, plainTarget, type RequestHeaders } from '../wire/request.js';

/** A space under the name it is served by. */
export interface ServedSpace {
  readonly name: string;
  /** Read anew by every request; undefined while there is nothing to answer from, which is answered with 503. */
  readonly space: AnySpace | undefined;
  /** Read anew by every look at `/health` and every scrape: when the snapshot was built, in milliseconds since 1970. */
  readonly builtMs?: number | undefined;
  /** Read anew by every look at `/health`: what its URLs begin with after the next start, where that will change. */
  readonly nextName?: string | undefined;
  /** Read anew by every look at `/health`: why it is not the snapshot that CURRENT names. */
  readonly problem?: SpaceProblem | undefined;
  /** Read anew by every scrape: how often something newer that was published could not be served. */
  readonly refusedSwaps?: number;
  /** Read anew by every look at `/health` and every scrape: how it goes with the origin that is followed. */
  readonly origin?: OriginStatus | undefined;
  /** Read anew by every look at `/health` and every scrape: how it goes with the engine that answers; absent: a snapshot does. */
  readonly engine?: EngineState | undefined;
  /** Read anew by every look at `/health`: blocks of its files that another thread could not read. */
  readonly unreadableElsewhere?: number;
  /** The snapshot that is not published yet, for keys that carry `preview`; absent: they read what others read. */
  readonly preview?: ServedSpace | undefined;
}

const deliveryRoot = '/delivery/jsonapi';

export interface Mount {
  readonly served: ServedSpace;
  /** Path of the delivery root on this server. */
  readonly path: string;
  /** What every link begins with: the public URL, if there is one, and the path. */
  readonly base: string;
  /** Where the profile is described that its documents follow; undefined where it is not served. */
  readonly profile: string | undefined;
  readonly cache: MountCache;
  /** The same for keys that carry `preview`, where there is something else for them. Nothing of it is kept. */
  readonly preview: Mount | undefined;
}

/**
 * @param publicUrl  `''` or a URL without a slash at the end
 * @param profile    as in `Mount`
 * @param cacheBytes for the answers of all spaces, each of which gets an equal share
 * @returns one mount a space: `/delivery/jsonapi` for a single one, `/{space}/delivery/jsonapi` for several
 */
export function mountsOf(
  spaces: readonly ServedSpace[],
  publicUrl: string,
  profile: string | undefined,
  cacheBytes: number,
): readonly Mount[] {
  return spaces.map((served) => {
    const path = spaces.length === 1 ? deliveryRoot : `/${served.name}${deliveryRoot}`;
    const cache = new MountCache(Math.floor(cacheBytes / spaces.length));
    const base = `${publicUrl}${path}`;
    const preview =
      served.preview === undefined
        ? undefined
        : { served: served.preview, path, base, profile, cache: new MountCache(0), preview: undefined };
    return { served, path, base, profile, cache, preview };
  });
}

/** @returns the mount that answers: of a request whose key carries `preview`, that of the preview where there is one */
export const mountFor = (mount: Mount, previews: boolean | undefined): Mount =>
  previews === true ? (mount.preview ?? mount) : mount;

/** @returns the mount whose delivery root the path is, or is below. Cost: O(mounts). */
function mountOf(mounts: readonly Mount[], target: string, end: number): Mount | undefined {
  for (const mount of mounts) {
    const { length } = mount.path;
    if (target.startsWith(mount.path) && (end === length || target[length] === '/')) return mount;
  }
  return undefined;
}

/** What every link of a document printed without a server begins with: those of one space without a public URL. */
export const DEFAULT_BASE = deliveryRoot;

/** The cache asks for target and mount only: the target is cut for those whom it does not answer. */
export class Asked {
  /** In origin form; the path is percent-encoded as little as it can be. */
  readonly target: string;
  /** Whose content; undefined where the path is below no delivery root. */
  readonly mount: Mount | undefined;
  readonly #pathEnd: number;

  /** @param url as it was sent. Cost: O(mounts). */
  constructor(mounts: readonly Mount[], { url = '' }: Pick<IncomingMessage, 'url'>) {
    this.target = plainTarget(originForm(url));
    this.#pathEnd = pathEnd(this.target);
    this.mount = mountOf(mounts, this.target, this.#pathEnd);
  }

  get path(): string {
    return this.target.slice(0, this.#pathEnd);
  }

  /** `''`, or `?` and what follows. */
  get search(): string {
    return this.target.slice(this.#pathEnd);
  }

  /** What the router looks at: the path below the delivery root, or the path where it is below none. */
  get routed(): string {
    return this.target.slice(this.mount?.path.length ?? 0, this.#pathEnd);
  }
}

/** What the guard has read of a request. */
export interface RequestState {
  headers: RequestHeaders;
  asked: Asked;
  /** Whether the request's key opens a space; undefined where no key is asked for. */
  opens?: (space: string) => boolean;
  /** Whether its key carries `preview`. */
  previews?: boolean;
}
