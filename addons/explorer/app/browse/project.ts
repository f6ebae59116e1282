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
  at(place: Place): { readonly x: number; readonly y: number };
  /** Degrees of the grid lines. */
  readonly meridians: readonly number[];
  readonly parallels: readonly number[];
}

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 60, 90];
const linesMost = 8;
/** Margin on each side, as a share of the span of the places; and the smallest shown span. */
const around = 0.1;
const leastDegrees = 0.005;

/** @returns the same meridian between -180 and 180, with three decimals */
export const written = (degrees: number): number =>
  Number((degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees).toFixed(3));

function linesBetween(least: number, most: number): readonly number[] {
  const step = steps.find((one) => (most - least) / one <= linesMost) ?? 90;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.max(0, Math.floor(most / step) - first + 1) }, (_, place) => (first + place) * step);
}

/**
 * Chooses a plane that contains all places. It crosses the antimeridian if the places are closer together that way.
 *
 * @param places at least one
 */
export function planeOf(places: readonly Place[], width: number, height: number): Plane {
  const span = (degrees: readonly number[]): number => Math.max(...degrees) - Math.min(...degrees);
  const plain = places.map(({ longitude }) => longitude);
  const turned = plain.map((longitude) => (longitude < 0 ? longitude + 360 : longitude));
  const isTurned = span(turned) < span(plain);
  const longitudes = isTurned ? turned : plain;
  const latitudes = places.map(({ latitude }) => latitude);
  const middle = { x: Math.min(...longitudes) + span(longitudes) / 2, y: Math.min(...latitudes) + span(latitudes) / 2 };
  // A degree of longitude is shorter near the poles.
  const narrowing = Math.max(0.1, Math.cos((middle.y * Math.PI) / 180));
  const grown = (degrees: readonly number[]): number => Math.max(leastDegrees, span(degrees) * (1 + 2 * around));
  const scale = Math.min(width / (grown(longitudes) * narrowing), height / grown(latitudes));
  const [across, down] = [width / scale / narrowing / 2, height / scale / 2];
  return {
    at: ({ latitude, longitude }) => ({
      x: width / 2 + ((isTurned && longitude < 0 ? longitude + 360 : longitude) - middle.x) * scale * narrowing,
      y: height / 2 - (latitude - middle.y) * scale,
    }),
    meridians: linesBetween(middle.x - across, middle.x + across),
    parallels: linesBetween(Math.max(-90, middle.y - down), Math.min(90, middle.y + down)),
  };
}
