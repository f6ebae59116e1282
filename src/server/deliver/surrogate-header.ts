/**
 * The header that names the items an answer depends on, for caches in front of the server that purge by it.
 */
import { joinKeys } from '../../jsonapi/index.js';
import type { SurrogateHeader } from '../options/cache-control.js';

/** @param keys of the items that the answer depends on. @returns the header line, as name and value */
export function formatSurrogateLines(keys: ReadonlySet<string>, header: SurrogateHeader): readonly string[] {
  switch (header) {
    case 'surrogate-key':
      return ['Surrogate-Key', joinKeys(keys, ' ')];
    case 'cache-tag':
      return ['Cache-Tag', joinKeys(keys, ',')];
  }
}
