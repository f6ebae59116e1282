/**
 * Places on the earth, exact to seven digits of a degree: a centimetre.
 *
 * The index holds a place as one float, whose order is the Z-order: the bits of longitude and latitude by turns, so that
 * what is near on the earth is mostly near in the order, and every cell of a grid is one interval of it.
 * Source: Morton, "A computer oriented geodetic data base", 1966.
 */

export interface Location {
  /** Degrees, north is positive. */
  readonly latitude: number;
  /** Degrees, east is positive. */
  readonly longitude: number;
}

export const LOCATION_DIGITS = 7;
/** In degrees: what is beyond it, or below its negative, is no such coordinate. */
export const LOCATION_LIMITS: Readonly<Record<keyof Location, number>> = Object.freeze({
  latitude: 90,
  longitude: 180,
});

/** Units of the last digit. */
export const UNITS_PER_DEGREE = 10 ** LOCATION_DIGITS;
const south = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const west = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

const view = new DataView(new ArrayBuffer(8));

/** Puts a zero before each of the lowest 16 bits. */
function spread(bits: number): number {
  let out = bits & 0xffff;
  out = (out | (out << 8)) & 0x00ff00ff;
  out = (out | (out << 4)) & 0x0f0f0f0f;
  out = (out | (out << 2)) & 0x33333333;
  return (out | (out << 1)) & 0x55555555;
}

/** Takes every other bit out. */
function gather(bits: number): number {
  let out = bits & 0x55555555;
  out = (out | (out >>> 1)) & 0x33333333;
  out = (out | (out >>> 2)) & 0x0f0f0f0f;
  out = (out | (out >>> 4)) & 0x00ff00ff;
  return (out | (out >>> 8)) & 0xffff;
}

/**
 * @param latitude  in units from the south pole, below 2^31
 * @param longitude in units from the antimeridian eastwards, below 2^32
 * @returns the place as the index holds it: not negative, and finite up to 180 degrees, whose highest bits are no ones
 */
export function zOrder(latitude: number, longitude: number): number {
  view.setUint32(0, spread(longitude >>> 16) | (spread(latitude >>> 16) << 1));
  view.setUint32(4, spread(longitude) | (spread(latitude) << 1));
  return view.getFloat64(0);
}

/** @param latitude in units from the equator, as `longitude` from Greenwich */
export const heldLocation = (latitude: number, longitude: number): number => zOrder(latitude + south, longitude + west);

/** @param held as the index holds a place. @returns units from the equator */
export function latitudeUnits(held: number): number {
  view.setFloat64(0, held);
  return gather(view.getUint32(0) >>> 1) * 0x1_0000 + gather(view.getUint32(4) >>> 1) - south;
}

/** @param held as the index holds a place. @returns units from Greenwich */
export function longitudeUnits(held: number): number {
  view.setFloat64(0, held);
  return gather(view.getUint32(0)) * 0x1_0000 + gather(view.getUint32(4)) - west;
}

/** @returns the place that the index holds so, with the digits that it was written with */
export const shownLocation = (held: number): Location => ({
  latitude: latitudeUnits(held) / UNITS_PER_DEGREE,
  longitude: longitudeUnits(held) / UNITS_PER_DEGREE,
});
