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
  at(index: Place): { readonly x: number; readonly y: number };
  /** Degrees of the grid lines. */
  readonly meridians: readonly number[];
  readonly parallels: readonly number[];
}

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 60, 90];
const linesMaximum = 8;
/** Margin on each side, as a share of the span of the places; and the smallest shown span. */
const marginShare = 0.1;
const minimumDegrees = 0.005;

/** @returns the same meridian between -180 and 180, with three decimals */
export const normalizeLongitude = (degrees: number): number =>
  Number((degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees).toFixed(3));

function listLines(least: number, most: number): readonly number[] {
  const step = steps.find((candidate) => (most - least) / candidate <= linesMaximum) ?? 90;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.max(0, Math.floor(most / step) - first + 1) }, (_, index) => (first + index) * step);
}

/**
 * Chooses a plane that contains all places. It crosses the antimeridian if the places are closer together that way.
 *
 * @param places at least one
 */
export function choosePlane(places: readonly Place[], width: number, height: number): Plane {
  const span = (degrees: readonly number[]): number => Math.max(...degrees) - Math.min(...degrees);
  const longitudesWest = places.map(({ longitude }) => longitude);
  const longitudesEast = longitudesWest.map((longitude) => (longitude < 0 ? longitude + 360 : longitude));
  const crossesAntimeridian = span(longitudesEast) < span(longitudesWest);
  const longitudes = crossesAntimeridian ? longitudesEast : longitudesWest;
  const latitudes = places.map(({ latitude }) => latitude);
  const middle = { x: Math.min(...longitudes) + span(longitudes) / 2, y: Math.min(...latitudes) + span(latitudes) / 2 };
  // A degree of longitude is shorter near the poles.
  const longitudeScale = Math.max(0.1, Math.cos((middle.y * Math.PI) / 180));
  const spanWithMargins = (degrees: readonly number[]): number =>
    Math.max(minimumDegrees, span(degrees) * (1 + 2 * marginShare));
  const scale = Math.min(width / (spanWithMargins(longitudes) * longitudeScale), height / spanWithMargins(latitudes));
  const [halfWidth, halfHeight] = [width / scale / longitudeScale / 2, height / scale / 2];
  return {
    at: ({ latitude, longitude }) => ({
      x:
        width / 2 +
        ((crossesAntimeridian && longitude < 0 ? longitude + 360 : longitude) - middle.x) * scale * longitudeScale,
      y: height / 2 - (latitude - middle.y) * scale,
    }),
    meridians: listLines(middle.x - halfWidth, middle.x + halfWidth),
    parallels: listLines(Math.max(-90, middle.y - halfHeight), Math.min(90, middle.y + halfHeight)),
  };
}
