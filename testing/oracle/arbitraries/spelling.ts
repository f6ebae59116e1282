/**
 * Random spellings of an address: characters with and without percent-encoding, and a space as `+`.
 */
import { encodeStrictly } from '../documents/addresses.js';
import { oneOf, type Pick } from './picking.js';

/** Characters that arrive unharmed in a query or a path, though the canonical encoding escapes them. */
const HARMLESS = new Set("!'()*,:;@/?$");

/** A parameter of a query, decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
  /** The value holds a `+` that clients forget to escape, so that it may arrive as a space. */
  readonly plusMayBeRaw?: boolean;
  /** Values of a list filter, in place of the value, in one of the forms of a list. */
  readonly list?: readonly string[];
}

const escapes = (text: string): string =>
  Buffer.from(text).reduce((done, byte) => `${done}%${byte.toString(16).padStart(2, '0')}`, '');

/** One character in one of its spellings; `%61` for `a` is legal, and rare. */
function spelled(pick: Pick, character: string, isHarmless: (character: string) => boolean): string {
  const canonical = encodeStrictly(character);
  if (isHarmless(character)) return oneOf(pick, canonical, character);
  if (canonical === character) return pick(40) === 0 ? escapes(character) : character;
  return oneOf(pick, canonical, escapes(character));
}

function spelledValue(pick: Pick, { value, plusMayBeRaw = false }: Parameter): string {
  return [...value]
    .map((character) => {
      if (character === ' ') return oneOf(pick, '+', '%20');
      if (character === '+' && plusMayBeRaw) return oneOf(pick, '+', '%2B', '%2b');
      return spelled(pick, character, (harmless) => HARMLESS.has(harmless));
    })
    .join('');
}

/** Raw brackets or escaped ones, in one spelling for the whole name, as clients do. */
function spelledName(pick: Pick, name: string): string {
  const [open, close] = oneOf(pick, ['[', ']'] as const, ['%5B', '%5D'] as const, ['%5b', '%5d'] as const);
  return [...name]
    .map((character) => (character === '[' ? open : character === ']' ? close : encodeStrictly(character)))
    .join('');
}

/** A list as parameters of its own: with commas, value by value, under indexes, or some so and some so. */
function listed(pick: Pick, parameter: Parameter): readonly Parameter[] {
  const { name, list, plusMayBeRaw = false } = parameter;
  if (list === undefined) return [parameter];
  const one = (suffix: string, value: string): Parameter => ({ name: `${name}${suffix}`, value, plusMayBeRaw });
  const holdsComma = list.some((value) => value.includes(','));
  if (name.includes('[]')) return holdsComma ? [one('[]', list[0] ?? '')] : [one('', list.join(','))];
  // A value that is sent twice is listed once.
  const [first = ''] = list;
  const again = pick(5) === 0 ? [one('[]', first)] : [];
  switch (holdsComma ? 1 + pick(2) : pick(4)) {
    case 0:
      return [one('', list.join(',')), ...again];
    case 1:
      return [...list.map((value) => one('[]', value)), ...again];
    case 2:
      return [...list.map((value, index) => one(`[${index}]`, value)), ...again];
    default:
      return [...list.map((value) => one('', value)), ...again];
  }
}

/** @returns the query as a client might write it: `''`, or beginning with `?` */
export function rawSearch(pick: Pick, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return oneOf(pick, '', '?');
  const parts = parameters
    .flatMap((parameter) => listed(pick, parameter))
    .map((parameter) => `${spelledName(pick, parameter.name)}=${spelledValue(pick, parameter)}`);
  return `?${parts.join(oneOf(pick, '&', '&', '&&'))}`;
}

/** @returns the query in its canonical encoding, the parameters in the same order */
export function canonicalSearch(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const pair = (name: string, value: string): string => `${encodeStrictly(name)}=${encodeStrictly(value)}`;
  const parts = parameters.flatMap(({ name, value, list }) => {
    if (list === undefined) return [pair(name, value)];
    if (!list.some((one) => one.includes(','))) return [pair(name, list.join(','))];
    return list.map((one) => pair(`${name}[]`, one));
  });
  return `?${parts.join('&')}`;
}

/** @returns one segment of a path; a `+` there is a plus, and a slash must be escaped */
export const rawSegment = (pick: Pick, segment: string): string =>
  [...segment]
    .map((character) =>
      spelled(pick, character, (harmless) => harmless === '+' || (HARMLESS.has(harmless) && !'/?'.includes(harmless))),
    )
    .join('');
