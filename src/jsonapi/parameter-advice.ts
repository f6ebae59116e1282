/**
 * Details of UnknownParameter problems: the form that was probably meant by a name from another interface, a misspelt name,
 * or the name of a field without `filter[…]`. Elsewhere: advice for operators (operator-advice).
 */
import { closest, excerpt, list } from '../content/errors/index.js';
import { type ContentType, ID_OPERATORS, type Locale, type Operator, operatorsOf } from '../content/model/index.js';
import { isSendable } from './foreign-filters.js';
import { type ForeignParameter, translateParameter } from './foreign-parameters.js';
import { exampleOperator, normalizeName, translateFilter } from './operator-advice.js';
import { type Accepts, listParameters } from './request/accepted.js';
import { parseBrackets } from './request/brackets.js';
import { type Detail, type Explained, explain, replacing, suggestForm, suggestName } from './request/explained.js';
import { FORMS, HEADS, type Head, isHead } from './request/heads.js';

/** The parameter that corresponds to a name of another interface. */
export interface Habit {
  readonly head: Head;
  readonly form: string;
}

/** @param names of other interfaces, separated by spaces */
export function habitEntries(head: Head, form: string, names: string): readonly (readonly [string, Habit])[] {
  return names.split(' ').map((name) => [name, { head, form }] as const);
}

/**
 * @param parameter with its value, for the exact request to send
 * @param types     of the primary data, whose fields may have been meant
 * @returns the detail of an UnknownParameter
 */
export function explainUnknown(
  name: string,
  parameter: ForeignParameter,
  accepts: Accepts,
  types: readonly ContentType[],
  locales: readonly Locale[],
): Explained {
  const hasLocales = locales.length > 0;
  const request = translateForeign(parameter, accepts, types, locales);
  const form = request ?? findForm(name, parameter, accepts, types, hasLocales);
  const suggestion =
    form === undefined ? adviseToIgnore(parameter.head) : explain` Did you mean "${suggestForm(form, request)}"?`;
  return explain`There is no parameter "${excerpt(name)}" here.${suggestion} ${listParameters(accepts, hasLocales)}`;
}

/** @returns the form of the parameter that was probably meant: of a field, a search, or a name of another interface */
function findForm(
  name: string,
  parameter: ForeignParameter,
  accepts: Accepts,
  types: readonly ContentType[],
  hasLocales: boolean,
): string | undefined {
  const { head, value } = parameter;
  if (isGroq(parameter) && accepts.filter) return FORMS.filter;
  const named = formForFieldName(head, accepts, types) ?? formForSearch(head, accepts, types);
  const form = named ?? formForAlias(name, head, accepts, hasLocales);
  // The value stands in its place, so that the request can be sent as it is.
  if (named !== undefined && isSendable(value))
    return named.replace(/<(?:value|id|words)>$/, () => value.toWellFormed());
  return form;
}

/** The endpoint must accept the parameter that the request would have. */
function translateForeign(
  parameter: ForeignParameter,
  accepts: Accepts,
  types: readonly ContentType[],
  locales: readonly Locale[],
): string | undefined {
  const { head } = parameter;
  const alias = HABIT_BY_ALIAS.get(normalizeName(head));
  const isFilter = isGroq(parameter) || (alias === undefined && closest(head, HEADS) === 'filter');
  const meant = isFilter ? { head: 'filter' as const, form: FORMS.filter } : alias;
  const request = translateParameter(parameter, meant, types, locales)?.toWellFormed();
  const name = request === undefined ? '' : parseBrackets(request.slice(0, request.indexOf('='))).head;
  return isHead(name) && isAccepted(name, accepts, accepts.page, locales.length > 0) ? request : undefined;
}

/** Whether the value is a query of Sanity; `query` is a search elsewhere. */
const isGroq = ({ head, value }: ForeignParameter): boolean =>
  normalizeName(head) === 'query' && value.startsWith('*[');

/** @param acceptsPage also of a page of a relationship */
function isAccepted(head: Head, accepts: Accepts, acceptsPage: boolean, hasLocales: boolean): boolean {
  switch (head) {
    case 'localeCode':
      return hasLocales;
    case 'page':
      return acceptsPage;
    case 'include':
    case 'fields':
      return accepts.include;
    case 'sort':
    case '_stats':
      return accepts.sort;
    default:
      return accepts.filter;
  }
}

/** Whether an advertiser or a newsletter adds the parameter to links. The name may be long, so no expression reads it. */
const isTracking = (head: string): boolean =>
  head.startsWith('utm_') || head.endsWith('clid') || head === 'mc_cid' || head === 'mc_eid';

