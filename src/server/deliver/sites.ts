/**
 * Which spaces are served at which host. Each host is served as a server of its own would: one space at
 * `/delivery/jsonapi`, several behind their names; nothing of one host is found at another.
 */
import { InvariantError } from '../../content/errors/index.js';
import { profileUrl } from '../negotiate/profile.js';
import type { HostedSpace } from '../options.js';
import { type Mount, mountsOf, type ServedSpace } from './mounts.js';

export interface Site {
  readonly mounts: readonly Mount[];
  /** What links begin with: `''`, or a URL without a slash at the end. */
  readonly publicUrl: string;
  /** Where the profile is described that its documents follow; undefined where it is not served. */
  readonly profile: string | undefined;
}

interface Sites<Each extends Site> {
  /** By host, in small letters and without a port. */
  readonly byHost: ReadonlyMap<string, Each>;
  /** At every other host: the spaces that have none of their own. */
  readonly rest: Each;
}

/**
 * @param hosts      none, the default: all spaces are served at every host
 * @param publicUrl  of the spaces that have no host of their own
 * @param profiled   whether the profile is served
 * @param cacheBytes for the answers of all sites, in equal parts for each mount
 * @param complete   makes a site of its mounts
 */
export function sitesOf<Each extends Site>(
  spaces: readonly ServedSpace[],
  hosts: readonly HostedSpace[],
  publicUrl: string,
  profiled: boolean,
  cacheBytes: number,
  complete: (site: Site) => Each,
): Sites<Each> {
  const hosted = new Set(hosts.map(({ space }) => space));
  const others = spaces.filter(({ name }) => !hosted.has(name));
  const bytesEach = cacheBytes / (hosts.length + others.length);
  const site = (some: readonly ServedSpace[], url: string): Each => {
    const profile = profiled ? profileUrl(url) : undefined;
    return complete({ mounts: mountsOf(some, url, profile, bytesEach * some.length), publicUrl: url, profile });
  };
  const byHost = hosts.map(({ space, host, origin }): readonly [string, Each] => [
    host,
    site(
      spaces.filter(({ name }) => name === space),
      origin,
    ),
  ]);
  return { byHost: new Map(byHost), rest: site(others, publicUrl) };
}

/** @returns the mounts of every site */
export const allMounts = ({ byHost, rest }: Sites<Site>): readonly Mount[] => [
  ...[...byHost.values()].flatMap(({ mounts }) => mounts),
  ...rest.mounts,
];

/** @returns where the space is served; of several hosts at the first */
export function mountServing(mounts: readonly Mount[], space: ServedSpace): Mount {
  const found = mounts.find(({ served }) => served === space);
  if (found === undefined) throw new InvariantError(`the space ${space.name} is mounted nowhere`);
  return found;
}
