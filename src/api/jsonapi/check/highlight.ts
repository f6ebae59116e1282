/**
 * `_highlight=<field>,<field>`: the searched fields of which the passage that shows most of the search is wanted.
 */
import { didYouMean, excerpt, list } from '../../../content/errors/index.js';
import type { ContentType } from '../../../content/model/index.js';
import type { Parameter } from '../request/parameter.js';
import { FORMS } from '../request/parameter-forms.js';
import type { Problems } from '../request/problems.js';

const NOTHING: readonly string[] = [];

/**
 * @param types      of the primary data
 * @param isSearched whether the request has a search, right or wrong
 * @returns the fields that are right; each once
 */
export function parseHighlight(
  types: readonly ContentType[],
  parameter: Parameter | undefined,
  isSearched: boolean,
  problems: Problems,
): readonly string[] {
  if (parameter === undefined) return NOTHING;
  const { name: parameterName, value } = parameter;
  const bad = (detail: () => string): void => {
    problems.add('InvalidParameter', parameterName, detail);
  };
  if (!isSearched) {
    bad(() => '"_highlight" shows where the words of a search are: it needs filter[_search]=<words>.');
    return NOTHING;
  }
  const fields: string[] = [];
  for (const name of value.split(',')) {
    if (name === '') {
      bad(() => `"_highlight" has an empty place where a field belongs: the form is ${FORMS._highlight}.`);
    } else if (fields.includes(name)) bad(() => `"_highlight" names "${name}" more than once.`);
    else if (types.every((type) => isSearchedIn(type, name))) fields.push(name);
    else if (types.every((type) => type.fieldByName.has(name))) {
      bad(() => `"${name}" is not searched, so that no item is found by it. ${searchedFields(types)}`);
    } else {
      problems.add('UnknownField', parameterName, () => {
        const names = searchedNames(types);
        return `There is no searched field "${excerpt(name)}" here.${didYouMean(name, names)} ${searchedFields(types)}`;
      });
    }
  }
  return fields;
}

const isSearchedIn = ({ search }: ContentType, name: string): boolean =>
  search?.fields.some(({ field }) => field.name === name) === true;

/** Those that are searched in every type. */
export const searchedNames = (types: readonly ContentType[]): string[] =>
  (types[0]?.search?.fields ?? [])
    .map(({ field }) => field.name)
    .filter((name) => types.every((type) => isSearchedIn(type, name)));

function searchedFields(types: readonly ContentType[]): string {
  const names = searchedNames(types);
  return names.length === 0 ? 'No field is searched here.' : `What is searched here: ${list(names)}.`;
}
