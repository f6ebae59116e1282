/**
 * Where each space is mounted, what its links begin with, and where its answers are kept.
 */
import { MountCache } from '../cache/mount-cache.js';
import type { ServedSpace } from './served-space.js';

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
export function mountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  for (const mount of mounts) {
    if (path.startsWith(mount.path) && (path.length === mount.path.length || path[mount.path.length] === '/'))
      return mount;
  }
  return undefined;
}

/** What every link of a document printed without a server begins with: those of one space without a public URL. */
export const DEFAULT_BASE = deliveryRoot;
