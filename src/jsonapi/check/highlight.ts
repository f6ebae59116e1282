/**
 * `_highlight=<field>,<field>`: the searched fields whose best matching passages are shown.
 *
 * Elsewhere: the search itself (search-words), finding the passages (document/highlights).
 */
import { excerpt, list } from '../../content/errors/index.js';
import type { ContentType } from '../../content/model/index.js';
import { explain, suggestName } from '../request/explained.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';

const NO_FIELDS: readonly string[] = [];

/**
 * @param types      of the primary data
 * @param isSearched whether the request has a search, correct or not
 * @param isAny      whether a field may be searched in some of the types instead of all
 * @returns the fields without a problem; each once
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
  const refuse = (detail: () => string): undefined => problems.add('InvalidParameter', parameterName, detail);
  if (!isSearched) {
    refuse(() => '"_highlight" needs a search: add filter[_search]=<words>.');
    return NO_FIELDS;
  }
  const inSearchedTypes = (test: (type: ContentType) => boolean): boolean =>
    isAny ? types.some(test) : types.every(test);
  const names = searchedFieldNames(types, isAny);
  const searchedSentence = names.length === 0 ? 'No field is searched here.' : `Searched fields: ${list(names)}.`;
  const fields: string[] = [];
  for (const name of value.split(',')) {
    if (name === '') {
      refuse(() => `"_highlight" has an empty entry: the form is ${FORMS._highlight}.`);
    } else if (fields.includes(name)) refuse(() => `"_highlight" names "${name}" more than once.`);
    else if (names.includes(name)) fields.push(name);
    else if (inSearchedTypes(({ fieldByName }) => fieldByName.has(name))) {
      refuse(() => `"${name}" is not a searched field, so a search cannot match it. ${searchedSentence}`);
    } else {
      problems.add('UnknownField', parameterName, () => {
        return explain`There is no searched field "${excerpt(name)}" here.${suggestName(name, names)} ${searchedSentence}`;
      });
    }
  }
  return fields;
}

const isSearchedIn = ({ search }: ContentType, name: string): boolean =>
  search?.fields.some(({ field }) => field.name === name) === true;

/** @returns the fields that are searched in every type, or with `isAny` in some type */
export const searchedFieldNames = (types: readonly ContentType[], isAny = false): string[] => {
  const names = new Set(types.flatMap(({ search }) => search?.fields.map(({ field }) => field.name) ?? []));
  return [...names].filter((name) => isAny || types.every((type) => isSearchedIn(type, name)));
};
