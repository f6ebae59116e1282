/**
 * What a request's line asks for: read once, before anything else, for the cache and for the router alike.
 */
import type { IncomingMessage } from 'node:http';
import { originForm, plainTarget, splitTarget } from '../wire/target.js';
import { type Mount, mountOf } from './mounts.js';

export interface Asked {
  /** In origin form; the path is percent-encoded as little as it can be. */
  readonly target: string;
  readonly path: string;
  /** `''`, or `?` and what follows. */
  readonly search: string;
  /** Whose content; undefined where the path is below no delivery root. */
  readonly mount: Mount | undefined;
  /** What the router looks at: the path below the delivery root, or the path where it is below none. */
  readonly routed: string;
}

/** @param url as it was sent. Cost: O(mounts). */
export function askedOf(mounts: readonly Mount[], { url = '' }: Pick<IncomingMessage, 'url'>): Asked {
  const target = plainTarget(originForm(url));
  const { path, search } = splitTarget(target);
  const mount = mountOf(mounts, path);
  return { target, path, search, mount, routed: mount === undefined ? path : path.slice(mount.path.length) };
}
