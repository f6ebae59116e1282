/**
 * A search, and the passages that show it.
 *
 * `filter[_search]=<words>`: at the top of a list's filter, once, and only of types with fields to look into.
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import { type ContentType, isWordsField, LIMITS } from '../../content/model/index.js';
import { readSearch, type SearchQuery, unendedPhrase } from '../../index/search/index.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';

export const SEARCH_KEY = '_search';
/** In a filter of several types what an item is; no field is called so. */
const TYPE_KEY = 'type';

export interface SplitFilter {
  readonly searches: readonly Parameter[];
  readonly conditions: readonly Parameter[];
}

const NO_PARAMETERS: readonly Parameter[] = [];

/** Tells the search from the conditions. Cost: O(parameters). */
export function splitFilter(parameters: readonly Parameter[]): SplitFilter {
  if (!parameters.some(isSearch)) return { searches: NO_PARAMETERS, conditions: parameters };
  return {
    searches: parameters.filter(isSearch),
    conditions: parameters.filter((parameter) => !isSearch(parameter)),
  };
}

const isSearch = ({ path }: Parameter): boolean => path.includes(SEARCH_KEY);

/**
 * `filter[type][_in]` of a search of all types.
 *
 * @param types   all that are searched
 * @param filters the request's, in the order sent
 * @returns the types that are chosen, all where there is no choice or a problem was added; and the other filters
 */
export function chooseTypes(
  types: readonly ContentType[],
  filters: readonly Parameter[],
  problems: Problems,
): { readonly types: readonly ContentType[]; readonly filters: readonly Parameter[] } {
  const isChoice = ({ path }: Parameter): boolean => path[0] === TYPE_KEY;
  const chosen = new Set<string>();
  for (const { name, path, list: values } of filters.filter(isChoice)) {
    if (path[1] !== '_in' || values === undefined) {
      problems.add('InvalidParameter', name, () => {
        return `"${excerpt(name)}" is no choice of types: write filter[type][_in]=<type>,<type>.`;
      });
    }
    for (const { name: parameter, value } of values?.values() ?? []) {
      chosen.add(value);
      if (types.some((type) => type.name === value)) continue;
      problems.add('InvalidValue', parameter, () => {
        const names = types.map((type) => type.name);
        return `"${excerpt(value)}" is not a type that is searched.${didYouMean(value, names)} The types that are searched: ${list(names)}.`;
      });
    }
  }
  const found = types.filter(({ name }) => chosen.has(name));
  return { types: found.length === 0 ? types : found, filters: filters.filter((filter) => !isChoice(filter)) };
}

/** Says what is missing of a search of all types. */
export function requireSearch(types: readonly ContentType[], isSearched: boolean, problems: Problems): void {
  if (types.length > 0 && isSearched) return;
  problems.add('InvalidParameter', 'filter[_search]', () => {
    return types.length > 0
      ? 'A search of all types needs words to look for: write filter[_search]=<words>.'
      : 'No content type has a searched field. A field is searched when model.json has "search": true on it, after the next build.';
  });
}

/**
 * @param types    of the primary data
 * @param searches the parameters that name a search, in the order sent
 * @param match    `_match`, where it was sent
 * @returns undefined where there is none, or a problem was added
 */
export function parseSearch(
  types: readonly ContentType[],
  searches: readonly Parameter[],
  match: Parameter | undefined,
  problems: Problems,
): SearchQuery | undefined {
  const [search, second] = searches;
  if (match !== undefined) checkMatch(match, search !== undefined, problems);
  if (search === undefined) return undefined;
  const { name, path, value } = search;
  const bad = (detail: () => string): undefined => problems.add('InvalidParameter', name, detail);
  if (path.length > 1) {
    return bad(() => {
      const right = 'write filter[_search]=<words> beside the other filters; it is combined with them by AND';
      return path[0] === SEARCH_KEY
        ? `"${excerpt(name)}" has more after _search, which takes no operator: ${right}.`
        : `"${excerpt(name)}" is in a group or after a field: ${right}.`;
    });
  }
  if (second !== undefined) {
    return bad(() => 'A request has one search: write all words into one filter[_search].');
  }
  const without = types.filter((type) => type.search === undefined);
  if (without.length > 0) return bad(() => explainUnsearched(without));
  const rules = types[0]?.search;
  const query = readSearch(value, rules?.language, rules?.tuning, match !== undefined);
  if (value.trim() === '') {
    return problems.add('InvalidValue', name, () => {
      return 'The search is empty: write words to look for, or leave filter[_search] out.';
    });
  }
  const unended = unendedPhrase(value);
  if (unended !== undefined) {
    return problems.add('InvalidValue', name, () => {
      return `The phrase ${excerpt(unended)} has no end: write a second quotation mark behind it, or take out the first.`;
    });
  }
  const marked = (phrases: SearchQuery['phrases']): number => phrases.reduce((sum, { length }) => sum + length, 0);
  // Words of phrases are among the words, but there each once.
  const words = Math.max(query.words.length, marked(query.phrases)) + marked(query.excluded);
  if (words > LIMITS.searchWords) {
    return problems.add('InvalidValue', name, () => {
      return `The search has ${words} words; at most ${LIMITS.searchWords} are allowed.`;
    });
  }
  return query;
}

function checkMatch({ name, value }: Parameter, isSearched: boolean, problems: Problems): void {
  if (value !== 'all') {
    const detail = `"_match" is "${excerpt(value)}": write _match=all, so that items must have every word, or leave it out.`;
    problems.add('InvalidValue', name, () => detail);
  } else if (!isSearched) {
    problems.add('InvalidParameter', name, () => {
      return '"_match" says how many words of a search items must have: it needs filter[_search]=<words>.';
    });
  }
}

function explainUnsearched(types: readonly ContentType[]): string {
  const names = list(types.map((type) => type.name));
  const fields = types.flatMap((type) => type.fields.filter(isWordsField).map((field) => field.name));
  if (fields.length === 0) return `${names} has no searched field. It has no field of words that could be searched.`;
  return `${names} has no searched field. Its fields of words are: ${list(new Set(fields))}; one is searched when model.json has "search": true on it, after the next build.`;
}

/*
 * `_highlight=<field>,<field>`: the searched fields of which the passage that shows most of the search is wanted.
 */

export const NO_FIELDS: readonly string[] = [];
