/**
 * Sites: assigns spaces to the hosts at which they are served.
 *
 * Each host is served like a server of its own: one space at `/delivery/jsonapi`, several below their names. Content of
 * one host is not found at another.
 */
import { InvariantError } from '../../content/errors/index.js';
import { profileUrl } from '../negotiate/profile.js';
import type { HostedSpace } from '../options/addresses.js';
import { createMounts, type Mount } from './mount.js';
import type { ServedSpace } from './served-space.js';

export interface Site {
  readonly mounts: readonly Mount[];
  /** Beginning of links: `''`, or a URL without a slash at the end. */
  readonly publicUrl: string;
  /** URL of the profile that its documents follow; undefined if the profile is not served. */
  readonly profile: string | undefined;
}

interface Sites<EachSite extends Site> {
  /** By host, in lower case and without a port. */
  readonly byHost: ReadonlyMap<string, EachSite>;
  /** The site of all other hosts: spaces without a host of their own. */
  readonly defaultSite: EachSite;
}

/**
 * @param hosts      none, the default: all spaces are served at every host
 * @param publicUrl  of the spaces that have no host of their own
 * @param hasProfile whether the profile is served
 * @param cacheBytes for the answers of all sites, in equal shares for each mount
 * @param complete   turns the mounts into a site
 */
export function createSites<EachSite extends Site>(
  spaces: readonly ServedSpace[],
  hosts: readonly HostedSpace[],
  publicUrl: string,
  hasProfile: boolean,
  cacheBytes: number,
  complete: (site: Site) => EachSite,
): Sites<EachSite> {
  const hostedNames = new Set(hosts.map(({ space }) => space));
  const unhosted = spaces.filter(({ name }) => !hostedNames.has(name));
  const bytesPerMount = cacheBytes / (hosts.length + unhosted.length);
  const createSite = (siteSpaces: readonly ServedSpace[], url: string): EachSite => {
    const profile = hasProfile ? profileUrl(url) : undefined;
    const mounts = createMounts(siteSpaces, url, profile, bytesPerMount * siteSpaces.length);
    return complete({ mounts, publicUrl: url, profile });
  };
  const byHost = hosts.map(({ space, host, origin }): readonly [string, EachSite] => [
    host,
    createSite(
      spaces.filter(({ name }) => name === space),
      origin,
    ),
  ]);
  return { byHost: new Map(byHost), defaultSite: createSite(unhosted, publicUrl) };
}

/** @returns the mounts of every site */
export const allMounts = ({ byHost, defaultSite }: Sites<Site>): readonly Mount[] => [
  ...[...byHost.values()].flatMap(({ mounts }) => mounts),
  ...defaultSite.mounts,
];

/** @returns the mount that serves the space; the first one if there are several hosts */
export function findMountOf(mounts: readonly Mount[], space: ServedSpace): Mount {
  const mount = mounts.find(({ served }) => served === space);
  if (mount === undefined) throw new InvariantError(`the space ${space.name} has no mount`);
  return mount;
}
