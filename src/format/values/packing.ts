/**
 * msgpack for headers. Maps stay maps, so that no key of a file becomes a property name.
 */
import { Packr } from 'msgpackr';

const packr = new Packr({ useRecords: false, mapsAsObjects: false, variableMapSize: true });

/** Values that a header can hold. */
export type Packed = string | number | boolean | null | readonly Packed[] | ReadonlyMap<string, Packed>;

/** Equal values give equal bytes. */
export const pack = (value: Packed): Uint8Array => Uint8Array.from(packr.pack(value));

/** @throws if the bytes are not exactly one msgpack value */
export const unpack = (bytes: Uint8Array): unknown => packr.unpack(bytes);
