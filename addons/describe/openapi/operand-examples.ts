/**
 * Example values for conditions of a filter: values of the sampled items that the condition matches.
 *
 * Elsewhere: examples of the other parameters (examples), sampling the items (samples).
 */
import { entryOf, type Operator } from '../../../src/content/model/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';

type OrderMeaning = Extract<ReturnType<typeof entryOf>['meaning'], { readonly asks: 'order' }>;
type Sign = OrderMeaning['sign'];

/** The radius of an example circle, in metres. */
export const EXAMPLE_RADIUS = 10_000;
/** Half the side of an example box. */
const BOX_DEGREES = 1;
const LISTED_VALUE_COUNT = 2;
/** Longer texts make an example unreadable. */
const TEXT_LENGTH_MAXIMUM = 80;

/** Part of a text → the word that is its example. */
const WORD_PATTERNS = { anywhere: /[\p{L}\p{N}]{4,}/u, start: /^\S{1,20}/, end: /\S{1,20}$/ } as const;
type TextPart = keyof typeof WORD_PATTERNS;

export const findWord = (value: Json, part: TextPart): string | undefined =>
  WORD_PATTERNS[part].exec(String(value))?.[0];

/** @returns the first word in one of the values */
export function findFirstWord(values: readonly Json[], part: TextPart): string | undefined {
  for (const value of values) {
    const word = findWord(value, part);
    if (word !== undefined) return word;
  }
  return undefined;
}

/** @returns a value for a condition that some items match; undefined if there is none */
export function chooseOperand(operator: Operator, values: readonly Json[]): Json | undefined {
  const { meaning } = entryOf(operator);
  const shortValues = values.filter((value) => typeof value !== 'string' || value.length <= TEXT_LENGTH_MAXIMUM);
  switch (meaning.asks) {
    case 'populated':
      return true;
    case 'membership': {
      // Commas separate the values of a list; values with commas are examples of its array form.
      const listable = shortValues.filter((value) => !String(value).includes(','));
      return listable.length === 0 ? undefined : listable.slice(0, LISTED_VALUE_COUNT);
    }
    case 'part':
      return findFirstWord(values, meaning.place);
    case 'order':
      return chooseBound(meaning.sign, shortValues);
    case 'area': {
      const location = values.find(isObject);
      if (location === undefined) return undefined;
      return meaning.shape === 'circle' ? circleExample(location) : boxExample(location);
    }
  }
}

/** @returns a value for the array form of `_in`; undefined if none needs it, because no value has a comma */
export function chooseListedText(values: readonly Json[]): readonly Json[] | undefined {
  const text = values.find((value) => String(value).includes(',') && String(value).length <= TEXT_LENGTH_MAXIMUM);
  return text === undefined ? undefined : [text];
}

/** @returns the largest value as an upper bound and the smallest as a lower bound, which most items match */
function chooseBound(sign: Sign, values: readonly Json[]): Json | undefined {
  switch (sign) {
    case '<':
    case '<=':
      return values.toSorted(compareValues).at(-1);
    case '>':
    case '>=':
      return values.toSorted(compareValues)[0];
    default:
      return values[0];
  }
}

/** Compares as numbers first, because decimals are texts. */
const compareValues = (a: Json, b: Json): number => Number(a) - Number(b) || (String(a) < String(b) ? -1 : 1);

/** @param location of an item. @returns `latitude,longitude` */
export const writePoint = ({ latitude, longitude }: Schema): string => `${Number(latitude)},${Number(longitude)}`;

/** @param location of an item. @returns `latitude,longitude,radius` */
const circleExample = (location: Schema): string => `${writePoint(location)},${EXAMPLE_RADIUS}`;

/** @param location of an item, in the middle. @returns `west,south,east,north` in degrees */
function boxExample(location: Schema): string {
  const latitude = Number(location['latitude']);
  const longitude = Number(location['longitude']);
  const west = Math.max(-180, longitude - BOX_DEGREES);
  const south = Math.max(-90, latitude - BOX_DEGREES);
  const east = Math.min(180, longitude + BOX_DEGREES);
  const north = Math.min(90, latitude + BOX_DEGREES);
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(3))).join();
}
