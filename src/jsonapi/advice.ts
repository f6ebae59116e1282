/**
 * What to say of names that mean nothing here: what was probably meant, and what there is.
 *
 * First, of an operator that a field does not take: the one that other interfaces' habits or a slip of the keys
 * were probably meant for, and those it takes.
 */
import { closest, didYouMean, excerpt, list } from '../content/errors/index.js';
import {
  type ContentType,
  entryOf,
  type FieldType,
  ID_OPERATORS,
  isFolded,
  isOperator,
  type Locale,
  OPERATORS,
  type Operator,
  operatorsOf,
  operatorsOfType,
} from '../content/model/index.js';
import { type Accepts, parametersOf } from './request/endpoint.js';
import { FORMS, HEADS, type Head } from './request/parameter.js';

/** @returns the types, all of which have a field of that name, whose field is not folded */
export const unfoldedOf = (types: readonly ContentType[], name: string): readonly ContentType[] =>
  types.filter(({ fieldByName }) => !isFolded(fieldByName.get(name)!));

/** What a condition is about. */
export interface Subject {
  readonly name: string;
  readonly type: FieldType;
  /** Whether the field has "many": true, and lists of texts with it. */
  readonly isList: boolean;
  /** The content types that have the field; none of `id`. */
  readonly types: readonly ContentType[];
  readonly allowed: readonly Operator[];
  /** Relationships on the way to it. */
  readonly hops: readonly string[];
}

/** What other interfaces call the operators, and what they are called here: lower case, letters only. */
const CALLED: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.flatMap((operator) =>
    [operator.slice(1).toLowerCase(), ...entryOf(operator).calledElsewhere.split(' ')].map((name) => [name, operator]),
  ),
);

/** @returns the name as `CALLED` has it, without what interfaces write differently */
export const lettersOf = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase();

