/**
 * Mounts: the path of each space, the beginning of its links, and the cache of its answers.
 */
import { MountCache } from '../cache/mount-cache.js';
import { OPENAPI_FILE } from '../negotiate/profile.js';
import type { ServedSpace } from './served-space.js';

const deliveryRoot = '/delivery/jsonapi';

/** Beginning of links in documents that are printed without a server: one space, no public URL. */
export const DEFAULT_BASE = deliveryRoot;

export interface Mount {
  readonly served: ServedSpace;
  /** Path of the delivery root on this server. */
  readonly path: string;
  /** Beginning of every link: the public URL, if there is one, and the path. */
  readonly base: string;
  /** URL of the profile that its documents follow; undefined if the profile is not served. */
  readonly profile: string | undefined;
  /** URL of the OpenAPI description of the space; undefined if there is no profile. */
  readonly description: string | undefined;
  readonly cache: MountCache;
  /** Mount of the unpublished snapshot, for keys with `preview`; undefined if there is none. Its answers are not cached. */
  readonly preview: Mount | undefined;
}

/**
 * @param publicUrl  `''` or a URL without a slash at the end
 * @param profile    as in `Mount`
 * @param cacheBytes for the answers of all spaces, in equal shares
 * @returns one mount per space: `/delivery/jsonapi` for a single one, `/{space}/delivery/jsonapi` for several
 */
export function createMounts(
  spaces: readonly ServedSpace[],
  publicUrl: string,
  profile: string | undefined,
  cacheBytes: number,
): readonly Mount[] {
  return spaces.map((served) => {
    const prefix = spaces.length === 1 ? '' : `/${served.name}`;
    const path = `${prefix}${deliveryRoot}`;
    const description = profile === undefined ? undefined : `${publicUrl}${prefix}/${OPENAPI_FILE}`;
    const cache = new MountCache(Math.floor(cacheBytes / spaces.length));
    const base = `${publicUrl}${path}`;
    const preview =
      served.preview === undefined
        ? undefined
        : { served: served.preview, path, base, profile, description, cache: new MountCache(0), preview: undefined };
    return { served, path, base, profile, description, cache, preview };
  });
}

/** @returns the mount that answers: the preview's, if the request's key has `preview` and the space has a preview */
export const chooseMount = (mount: Mount, readsPreviews: boolean | undefined): Mount =>
  readsPreviews === true ? (mount.preview ?? mount) : mount;
