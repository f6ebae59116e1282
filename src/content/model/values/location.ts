/**
 * Locations on the earth, exact to seven digits of a degree: one centimetre.
 *
 * The index stores a location as one float whose order is the Z-order: the bits of longitude and latitude alternate. Near
 * locations are mostly near in this order, and every cell of a grid is one interval of it.
 *
 *     64 bits   lat31 lon31 lat30 lon30 … lat0 lon0    units from the south pole and from the antimeridian, as a positive float
 *
 * Source: Morton, "A computer oriented geodetic data base", 1966.
 */

export interface Location {
  /** Degrees, north is positive. */
  readonly latitude: number;
  /** Degrees, east is positive. */
  readonly longitude: number;
}

export const LOCATION_DIGITS = 7;
/** Largest absolute value of each coordinate, in degrees. */
export const LOCATION_LIMITS: Readonly<Record<keyof Location, number>> = Object.freeze({
  latitude: 90,
  longitude: 180,
});

/** Units of the last digit. */
export const UNITS_PER_DEGREE = 10 ** LOCATION_DIGITS;
const south = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const west = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

const view = new DataView(new ArrayBuffer(8));

/** Inserts a zero before each of the lowest 16 bits. */
function spread(bits: number): number {
  let out = bits & 0xffff;
  out = (out | (out << 8)) & 0x00ff00ff;
  out = (out | (out << 4)) & 0x0f0f0f0f;
  out = (out | (out << 2)) & 0x33333333;
  return (out | (out << 1)) & 0x55555555;
}

/** Extracts every other bit. */
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
 * @returns the stored form of the location: not negative, and finite, as the highest bits of 180 degrees are not all ones
 */
export function zOrder(latitude: number, longitude: number): number {
  view.setUint32(0, spread(longitude >>> 16) | (spread(latitude >>> 16) << 1));
  view.setUint32(4, spread(longitude) | (spread(latitude) << 1));
  return view.getFloat64(0);
}

/** @param latitude in units from the equator. @param longitude in units from Greenwich */
export const encodeLocation = (latitude: number, longitude: number): number =>
  zOrder(latitude + south, longitude + west);

/** @param stored a location of the index. @returns its latitude in units from the equator */
export function latitudeUnits(stored: number): number {
  view.setFloat64(0, stored);
  return gather(view.getUint32(0) >>> 1) * 0x1_0000 + gather(view.getUint32(4) >>> 1) - south;
}

/** @param stored a location of the index. @returns its longitude in units from Greenwich */
export function longitudeUnits(stored: number): number {
  view.setFloat64(0, stored);
  return gather(view.getUint32(0)) * 0x1_0000 + gather(view.getUint32(4)) - west;
}

/** @param stored a location of the index. @returns the location, with the digits of the export */
export const decodeLocation = (stored: number): Location => ({
  latitude: latitudeUnits(stored) / UNITS_PER_DEGREE,
  longitude: longitudeUnits(stored) / UNITS_PER_DEGREE,
});
