/**
 * What a build may choose of structures that answer faster and change no answer: how much of them is stored ahead.
 *
 * A snapshot's manifest names those that are not the default.
 */

export interface BuildChoices {
  /** Parts that the order of a field's values is cut into, each with a bitset; 0: none. */
  readonly quantiles: number;
  /** Items that a content type must have for its fields to get them. */
  readonly quantilesFrom: number;
  /** First items that are stored of frequent substrings: as many as a page has, so that no item is looked at. */
  readonly firstItems: number;
  /** Of substrings in more items than this; at least as many as `firstItems`. */
  readonly firstItemsAbove: number;
  /** Substrings of a field, those in most items, that get a bitset, in content types of `quantilesFrom` items; 0: none. */
  readonly substringSets: number;
}

export const DEFAULT_CHOICES: BuildChoices = Object.freeze({
  quantiles: 64,
  quantilesFrom: 2 ** 15,
  firstItems: 20,
  firstItemsAbove: 1024,
  substringSets: 64,
});

/** At most, and at least. */
export const CHOICE_LIMITS: Readonly<Record<keyof BuildChoices, readonly [least: number, most: number]>> =
  Object.freeze({
    quantiles: [0, 1024],
    quantilesFrom: [0, 2 ** 31],
    firstItems: [1, 1000],
    firstItemsAbove: [1, 2 ** 31],
    substringSets: [0, 1024],
  });

const names = [
  'quantiles',
  'quantilesFrom',
  'firstItems',
  'firstItemsAbove',
  'substringSets',
] as const satisfies readonly (keyof BuildChoices)[];

/** @returns those that are not the default; undefined where all are */
export function choicesToJson(choices: BuildChoices): Partial<BuildChoices> | undefined {
  const own = names.filter((name) => choices[name] !== DEFAULT_CHOICES[name]);
  return own.length === 0 ? undefined : Object.fromEntries(own.map((name) => [name, choices[name]]));
}

/** @returns undefined for what is none */
export function readChoices(value: unknown): BuildChoices | undefined {
  if (value === undefined) return DEFAULT_CHOICES;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  if ([...given.keys()].some((key) => !names.some((name) => name === key))) return undefined;
  const read: Record<keyof BuildChoices, number> = { ...DEFAULT_CHOICES };
  for (const name of names) {
    const chosen = given.has(name) ? given.get(name) : DEFAULT_CHOICES[name];
    const [least, most] = CHOICE_LIMITS[name];
    if (typeof chosen !== 'number' || !Number.isSafeInteger(chosen) || chosen < least || chosen > most)
      return undefined;
    read[name] = chosen;
  }
  return read.firstItems > read.firstItemsAbove ? undefined : Object.freeze(read);
}
