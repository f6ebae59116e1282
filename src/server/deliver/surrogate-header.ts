/**
 * The header that tells a cache in front of the server what an answer depends on, as that cache reads it.
 */
import { joinKeys } from '../../jsonapi/index.js';
import type { SurrogateHeader } from '../options.js';

/** @returns the header's line as name and value, or nothing where there is no such header or nothing to name */
export function surrogateLines(keys: ReadonlySet<string>, header: SurrogateHeader | undefined): readonly string[] {
  if (header === undefined || keys.size === 0) return [];
  switch (header) {
    case 'surrogate-key':
      return ['Surrogate-Key', joinKeys(keys, ' ')];
    case 'cache-tag':
      return ['Cache-Tag', joinKeys(keys, ',')];
  }
}
