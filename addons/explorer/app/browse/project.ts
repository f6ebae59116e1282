/**
 * The projection of a map: the shown part of the earth, the pixel of each place, and the degrees of the grid lines.
 *
 * Equirectangular, with longitudes narrowed by the cosine of the middle latitude.
 */

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Plane {
  /** @returns pixels from the left and from the top */
  locate(place: Place): { readonly x: number; readonly y: number };
  /** Degrees of the grid lines. */
  readonly meridians: readonly number[];
  readonly parallels: readonly number[];
}

/** Distances between grid lines, in degrees. */
const GRID_STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 60, 90];
const LINE_MAXIMUM = 8;
/** Margin on each side, as a share of the span of the places; and the smallest shown span. */
const MARGIN_SHARE = 0.1;
const SPAN_MINIMUM = 0.005;

/** @returns the same meridian between -180 and 180, with three decimals */
export function normalizeLongitude(degrees: number): number {
  let longitude = degrees;
  if (degrees > 180) longitude -= 360;
  else if (degrees < -180) longitude += 360;
  return Number(longitude.toFixed(3));
}

/** @returns the multiples of a round step between two degrees */
function listLines(startDegrees: number, endDegrees: number): readonly number[] {
  const step = GRID_STEPS.find((candidate) => (endDegrees - startDegrees) / candidate <= LINE_MAXIMUM) ?? 90;
  const lines: number[] = [];
  const lastMultiple = Math.floor(endDegrees / step);
  for (let multiple = Math.ceil(startDegrees / step); multiple <= lastMultiple; multiple += 1)
    lines.push(multiple * step);
  return lines;
}

const spanOf = (degrees: readonly number[]): number => Math.max(...degrees) - Math.min(...degrees);
const middleOf = (degrees: readonly number[]): number => Math.min(...degrees) + spanOf(degrees) / 2;
const spanWithMargins = (degrees: readonly number[]): number =>
  Math.max(SPAN_MINIMUM, spanOf(degrees) * (1 + 2 * MARGIN_SHARE));
/** @returns the same meridian between 0 and 360 */
const countEastwards = (longitude: number): number => (longitude < 0 ? longitude + 360 : longitude);

/**
 * Chooses a plane that contains all places. It crosses the antimeridian if the places are closer together that way.
 *
 * @param places at least one
 */
export function choosePlane(places: readonly Place[], width: number, height: number): Plane {
  const longitudes = places.map(({ longitude }) => longitude);
  const crossesAntimeridian = spanOf(longitudes.map(countEastwards)) < spanOf(longitudes);
  const toPlane = crossesAntimeridian ? countEastwards : (longitude: number): number => longitude;
  const planeLongitudes = longitudes.map(toPlane);
  const latitudes = places.map(({ latitude }) => latitude);
  const middleLongitude = middleOf(planeLongitudes);
  const middleLatitude = middleOf(latitudes);
  // A degree of longitude is shorter near the poles.
  const narrowing = Math.max(0.1, Math.cos((middleLatitude * Math.PI) / 180));
  const pixelsPerLatitude = Math.min(
    width / (spanWithMargins(planeLongitudes) * narrowing),
    height / spanWithMargins(latitudes),
  );
  const pixelsPerLongitude = pixelsPerLatitude * narrowing;
  const halfWidth = width / 2 / pixelsPerLongitude;
  const halfHeight = height / 2 / pixelsPerLatitude;
  return {
    locate: ({ latitude, longitude }) => ({
      x: width / 2 + (toPlane(longitude) - middleLongitude) * pixelsPerLongitude,
      y: height / 2 - (latitude - middleLatitude) * pixelsPerLatitude,
    }),
    meridians: listLines(middleLongitude - halfWidth, middleLongitude + halfWidth),
    parallels: listLines(Math.max(-90, middleLatitude - halfHeight), Math.min(90, middleLatitude + halfHeight)),
  };
}
