/**
 * Single field values with the skews of real content: prices that clump at …99, dates that crowd the recent past, counts with
 * a long tail.
 *
 * Items that the profiles pass to the writer, in the form of the export, created one at a time.
 */
import { type Random, Weighted, zipfWeights } from './random.js';

export const GENRES =
  `Fiction Crime Romance Fantasy History Biography Science Travel Cookery Children Poetry Drama Art Music
Photography Architecture Design Technology Business Economics Politics Law Philosophy Religion Psychology Education Health
Sport Gardening Nature Crafts Humour Comics Reference Languages Mathematics Engineering Maritime Local Ephemera`.split(
    /\s+/,
  );

export const COUNTRIES = 'GB US DE FR JP IN ES IT BR NL PL SE KR MX GR PT EG KE IE AR NO DK IS MA'.split(' ');

const genreFrequency = new Weighted(zipfWeights(GENRES.length));
const countryFrequency = new Weighted(zipfWeights(COUNTRIES.length));

/** No clock is read: every export was taken at this instant. */
const exportedMs = Date.UTC(2026, 0, 1);
const secondsPerDay = 86_400;

/** The first of the 40 has 23 %, the last 0.6 %. */
export const genre = (random: Random): string => GENRES[genreFrequency.draw(random)]!;

export const country = (random: Random): string => COUNTRIES[countryFrequency.draw(random)]!;

/** @returns hundredths: 1.00 to 9,999.99, one in ten above 50; 45 % end in 99, a quarter anyhow */
export function priceCents(random: Random): number {
  const whole = Math.min(9999, Math.floor(5 / random.unit()) - 4);
  const end = random.below(100);
  if (end < 45) return whole * 100 + 99;
  if (end < 57) return whole * 100 + 95;
  if (end < 67) return whole * 100;
  if (end < 75) return whole * 100 + 50;
  return whole * 100 + random.below(100);
}

/** @returns for example `12.05` */
export const decimalText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** @returns 0 to 500, low numbers first among equals, one in twelve exactly 0 */
export const stock = (random: Random): number =>
  random.below(12) === 0 ? 0 : Math.min(random.below(501), random.below(501));

/** @returns 0 to 100,000,000: the median is 50, one in a hundred exceeds 4,900, and so on by tens */
export const views = (random: Random): number => Math.min(100_000_000, Math.floor(50 / random.unit()) - 50);

/** @returns ms since 1970, whole seconds: up to `years` before 2026, half of all within an eighth of that */
export function recentMs(random: Random, years: number): number {
  const age = random.unit();
  return exportedMs - Math.floor(age * age * age * years * 365 * secondsPerDay) * 1000;
}

/** @returns `YYYY-MM-DDThh:mm:ss.sssZ` */
export const instantText = (ms: number): string => new Date(ms).toISOString();

/** @returns `YYYY-MM-DD` */
export const dayText = (ms: number): string => instantText(ms).slice(0, 10);

/** @returns a text that no other `index` below 10^9 has, and that does not sort in the order of the indexes */
export function sku(index: number, random: Random): string {
  // 7,368,787 has no divisor in common with 10^9, so the digits are a permutation.
  const digits = String((index * 7_368_787 + 123_456_789) % 1_000_000_000).padStart(9, '0');
  const letter = (): string => String.fromCharCode(65 + random.below(26));
  return `${letter()}${letter()}-${digits}`;
}

interface ImageRecord {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly altText: string;
}

interface LinkRecord {
  readonly type: string;
  readonly id: string;
}

type FieldRecord =
  | string
  | number
  | boolean
  | null
  | undefined
  | ImageRecord
  | LinkRecord
  | readonly string[]
  | readonly LinkRecord[];

/** One line of an export. Fields that are undefined are left out. */
export interface ItemRecord {
  readonly id: string;
  readonly [field: string]: FieldRecord;
}

export interface TypeSource {
  readonly type: string;
  /** How many records there will be. */
  readonly items: number;
  /** The same records in the same order, each time it is called. */
  records(): Iterable<ItemRecord>;
}
