/**
 * What a value of foreign JSON is, before any of its members is believed.
 */

/** Whether it is an object with members, of which nothing is known yet; a list is none. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