/** @returns a sentence for a parameter that other sites add to their links; empty for other names */
const adviseToIgnore = (head: string): string =>
  isTracking(head)
    ? ` Leave it out, or start the server with --ignore-parameter ${head.startsWith('utm_') ? "'utm_*'" : excerpt(head)}.`
    : '';

/** @returns the locales of the space, and the one that was probably meant */
export function listLocales(code: string, locales: readonly Locale[]): Explained {
  const codes = locales.map((locale) => locale.code);
  // `de-AT` is nearer to `de` than to `de-CH`.
  const [language = ''] = code.toLowerCase().split(/[-_]/);
  const near = codes.find((one) => one.toLowerCase() === language);
  const isSame = codes.some((one) => one.toLowerCase() === code.toLowerCase().replaceAll('_', '-'));
  const question =
    near === undefined || isSame ? suggestName(code, codes) : replacing(` Did you mean "${near}"?`, code, near);
  return explain`The locales are: ${list(codes)}; the default is ${codes[0] ?? 'none'}.${question}`;
}

/** @returns the detail for a `localeCode` that is none of the space's locales */
export function explainUnknownLocale(code: string, locales: readonly Locale[]): Detail {
  if (locales.length === 0) return 'This space has no locales. Leave "localeCode" out.';
  return explain`There is no locale "${excerpt(code)}" here. ${listLocales(code, locales)}`;
}

/** The form for `title=x`, where `title` is a field; undefined if the name is none. */
function formForFieldName(head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined {
  if (!accepts.filter) return undefined;
  const field = types.find((type) => type.fieldByName.has(head))?.fieldByName.get(head);
  let operators: readonly Operator[] = [];
  if (head === 'id') operators = ID_OPERATORS;
  else if (field !== undefined) operators = operatorsOf(field);
  const operator = exampleOperator(operators);
  if (operator === undefined) return undefined;
  return field?.type === 'relationship' ? `filter[${head}][id][_eq]=<id>` : `filter[${head}][${operator}]=<value>`;
}

/** @returns the form of a search in these types; undefined if the name does not look like a search parameter */
export function searchAdvice(name: string, types: readonly ContentType[]): string | undefined {
  if (!SEARCH_ALIASES.has(normalizeName(name))) return undefined;
  const isSearched = types.every(({ search }) => search !== undefined);
  return isSearched ? 'filter[_search]=<words>' : 'filter[<field>][_contains]=<text>';
}

const formForSearch = (head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined =>
  accepts.filter ? searchAdvice(head, types) : undefined;

/** The form of an accepted parameter that has this name in another interface, or a similar name here. */
function formForAlias(name: string, head: string, accepts: Accepts, hasLocales: boolean): string | undefined {
  const acceptsPage = accepts.page || (accepts.include && name.includes(']['));
  const isCandidate = (candidate: Head): boolean => isAccepted(candidate, accepts, acceptsPage, hasLocales);
  const habit = HABIT_BY_ALIAS.get(normalizeName(head));
  const closestHead = closest(head, HEADS.filter(isCandidate));
  const suggestedHead = habit !== undefined && isCandidate(habit.head) ? habit.head : closestHead;
  if (suggestedHead === undefined) return undefined;
  const brackets = name.slice(head.length);
  if (brackets !== '' && suggestedHead === 'filter') return `filter${translateFilter(parseBrackets(name).path)}`;
  if (brackets !== '' && suggestedHead !== 'sort' && suggestedHead !== 'include' && suggestedHead !== '_stats')
    return `${suggestedHead}${brackets}`;
  return suggestedHead === habit?.head ? habit.form : FORMS[suggestedHead];
}

/** Parameter names of other interfaces: lower case, letters only. */
export const HABIT_BY_ALIAS: ReadonlyMap<string, Habit> = new Map(
  [
    habitEntries('page', 'page[limit]=<number>', 'limit count first max perpage pagesize size take top'),
    habitEntries('page', 'page[skip]=<number>', 'skip offset start from page pagenumber pageno after before cursor'),
    habitEntries('filter', FORMS.filter, 'where filterby condition conditions'),
    habitEntries('sort', FORMS.sort, 'order orderby ordering sortby sorting'),
    habitEntries('include', FORMS.include, 'populate expand embed with relations relationships'),
    habitEntries('_facet', FORMS._facet, 'facet facets aggs aggregations aggregate groupby buckets drilldown'),
    habitEntries('_stats', FORMS._stats, 'stats statistics sum avg mean min minmax'),
    habitEntries('localeCode', FORMS.localeCode, 'locale lang language languagecode locales localecode'),
    habitEntries('fields', FORMS.fields, 'select columns attributes props only'),
  ].flat(),
);

/** Names of search parameters in other interfaces. */
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
