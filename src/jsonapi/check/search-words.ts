/**
 * `filter[_search]=<words>`, `filter[type][_in]` and `_match`: the words of a search and the types that are searched.
 *
 * A request has at most one search, outside of groups, and only of types with searched fields.
 * Elsewhere: the grammar of the words (index/search), shown passages (highlight).
 */
import { excerpt, list } from '../../content/errors/index.js';
import { type ContentType, isWordsField, LIMITS } from '../../content/model/index.js';
import { readSearch, type SearchQuery } from '../../index/search/index.js';
import { type Detail, explain, suggestForm, suggestName } from '../request/explained.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';

export const SEARCH_KEY = '_search';
/** The key for the content type in a search of all types; no field has this name. */
const TYPE_KEY = 'type';

export interface SplitFilter {
  readonly searches: readonly Parameter[];
  readonly conditions: readonly Parameter[];
}

const NO_PARAMETERS: readonly Parameter[] = [];

/** Separates the search from the conditions. Cost: O(parameters). */
export function splitFilter(parameters: readonly Parameter[]): SplitFilter {
  if (!parameters.some(isSearch)) return { searches: NO_PARAMETERS, conditions: parameters };
  return {
    searches: parameters.filter(isSearch),
    conditions: parameters.filter((parameter) => !isSearch(parameter)),
  };
}

const isSearch = ({ path }: Parameter): boolean => path.includes(SEARCH_KEY);

/**
 * Reads `filter[type][_in]` of a search of all types.
 *
 * @param types   all searched types
 * @param filters of the request, in the order sent
 * @returns the chosen types, or all if there is no choice or a problem was added; and the remaining filters
 */
export function chooseTypes(
  types: readonly ContentType[],
  filters: readonly Parameter[],
  problems: Problems,
): { readonly types: readonly ContentType[]; readonly filters: readonly Parameter[] } {
  const isChoice = ({ path }: Parameter): boolean => path[0] === TYPE_KEY;
  const chosenNames = new Set<string>();
  for (const { name, path, list: values } of filters.filter(isChoice)) {
    if (path[1] !== '_in' || values === undefined) {
      problems.add('InvalidParameter', name, () => {
        return explain`"${excerpt(name)}" does not choose types: write ${suggestForm('filter[type][_in]=<type>,<type>')}.`;
      });
    }
    for (const { name: parameter, value } of values?.values() ?? []) {
      chosenNames.add(value);
      if (types.some((type) => type.name === value)) continue;
      problems.add('InvalidValue', parameter, () => {
        const names = types.map((type) => type.name);
        return explain`"${excerpt(value)}" is not a searched type.${suggestName(value, names)} The searched types are: ${list(names)}.`;
      });
    }
  }
  const chosenTypes = types.filter(({ name }) => chosenNames.has(name));
  return {
    types: chosenTypes.length === 0 ? types : chosenTypes,
    filters: filters.filter((filter) => !isChoice(filter)),
  };
}

/** Adds a problem if a search of all types has no words, or no type has a searched field. */
export function requireSearch(types: readonly ContentType[], isSearched: boolean, problems: Problems): void {
  if (types.length > 0 && isSearched) return;
  problems.add('InvalidParameter', 'filter[_search]', () => {
    return types.length > 0
      ? 'A search of all types needs words to look for: write filter[_search]=<words>.'
      : 'No content type has a searched field. Set "search": true on a field in model.json and build again.';
  });
}

/**
 * @param types    of the primary data
 * @param searches the `filter[_search]` parameters, in the order sent
 * @param match    the `_match` parameter
 * @returns undefined if there is no search, or a problem was added
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
  const refuse = (detail: () => Detail): undefined => problems.add('InvalidParameter', name, detail);
  if (path.length > 1) {
    return refuse(() => {
      const remedy = explain`write ${suggestForm('filter[_search]=<words>')} next to the other filters; an item has to match all of them`;
      return path[0] === SEARCH_KEY
        ? explain`"${excerpt(name)}" has more after _search, which takes no operator: ${remedy}.`
        : explain`"${excerpt(name)}" is in a group or after a field: ${remedy}.`;
    });
  }
  if (second !== undefined) {
    return refuse(() => 'A request has one search: write all words into one filter[_search].');
  }
  const unsearchedTypes = types.filter((type) => type.search === undefined);
  if (unsearchedTypes.length > 0) return refuse(() => explainUnsearched(unsearchedTypes));
  const rules = types[0]?.search;
  const query = readSearch(value, rules?.language, rules?.tuning, match !== undefined);
  if (value.trim() === '') {
    return problems.add('InvalidValue', name, () => {
      return 'The search is empty: write words to look for, or leave filter[_search] out.';
    });
  }
  const countWords = (phrases: SearchQuery['phrases']): number => phrases.reduce((sum, { length }) => sum + length, 0);
  // `words` has each word of the phrases once; a phrase may repeat it.
  const phraseWordCount = countWords([...query.phrases, ...query.weighedPhrases]);
  const typedWords = query.words.filter(({ isJoined }) => isJoined !== true);
  const wordCount = Math.max(typedWords.length, phraseWordCount) + countWords(query.excluded);
  if (wordCount > LIMITS.searchWords) {
    return problems.add('InvalidValue', name, () => {
      return `The search has ${wordCount} words; at most ${LIMITS.searchWords} are allowed.`;
    });
  }
  return query;
}

function checkMatch({ name, value }: Parameter, isSearched: boolean, problems: Problems): void {
  if (value !== 'all') {
    // `any` is the answer without the parameter.
    const isForAll = /^(?:al{1,3}|and|every|true|1|yes)$/i.test(value.trim());
    const detail = explain`"${excerpt(value)}" is not a value for "_match": write ${isForAll ? suggestForm('_match=all') : '_match=all'} to select only items with every word, or leave it out.`;
    problems.add('InvalidValue', name, () => detail);
  } else if (!isSearched) {
    problems.add('InvalidParameter', name, () => {
      return '"_match" needs a search: add filter[_search]=<words>.';
    });
  }
}

function explainUnsearched(types: readonly ContentType[]): string {
  const names = list(types.map((type) => type.name));
  const fields = types.flatMap((type) => type.fields.filter(isWordsField).map((field) => field.name));
  if (fields.length === 0) return `${names} has no searched field. It has no text field that could be searched.`;
  return `${names} has no searched field. Its text fields are: ${list(new Set(fields))}. To search one, set "search": true on it in model.json and build again.`;
}
