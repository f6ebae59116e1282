/**
 * msgpack for headers: maps stay maps, so that no key of a file becomes a property name.
 */
import { Packr } from 'msgpackr';

const packr = new Packr({ useRecords: false, mapsAsObjects: false, variableMapSize: true });

/** What a header may hold. */
export type Packed = string | number | boolean | null | readonly Packed[] | ReadonlyMap<string, Packed>;

/** The same bytes for the same value. */
export const pack = (value: Packed): Uint8Array => Uint8Array.from(packr.pack(value));

/** @throws when the bytes are no msgpack, or not exactly one value */
export const unpack = (bytes: Uint8Array): unknown => packr.unpack(bytes);

// What a value of foreign JSON is, before any of its members is believed.

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
