/**
 * Details of UnknownParameter problems: the form that was probably meant by a name from another interface, a misspelt name,
 * or the name of a field without `filter[…]`. Elsewhere: advice for operators (operator-advice).
 */
import { closest, excerpt, list } from '../content/errors/index.js';
import { type ContentType, ID_OPERATORS, isListOfTexts, type Locale, operatorsOf } from '../content/model/index.js';
import { conditionForm, formsWithoutOperator } from './condition-forms.js';
import { FOREIGN_VALUE_LENGTH, isFieldName, isSendable } from './foreign-filters.js';
import { type ForeignParameter, translateParameter } from './foreign-parameters.js';
import { exampleOperator, normalizeName, type Subject, translateFilter } from './operator-advice.js';
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
  const form =
    request === undefined ? findForm(name, parameter, accepts, types, hasLocales) : suggestForm(request, request);
  const suggestion = form === undefined ? adviseToIgnore(parameter.head) : explain` Did you mean "${form}"?`;
  return explain`There is no parameter "${excerpt(name)}" here.${suggestion} ${listParameters(accepts, hasLocales)}`;
}

/** @returns the form of the parameter that was probably meant: of a field, a search, or a name of another interface */
function findForm(
  name: string,
  parameter: ForeignParameter,
  accepts: Accepts,
  types: readonly ContentType[],
  hasLocales: boolean,
): Explained | undefined {
  const { head, value } = parameter;
  if (isGroq(parameter) && accepts.filter) return suggestForm(FORMS.filter);
  const condition = accepts.filter ? formForFieldName(head, value, types) : undefined;
  if (condition !== undefined) return condition;
  const search = accepts.filter ? searchAdvice(head, types) : undefined;
  // The value stands in its place, so that the request can be sent as it is.
  if (search !== undefined && isSendable(value))
    return suggestForm(search.replace(/<words>$/, () => value.toWellFormed()));
  const form = search ?? formForAlias(name, parameter, accepts, types, hasLocales);
  return form === undefined ? undefined : suggestPlausible(form, parameter, name, types);
}

/** Parameters whose value is a list of fields. */
const FIELD_LISTS: readonly string[] = [FORMS.sort, FORMS._stats, FORMS._highlight];

/** Whether each name in the value is a field, or a path that begins with one. */
const namesFields = (value: string, types: readonly ContentType[]): boolean =>
  value.length <= FOREIGN_VALUE_LENGTH &&
  value.split(',').every((path) => isFieldName(types, /^-?([\w-]*)/.exec(path.trim())?.[1] ?? ''));

/** @returns the form; without a correction if the value that was sent cannot stay */
function suggestPlausible(
  form: string,
  { head, value }: ForeignParameter,
  name: string,
  types: readonly ContentType[],
): Explained {
  const isList = FIELD_LISTS.includes(form) || form === FORMS.include;
  const isOther = isList && (name !== head || (form !== FORMS.include && !namesFields(value, types)));
  return isOther ? { text: form, corrections: [] } : suggestForm(form);
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

/** @returns the condition for `title=x`, where `title` is a field; undefined if the name is none */
function formForFieldName(head: string, value: string, types: readonly ContentType[]): Explained | undefined {
  const withField = types.filter((type) => type.fieldByName.has(head));
  const field = withField[0]?.fieldByName.get(head);
  if (field === undefined && head !== 'id') return undefined;
  const allowed = field === undefined ? ID_OPERATORS : operatorsOf(field);
  const operator = exampleOperator(allowed);
  const isLink = field?.type === 'relationship';
  if (operator === undefined) return undefined;
  const subject: Subject = {
    name: head,
    type: field?.type ?? 'text',
    isList: field !== undefined && isListOfTexts(field),
    types: withField,
    allowed,
    hops: [],
    groups: [],
  };
  const shown = isSendable(value) ? value.toWellFormed() : isLink ? '<id>' : '<value>';
  // No item is linked by the id "null", as other interfaces write it.
  if (isLink && value === 'null' && allowed.includes('_exists')) return suggestForm(`filter[${head}][_exists]=false`);
  if (isLink) return conditionForm(subject, shown.includes(',') ? '_in' : '_eq', shown, value);
  // The text of a parameter may contain a comma.
  const isText = subject.type === 'text' && shown.includes(',');
  return shown === value && !isText
    ? formsWithoutOperator(subject, value)
    : conditionForm(subject, operator, shown, value);
}

/** @returns the form of a search in these types; undefined if the name does not look like a search parameter */
export function searchAdvice(name: string, types: readonly ContentType[]): string | undefined {
  if (!SEARCH_ALIASES.has(normalizeName(name))) return undefined;
  const isSearched = types.every(({ search }) => search !== undefined);
  return isSearched ? 'filter[_search]=<words>' : 'filter[<field>][_contains]=<text>';
}

/** The form of an accepted parameter that has this name in another interface, or a similar name here. */
function formForAlias(
  name: string,
  { head, value }: ForeignParameter,
  accepts: Accepts,
  types: readonly ContentType[],
  hasLocales: boolean,
): string | undefined {
  const acceptsPage = accepts.page || (accepts.include && name.includes(']['));
  const isCandidate = (candidate: Head): boolean => isAccepted(candidate, accepts, acceptsPage, hasLocales);
  const habit = HABIT_BY_ALIAS.get(normalizeName(head));
  const closestHead = closest(head, HEADS.filter(isCandidate));
  const suggestedHead = habit !== undefined && isCandidate(habit.head) ? habit.head : closestHead;
  if (suggestedHead === undefined) return undefined;
  // A name that is only similar, such as `status=draft`, may be of anything.
  const isSimilar =
    suggestedHead !== habit?.head && name === head && normalizeName(head) !== normalizeName(suggestedHead);
  if (isSimilar && (NAMES_OF_STATES.test(head) || !isSimilarList(suggestedHead, value, types))) return undefined;
  const brackets = name.slice(head.length);
  if (brackets !== '' && suggestedHead === 'filter') return `filter${translateFilter(parseBrackets(name).path)}`;
  if (brackets !== '' && suggestedHead !== 'sort' && suggestedHead !== 'include' && suggestedHead !== '_stats')
    return `${suggestedHead}${brackets}`;
  return suggestedHead === habit?.head ? habit.form : FORMS[suggestedHead];
}

/** Names that resemble `_stats`. */
const NAMES_OF_STATES = /^_?stat(?:us|e|es)$/i;

/** Whether the value could be one of the parameter, if that is a list of fields. */
const isSimilarList = (head: Head, value: string, types: readonly ContentType[]): boolean =>
  !FIELD_LISTS.includes(FORMS[head]) || namesFields(value, types);

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
