/**
 * The bounds on the depth of texts: functions that walk a tree call themselves once for each level.
 *
 * Elsewhere: the bound on the depth of JSON (value/json).
 */

/** Maximum depth of nested elements; a browser reads 512. */
export const ELEMENT_DEPTH_MAXIMUM = 256;

/** Maximum depth of nested lists and quotations: readers of Markdown read deeper ones as text. */
export const CONTAINER_DEPTH_MAXIMUM = 90;

/** Thrown for a text that is nested deeper than a bound. */
export class TooDeepError extends Error {
  constructor(nested: string, maximum: number) {
    super(`${nested} are nested deeper than ${maximum}; flatten them in the source`);
    this.name = 'TooDeepError';
  }
}
