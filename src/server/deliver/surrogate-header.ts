/**
 * The header that tells a cache in front of the server what an answer depends on, as that cache reads it.
 */
import { joinKeys } from '../../jsonapi/index.js';
import type { SurrogateHeader } from '../options.js';

/** @returns the header's line as name and value, to be sent with an answer that depends on these */
export function surrogateLines(keys: ReadonlySet<string>, header: SurrogateHeader): readonly string[] {
  switch (header) {
    case 'surrogate-key':
      return ['Surrogate-Key', joinKeys(keys, ' ')];
    case 'cache-tag':
      return ['Cache-Tag', joinKeys(keys, ',')];
  }
}
