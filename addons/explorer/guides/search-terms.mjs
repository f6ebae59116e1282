/**
 * Words of other products, by the section that answers them: a search for `fuzzy` finds typing mistakes first.
 *
 * A section is found by its terms even if its text has none of them, and typing mistakes in them are forgiven. A synonym
 * in the model of the search leads to every text with a word; a term leads to one section.
 */

/** Address of a section → its terms. */
const TERMS = {
  search: ['full text', 'fulltext'],
  'search#typing-mistakes': ['fuzzy', 'typo tolerance'],
  'search#suggestions': ['autocomplete', 'autosuggest', 'typeahead'],
  'documents#keys': ['api key', 'api token', 'bearer', 'auth', 'authentication', 'authorization'],
  'documents#languages': ['i18n', 'translation'],
  'filters#operators': ['between', 'range', 'date range', 'price range', 'regex', 'wildcard'],
  'related-items#include': ['populate', 'join', 'expand'],
  'lists#page': ['pagination', 'paginate', 'cursor', 'offset'],
  'facets#facets': ['group by', 'aggregate', 'aggregation'],
  'facets#statistics': ['aggregate', 'aggregation', 'average'],
  'documents#openapi-and-the-profile': ['swagger', 'redoc', 'postman'],
  'build#unchanged-types-are-not-built-again': ['incremental'],
  'limits#what-stele-does-not-do': ['graphql', 'regex', 'mutation'],
  'problems#installing-and-starting': ['windows'],
  recipes: ['vue', 'nuxt', 'react', 'angular'],
  compare: ['license'],
};

/**
 * @param addresses of all sections
 * @returns the terms of each section that has some
 * @throws Error if a section does not exist, such as a heading that was renamed
 */
export function listTerms(addresses) {
  const known = new Set(addresses);
  const missing = Object.keys(TERMS).filter((address) => !known.has(address));
  if (missing.length > 0) throw new Error(`search-terms.mjs names sections that do not exist: ${missing.join(', ')}`);
  return new Map(Object.entries(TERMS));
}
