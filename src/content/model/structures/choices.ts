/**
 * Build settings: how many extra structures a snapshot stores to answer faster. They change no answer.
 *
 * The manifest of a snapshot lists the settings that differ from the default.
 */

/** All build settings. */
export interface BuildChoices {
  /** Parts into which the value order of a field is cut, each with a bitset; 0: none. */
  readonly quantiles: number;
  /** Minimum number of items of a content type whose fields get these bitsets. */
  readonly quantilesFrom: number;
  /** Stored first items of a frequent substring: a page of them is answered without reading any item. */
  readonly firstItems: number;
  /** A substring is frequent if it is in more items than this; at least `firstItems`. */
  readonly firstItemsAbove: number;
  /** Most frequent substrings of a field that get a bitset, in content types of `quantilesFrom` items; 0: none. */
  readonly substringSets: number;
}

export const DEFAULT_CHOICES: BuildChoices = Object.freeze({
  quantiles: 64,
  quantilesFrom: 2 ** 15,
  firstItems: 20,
  firstItemsAbove: 1024,
  substringSets: 64,
});

/** The minimum and the maximum of each setting. */
export const CHOICE_LIMITS: Readonly<Record<keyof BuildChoices, readonly [minimum: number, maximum: number]>> =
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

/** @returns the settings that differ from the default; undefined if none does */
export function choicesToJson(choices: BuildChoices): Partial<BuildChoices> | undefined {
  const changedNames = names.filter((name) => choices[name] !== DEFAULT_CHOICES[name]);
  return changedNames.length === 0 ? undefined : Object.fromEntries(changedNames.map((name) => [name, choices[name]]));
}

/** @returns undefined if the value is not a valid set of settings */
export function readChoices(value: unknown): BuildChoices | undefined {
  if (value === undefined) return DEFAULT_CHOICES;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = new Map<string, unknown>(Object.entries(value));
  if ([...members.keys()].some((key) => !names.some((name) => name === key))) return undefined;
  const settings: Record<keyof BuildChoices, number> = { ...DEFAULT_CHOICES };
  for (const name of names) {
    const setting = members.has(name) ? members.get(name) : DEFAULT_CHOICES[name];
    const [minimum, maximum] = CHOICE_LIMITS[name];
    if (typeof setting !== 'number' || !Number.isSafeInteger(setting) || setting < minimum || setting > maximum)
      return undefined;
    settings[name] = setting;
  }
  return settings.firstItems > settings.firstItemsAbove ? undefined : Object.freeze(settings);
}
