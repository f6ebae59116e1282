/**
 * `_highlight=<field>,<field>`: the searched fields whose best matching passages are shown.
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import type { ContentType } from '../../content/model/index.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { NO_FIELDS } from './search-words.js';

/**
 * @param types      of the primary data
 * @param isSearched whether the request has a search, right or wrong
 * @param isAny      whether a field that some of the types search will do, instead of one that all do
 * @returns the fields that are right; each once
 */
export function parseHighlight(
  types: readonly ContentType[],
  parameter: Parameter | undefined,
  isSearched: boolean,
  isAny: boolean,
  problems: Problems,
): readonly string[] {
  if (parameter === undefined) return NO_FIELDS;
  const { name: parameterName, value } = parameter;
  const bad = (detail: () => string): undefined => problems.add('InvalidParameter', parameterName, detail);
  if (!isSearched) {
    bad(() => '"_highlight" shows where the words of a search are: it needs filter[_search]=<words>.');
    return NO_FIELDS;
  }
  const has = (test: (type: ContentType) => boolean): boolean => (isAny ? types.some(test) : types.every(test));
  const names = searchedFieldNames(types, isAny);
  const searched = names.length === 0 ? 'No field is searched here.' : `What is searched here: ${list(names)}.`;
  const fields: string[] = [];
  for (const name of value.split(',')) {
    if (name === '') {
      bad(() => `"_highlight" has an empty place where a field belongs: the form is ${FORMS._highlight}.`);
    } else if (fields.includes(name)) bad(() => `"_highlight" names "${name}" more than once.`);
    else if (names.includes(name)) fields.push(name);
    else if (has(({ fieldByName }) => fieldByName.has(name))) {
      bad(() => `"${name}" is not searched, so that no item is found by it. ${searched}`);
    } else {
      problems.add('UnknownField', parameterName, () => {
        return `There is no searched field "${excerpt(name)}" here.${didYouMean(name, names)} ${searched}`;
      });
    }
  }
  return fields;
}

const isSearchedIn = ({ search }: ContentType, name: string): boolean =>
  search?.fields.some(({ field }) => field.name === name) === true;

/** Those that are searched in every type, or in any. */
export const searchedFieldNames = (types: readonly ContentType[], isAny = false): string[] => {
  const names = new Set(types.flatMap(({ search }) => search?.fields.map(({ field }) => field.name) ?? []));
  return [...names].filter((name) => isAny || types.every((type) => isSearchedIn(type, name)));
};
