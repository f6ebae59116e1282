/**
 * Advice for parameters that do not exist: the form probably meant by a name from another interface, a misspelt name, or a
 * bare field name.
 */
import { closest, didYouMean, excerpt, list } from '../content/errors/index.js';
import { type ContentType, ID_OPERATORS, type Locale, operatorsOf } from '../content/model/index.js';
import { exampleOperator, normalizeName } from './operator-advice.js';
import { type Accepts, listParameters } from './request/accepted.js';
import { FORMS, HEADS, type Head } from './request/heads.js';

export interface Habit {
  readonly head: Head;
  readonly form: string;
}

export function habitEntries(head: Head, form: string, names: string): readonly (readonly [string, Habit])[] {
  return names.split(' ').map((name) => [name, { head, form }] as const);
}

/**
 * @param head  the name up to its first bracket
 * @param types of the primary data, whose fields may have been meant
 * @param hasLocales whether the space has some
 * @returns the detail of an UnknownParameter
 */
export function explainUnknown(
  name: string,
  head: string,
  accepts: Accepts,
  types: readonly ContentType[],
  hasLocales: boolean,
): string {
  const form =
    formForFieldName(head, accepts, types) ??
    formForSearch(head, accepts, types) ??
    formForAlias(name, head, accepts, hasLocales);
  const meant = form === undefined ? '' : ` Did you mean "${excerpt(form)}"?`;
  return `There is no parameter "${excerpt(name)}" here.${meant} ${listParameters(accepts, hasLocales)}`;
}

/** @returns what to say of a `localeCode` that names none of the space's locales */
export function explainUnknownLocale(code: string, locales: readonly Locale[]): string {
  if (locales.length === 0)
    return 'This space has no locales, so there is one form of its content. Leave "localeCode" out.';
  const codes = locales.map((locale) => locale.code);
  return `There is no locale "${excerpt(code)}" here; locales are ${list(codes)}, and ${codes[0]} is the default.${didYouMean(code, codes)}`;
}

/** `title=x`, where `title` is a field. */
function formForFieldName(head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined {
  if (!accepts.filter) return undefined;
  const field = types.find((one) => one.fieldByName.has(head))?.fieldByName.get(head);
  const operator = exampleOperator(head === 'id' ? ID_OPERATORS : field === undefined ? [] : operatorsOf(field));
  if (field?.type === 'relationship' && operator !== undefined) return `filter[${head}][id][_eq]=<id>`;
  return operator === undefined ? undefined : `filter[${head}][${operator}]=<value>`;
}

/** @returns how words are searched for in these types, if the name may have been meant so */
export function searchAdvice(name: string, types: readonly ContentType[]): string | undefined {
  if (!SEARCH_ALIASES.has(normalizeName(name))) return undefined;
  const isSearched = types.every(({ search }) => search !== undefined);
  return isSearched ? 'filter[_search]=<words>' : 'filter[<field>][_contains]=<text>';
}

const formForSearch = (head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined =>
  accepts.filter ? searchAdvice(head, types) : undefined;

/** The parameter that another habit or a near miss names, of those the endpoint takes. */
function formForAlias(name: string, head: string, accepts: Accepts, hasLocales: boolean): string | undefined {
  const pages = accepts.page || (accepts.include && name.includes(']['));
  const takes = (wanted: Head): boolean =>
    wanted === 'localeCode'
      ? hasLocales
      : wanted === 'page'
        ? pages
        : wanted === 'include' || wanted === 'fields'
          ? accepts.include
          : wanted === 'sort' || wanted === '_stats'
            ? accepts.sort
            : accepts.filter;
  const habitual = HABIT_BY_ALIAS.get(normalizeName(head));
  const near = closest(head, HEADS.filter(takes));
  const meant = habitual !== undefined && takes(habitual.head) ? habitual.head : near;
  if (meant === undefined) return undefined;
  const brackets = name.slice(head.length);
  if (brackets !== '' && meant !== 'sort' && meant !== 'include' && meant !== '_stats') return `${meant}${brackets}`;
  return meant === habitual?.head ? habitual.form : FORMS[meant];
}

/** Parameter names of other interfaces: lower case, letters only. */
export const HABIT_BY_ALIAS: ReadonlyMap<string, Habit> = new Map(
  [
    habitEntries('page', 'page[limit]=<number>', 'limit count first max perpage pagesize size take top'),
    habitEntries('page', 'page[skip]=<number>', 'skip offset start from pagenumber pageno after before cursor'),
    habitEntries('filter', FORMS.filter, 'where filterby condition conditions'),
    habitEntries('sort', FORMS.sort, 'order orderby ordering sortby sorting'),
    habitEntries('include', FORMS.include, 'populate expand embed with relations relationships'),
    habitEntries('_facet', FORMS._facet, 'facet facets aggs aggregations aggregate groupby buckets drilldown'),
    habitEntries('_stats', FORMS._stats, 'stats statistics sum avg mean min minmax'),
    habitEntries('localeCode', FORMS.localeCode, 'locale lang language languagecode locales'),
    habitEntries('fields', FORMS.fields, 'select columns attributes props only'),
  ].flat(),
);

/** Names of a search parameter in other interfaces. */
export const SEARCH_ALIASES: ReadonlySet<string> = new Set([
  'q',
  'query',
  'search',
  'term',
  'terms',
  'text',
  'fulltext',
  'keyword',
]);
