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
