/**
 * The bound on the depth of texts: functions that walk their trees call themselves once for each level.
 *
 * Elsewhere: the bound on the depth of JSON (value/json).
 */

/** Elements within each other; a browser reads 512. */
export const ELEMENT_DEPTH_MAXIMUM = 256;

/** Lists and quotations within each other: readers of Markdown take deeper ones for text. */
export const CONTAINER_DEPTH_MAXIMUM = 90;

/** Thrown for a text that is nested deeper than a bound. */
export class TooDeepError extends Error {
  constructor(nested: string, maximum: number) {
    super(`${nested} are nested deeper than ${maximum}; flatten them in the source`);
    this.name = 'TooDeepError';
  }
}
