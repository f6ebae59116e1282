/**
 * JSON that others wrote: checking that a value is an object before any of its members is used.
 */

/** Whether the value is an object with unknown members, not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the object of a JSON text; undefined if the text is not JSON or not an object */
export function parseRecord(json: Uint8Array | string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
