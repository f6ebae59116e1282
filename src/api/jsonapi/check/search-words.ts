/**
 * `filter[_search]=<words>`: at the top of a list's filter, once, and only of types with fields to look into.
 */
import { excerpt, list } from '../../../content/errors/index.js';
import { type ContentType, isWordsField, LIMITS } from '../../../content/model/index.js';
import { readSearch, type SearchQuery } from '../../../index/search/index.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';

export const SEARCH_KEY = '_search';

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
 * @param types    of the primary data
 * @param searches the parameters that name a search, in the order sent
 * @returns undefined where there is none, or a problem was added
 */
export function parseSearch(
  types: readonly ContentType[],
  searches: readonly Parameter[],
  problems: Problems,
): SearchQuery | undefined {
  const [search, second] = searches;
  if (search === undefined) return undefined;
  const { name, path, value } = search;
  const bad = (detail: () => string): undefined => {
    problems.add('InvalidParameter', name, detail);
    return undefined;
  };
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
  const query = readSearch(value, types[0]?.search?.language);
  if (value.trim() === '') {
    problems.add('InvalidValue', name, () => {
      return 'The search is empty: write words to look for, or leave filter[_search] out.';
    });
    return undefined;
  }
  const marked = (phrases: SearchQuery['phrases']): number => phrases.reduce((sum, { length }) => sum + length, 0);
  // Words of phrases are among the words, but there each once.
  const words = Math.max(query.words.length, marked(query.phrases)) + marked(query.excluded);
  if (words > LIMITS.searchWords) {
    problems.add('InvalidValue', name, () => {
      return `The search has ${words} words; at most ${LIMITS.searchWords} are allowed.`;
    });
    return undefined;
  }
  return query;
}

function explainUnsearched(types: readonly ContentType[]): string {
  const names = list(types.map((type) => type.name));
  const fields = types.flatMap((type) => type.fields.filter(isWordsField).map((field) => field.name));
  if (fields.length === 0) return `${names} has no searched field. It has no field of words that could be searched.`;
  return `${names} has no searched field. Its fields of words are: ${list(new Set(fields))}; one is searched when model.json has "search": true on it, after the next build.`;
}
