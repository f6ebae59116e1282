/**
 * JSON that others wrote: checking that a value is an object before any of its members is used.
 */

/** Whether it is an object with members, of which nothing is known yet; a list is none. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the object that a text of JSON is; undefined where it is none */
export function recordIn(json: Uint8Array | string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
