/**
 * Where each space is mounted, and what its links begin with.
 */
import type { ServedSpace } from './options.js';

const deliveryRoot = '/delivery/jsonapi';

export interface Mount {
  readonly served: ServedSpace;
  /** Path of the delivery root on this server. */
  readonly path: string;
  /** What every link begins with: the public URL, if there is one, and the path. */
  readonly base: string;
}

/**
 * @param publicUrl `''` or a URL without a slash at the end
 * @returns one mount a space: `/delivery/jsonapi` for a single one, `/{space}/delivery/jsonapi` for several
 */
export function mountsOf(spaces: readonly ServedSpace[], publicUrl: string): readonly Mount[] {
  return spaces.map((served) => {
    const path = spaces.length === 1 ? deliveryRoot : `/${served.name}${deliveryRoot}`;
    return { served, path, base: `${publicUrl}${path}` };
  });
}

/** What every link of a document printed without a server begins with: those of one space without a public URL. */
export const DEFAULT_BASE = deliveryRoot;
