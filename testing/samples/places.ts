/**
 * Random places with difficult coordinates, random areas, and the places that a simple test selects.
 *
 * A place on the antimeridian has two longitudes, so the test tries both.
 */
import { apart, metresBetween } from '../oracle/index.js';
import { type Pick, pickFrom } from './toys.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Shop {
  readonly id: string;
  readonly place: Place;
}

export const MODEL = {
  space: 'places',
  contentTypes: [{ name: 'shop', fields: [{ name: 'place', type: 'location' }] }],
} as const;

const LATITUDES = [90, -90, 0, 89.9999999, -89.9999999, 0.0000001, -16.85, -16.8499999, 16.85, 60] as const;
const LONGITUDES = [180, -180, 0, 179.9999999, -179.9999999, 179, -179, -0.0000001, 90, -90] as const;

const oneOf = <T>(pick: Pick, list: readonly T[]): T => list[pick(list.length)]!;

const placeFrom = (pick: Pick): Place => ({
  latitude: pick(5) === 0 ? (pick(1801) - 900) / 10 : oneOf(pick, LATITUDES),
  longitude: pick(5) === 0 ? (pick(3601) - 1800) / 10 : oneOf(pick, LONGITUDES),
});

export const shopsFrom = (pick: Pick, count: number): readonly Shop[] =>
  Array.from({ length: count }, (_, at) => ({ id: `s${at}`, place: placeFrom(pick) }));

export interface Question {
  readonly search: string;
  /** All shops of the list, in order. */
  readonly expected: readonly Shop[];
  /** Place from which distances are measured. */
  readonly from?: Place;
}

/** The numbers of a longitude: of the antimeridian both. */
const numbersOf = (longitude: number): readonly number[] => (Math.abs(longitude) === 180 ? [180, -180] : [longitude]);

/** Whether a place is inside the borders west, south, east, north. */
function liesWithin({ latitude, longitude }: Place, [west, south, east, north]: readonly number[]): boolean {
  if (latitude < south! || latitude > north!) return false;
  return numbersOf(longitude).some((one) =>
    west! > east! ? one >= west! || one <= east! : one >= west! && one <= east!,
  );
}

const METRES = [0, 0.5, 1000, 150_000, 2_000_000, 10_000_000, 20_015_000, 30_000_000] as const;

/** Places so near to a border that floats may decide either way are not requested. */
const isClear = (shops: readonly Shop[], from: Place, metres: number): boolean =>
  metres === 0 || shops.every(({ place }) => Math.abs(metresBetween({ ...place }, from) - metres) > 0.001);

const degrees = (value: number): string => value.toFixed(7);

export function questionsFrom(seed: number, shops: readonly Shop[], count: number): readonly Question[] {
  const pick = pickFrom(seed);
  const written = ({ latitude, longitude }: Place): string => `${degrees(latitude)},${degrees(longitude)}`;
  const questions: Question[] = [];
  while (questions.length < count) {
    const [one, other] = [placeFrom(pick), placeFrom(pick)];
    const not = pick(6) === 0;
    const asked = not ? 'filter[_NOT][][place]' : 'filter[place]';
    const chosen = (keep: (place: Place) => boolean): readonly Shop[] =>
      shops.filter(({ place }) => keep(place) !== not);
    const kind = pick(3);
    if (kind === 0) {
      const borders = [
        one.longitude,
        Math.min(one.latitude, other.latitude),
        other.longitude,
        Math.max(one.latitude, other.latitude),
      ];
      const search = `${asked}[_within]=${borders.map(degrees).join(',')}`;
      questions.push({ search, expected: chosen((place) => liesWithin(place, borders)) });
    } else if (kind === 1) {
      const metres = oneOf(pick, METRES);
      if (!isClear(shops, one, metres)) continue;
      // Beside a pole, places of other digits are nearer than floats of metres tell.
      const isNear = (place: Place): boolean =>
        metres === 0 ? apart({ ...place }, one) === 0 : metresBetween({ ...place }, one) <= metres;
      questions.push({ search: `${asked}[_near]=${written(one)},${metres}`, expected: chosen(isNear) });
    } else {
      const sign = pick(2) === 0 ? 1 : -1;
      // A stable sort: equally distant items keep the order of the export.
      const expected = shops.toSorted((a, b) => sign * (apart({ ...a.place }, one) - apart({ ...b.place }, one)));
      questions.push({ search: `sort=${sign < 0 ? '-' : ''}place.distance(${written(one)})`, expected, from: one });
    }
  }
  return questions;
}

/** The pages of which each question is asked. */
export const PAGES = [0, 60] as const;
export const LIMIT = 100;

/** The document of a list. */
export interface Listed {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: { readonly place: Place };
    readonly meta?: { readonly distance?: number };
  }[];
  readonly meta: { readonly total: number };
}

type Shown = readonly [id: string, place: Place, distance: number | undefined];

/** @returns the expected answer: ids, places as in the export, and distances in metres, rounded to the decimetre */
export function shownOf({ expected, from }: Question, skip: number): readonly Shown[] {
  return expected.slice(skip, skip + LIMIT).map(({ id, place }) => [id, place, from && decimetres(place, from)]);
}

const decimetres = (place: Place, from: Place): number => Math.round(metresBetween({ ...place }, from) * 10) / 10;

export const shownIn = ({ data }: Listed): readonly Shown[] =>
  data.map(({ id, attributes, meta }) => [id, attributes.place, meta?.distance]);