/** What has no operator of its own, and how to ask for it of a field in brackets. */
const DETOURS: ReadonlyMap<string, (path: string) => string> = new Map([
  ['null', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['empty', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['notnull', (path) => `Whether there is a value is asked by filter${path}[_exists]=true.`],
  ['notempty', (path) => `Whether there is a value is asked by filter${path}[_exists]=true.`],
  ['notexists', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['between', (path) => `A range has two ends: filter${path}[_gte]=<value> and filter${path}[_lte]=<value>.`],
]);

/** The operator to show in an example, or undefined where there is none. */
export const usualOperator = (allowed: readonly Operator[]): Operator | undefined =>
  allowed.find((operator) => operator !== '_exists');

const plain = (operator: Operator | undefined): Operator | undefined =>
  operator === undefined ? undefined : entryOf(operator).unfolded;

/** @returns the operator of which `notContains`, `nlike` or the like is the opposite, if it is one of those allowed */
function negatedOf(words: string, allowed: readonly Operator[]): Operator | undefined {
  const [, positive = ''] = /^(?:does)?no?t?(.{3,})$/.exec(words) ?? [];
  const meant = CALLED.get(positive);
  return allowed.find((operator) => operator === meant);
}

const bracketed = (hops: readonly string[], ...name: readonly string[]): string =>
  [...hops, ...name].map((part) => `[${part}]`).join('');

/** Of several texts an operator would not say whether it is of one or of all of them. */
function explainOnList({ name, hops }: Subject, given: Operator, only: string): string {
  const { opposite } = entryOf(given);
  const detour =
    opposite === undefined
      ? ''
      : ` Items without the value are asked for by filter[_NOT][]${bracketed(hops, name)}[${opposite}]=<value>.`;
  return `The operator "${given}" is unsupported on "${name}", which has "many": true in the model: an item may have several values, and only whether one of them is equal can be asked.${detour} ${only}`;
}

/** @returns the detail of an UnsupportedOperator */
export function explainOperator(subject: Subject, given: string): string {
  const { name, type, isList, types, allowed, hops } = subject;
  const only = `"${name}" (${type}) takes ${allowed.join(', ')}.`;
  if (isOperator(given) && isList) return explainOnList(subject, given, only);
  if (isOperator(given)) {
    const unfolded = operatorsOfType(type).includes(given) ? unfoldedOf(types, name) : [];
    const right = `set "fold": true on the field of ${list(unfolded.map((one) => one.name))} in model.json and build again`;
    const why = unfolded.length === 0 ? '' : `, whose values are not case-folded: ${right}`;
    return `The operator "${given}" is unsupported on "${name}"${why}. ${only}`;
  }
  const words = lettersOf(given);
  const detour = type === 'relationship' ? undefined : DETOURS.get(words);
  // An id is always there; its item need not be.
  const asked = name === 'id' && hops.length > 0 ? bracketed(hops) : bracketed(hops, name);
  if (detour !== undefined) return `There is no operator "${excerpt(given)}". ${detour(asked)} ${only}`;
  const opposite = CALLED.has(words) ? undefined : negatedOf(words, allowed);
  if (opposite !== undefined) {
    const through = type === 'relationship' ? '[id]' : '';
    return `There is no operator "${excerpt(given)}". Negate it with a group: filter[_NOT][]${bracketed(hops, name)}${through}[${opposite}]=<value>. ${only}`;
  }
  const near = CALLED.get(words) ?? closest(given, allowed);
  const meant = allowed.find((operator) => operator === near) ?? allowed.find((operator) => operator === plain(near));
  return `There is no operator "${excerpt(given)}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${only}`;
}

/*
 * Of a parameter that does not exist: the form that other interfaces' habits, a slip of the keys or a
 * bare field name were probably meant for.
 */

interface Habit {
  readonly head: Head;
  readonly form: string;
}

/** What other interfaces call things: lower case, letters only. */
const HABITS: ReadonlyMap<string, Habit> = new Map(
  [
    habit('page', 'page[limit]=<number>', 'limit count first max perpage pagesize size take top'),
    habit('page', 'page[skip]=<number>', 'skip offset start from pagenumber pageno after before cursor'),
    habit('filter', FORMS.filter, 'where filterby condition conditions'),
    habit('sort', FORMS.sort, 'order orderby ordering sortby sorting'),
    habit('include', FORMS.include, 'populate expand embed with relations relationships'),
    habit('_facet', FORMS._facet, 'facet facets aggs aggregations aggregate groupby buckets drilldown'),
    habit('_stats', FORMS._stats, 'stats statistics sum avg mean min minmax'),
    habit('localeCode', FORMS.localeCode, 'locale lang language languagecode locales'),
    habit('fields', FORMS.fields, 'select columns attributes props only'),
  ].flat(),
);

function habit(head: Head, form: string, names: string): readonly (readonly [string, Habit])[] {
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
    bareField(head, accepts, types) ?? searchForm(head, accepts, types) ?? knownForm(name, head, accepts, hasLocales);
  const meant = form === undefined ? '' : ` Did you mean "${excerpt(form)}"?`;
  return `There is no parameter "${excerpt(name)}" here.${meant} ${parametersOf(accepts, hasLocales)}`;
}

/** @returns what to say of a `localeCode` that names none of the space's locales */
export function explainUnknownLocale(code: string, locales: readonly Locale[]): string {
  if (locales.length === 0)
    return 'This space has no locales, so there is one form of its content. Leave "localeCode" out.';
  const codes = locales.map((locale) => locale.code);
  return `There is no locale "${excerpt(code)}" here; locales are ${list(codes)}, and ${codes[0]} is the default.${didYouMean(code, codes)}`;
}

/** `title=x`, where `title` is a field. */
function bareField(head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined {
  if (!accepts.filter) return undefined;
  const field = types.find((one) => one.fieldByName.has(head))?.fieldByName.get(head);
  const operator = usualOperator(head === 'id' ? ID_OPERATORS : field === undefined ? [] : operatorsOf(field));
  if (field?.type === 'relationship' && operator !== undefined) return `filter[${head}][id][_eq]=<id>`;
  return operator === undefined ? undefined : `filter[${head}][${operator}]=<value>`;
}

/** What other interfaces call a search, wherever it stands. */
const SEARCHES: ReadonlySet<string> = new Set(['q', 'query', 'search', 'term', 'terms', 'text', 'fulltext', 'keyword']);

/** @returns how words are searched for in these types, if the name may have been meant so */
export function searchAdvice(name: string, types: readonly ContentType[]): string | undefined {
  if (!SEARCHES.has(lettersOf(name))) return undefined;
  const isSearched = types.every(({ search }) => search !== undefined);
  return isSearched ? 'filter[_search]=<words>' : 'filter[<field>][_contains]=<text>';
}

const searchForm = (head: string, accepts: Accepts, types: readonly ContentType[]): string | undefined =>
  accepts.filter ? searchAdvice(head, types) : undefined;

/** The parameter that another habit or a near miss names, of those the endpoint takes. */
function knownForm(name: string, head: string, accepts: Accepts, hasLocales: boolean): string | undefined {
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
  const habitual = HABITS.get(lettersOf(head));
  const near = closest(head, HEADS.filter(takes));
  const meant = habitual !== undefined && takes(habitual.head) ? habitual.head : near;
  if (meant === undefined) return undefined;
  const brackets = name.slice(head.length);
  if (brackets !== '' && meant !== 'sort' && meant !== 'include' && meant !== '_stats') return `${meant}${brackets}`;
  return meant === habitual?.head ? habitual.form : FORMS[meant];
}
