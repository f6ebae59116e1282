/**
 * Parameters of other interfaces with their values, as the exact request to send here: `populate=author` is `include=author`.
 *
 * A translation names existing fields only; anything else gives undefined, and the advice shows the form of the parameter.
 * Elsewhere: the forms (parameter-advice), filters in one value (foreign-filters).
 */
import { type ContentType, LIMITS, type Locale, OPERATORS } from '../content/model/index.js';
import {
  FOREIGN_VALUE_LENGTH,
  isFieldName,
  isSendable,
  translateGroq,
  translateJsonFilter,
  translateOData,
  writeCondition,
} from './foreign-filters.js';
import { operatorNamed, translateFilter } from './operator-advice.js';
import type { Head } from './request/heads.js';

/** A parameter that does not exist here. */
export interface ForeignParameter {
  /** The name up to its first bracket, as sent: `$filter`. */
  readonly head: string;
  /** The names in brackets. */
  readonly path: readonly string[];
  readonly value: string;
  /** The value of another parameter of the request; undefined if it was not sent. */
  readonly readOther: (name: string) => string | undefined;
}

const isCount = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text);

/**
 * @param number of the page, from 1
 * @param size   of a page; undefined if the request has none. It is a parameter of its own, with its own correction
 * @returns      the same page here, where `skip` counts items
 */
export function writePage(number: string, size: string | undefined): string | undefined {
  if (!isCount(number) || (size !== undefined && !isCount(size))) return undefined;
  const skip = Math.max(0, Number(number) - 1) * Number(size ?? LIMITS.pageLimitDefault);
  return `page[skip]=${skip}`;
}

/** Parameters for the size of a page, here and in other interfaces. */
const PAGE_SIZES =
  'page[limit] page[size] pagination[pageSize] pagination[limit] per_page perPage pageSize page_size limit _limit';

/** @returns the size of a page, if the request sends it under any name */
export const readPageSize = (readOther: ForeignParameter['readOther']): string | undefined =>
  PAGE_SIZES.split(' ').map(readOther).find(isCount);

/** @returns the page of Strapi’s `pagination[…]` */
function translatePagination({ path: [member], value, readOther }: ForeignParameter): string | undefined {
  switch (member) {
    case 'page':
      return writePage(value, readPageSize(readOther));
    case 'pageSize':
    case 'limit':
      return isCount(value) ? `page[limit]=${value}` : undefined;
    case 'start':
      return isCount(value) ? `page[skip]=${value}` : undefined;
    default:
      return undefined;
  }
}

/** @returns names without the `fields.` of Contentful */
const splitNames = (value: string): readonly string[] =>
  value.split(',').map((name) => name.trim().replace(/^(-?)fields\./, '$1'));

function translateInclude(types: readonly ContentType[], path: readonly string[], value: string): string | undefined {
  const relationships = new Set(types.flatMap((type) => type.relationships.map(({ name }) => name)));
  if (value === '*' || value === 'deep') return relationships.size === 0 ? undefined : `include=${[...relationships]}`;
  const [first = ''] = path;
  const names = relationships.has(first) ? [first] : splitNames(value);
  return names.every((name) => relationships.has(name.split('.', 1)[0] ?? '')) ? `include=${names}` : undefined;
}

function translateSort(types: readonly ContentType[], value: string): string | undefined {
  const keys = splitNames(value).map((key) => {
    const [, sign = '', field = '', order = ''] = /^([-+]?)([\w-]+)(?:[: ](asc|desc))?$/i.exec(key) ?? [];
    if (!isFieldName(types, field)) return undefined;
    return sign === '-' || order.toLowerCase() === 'desc' ? `-${field}` : field;
  });
  return keys.every((key) => key !== undefined) ? `sort=${keys}` : undefined;
}

function translateFields(types: readonly ContentType[], value: string): string | undefined {
  const [type, ...moreTypes] = types;
  const names = splitNames(value);
  if (type === undefined || moreTypes.length > 0 || !names.every((name) => type.fieldByName.has(name)))
    return undefined;
  return `fields[${type.name}]=${names}`;
}

/** @param path of `filters[…]` or `where[…]`, as Strapi and Payload write it */
function translatePath(types: readonly ContentType[], path: readonly string[], value: string): string | undefined {
  const name = path.at(-1) ?? '';
  const normalized = name.replace(/[^A-Za-z]/g, '').toLowerCase();
  const before = path.slice(0, -1);
  if (normalized === 'null' || normalized === 'notnull') {
    const isPopulated = (normalized === 'notnull') === (value !== 'false');
    return `filter${translateFilter([...before, '_exists'])}=${isPopulated}`;
  }
  if (normalized === 'between') {
    const [low = '', high = '<value>'] = value.split(',');
    const field = `filter${translateFilter([...before, ''])}`.slice(0, -'[]'.length);
    // Each `[]` begins a group of its own.
    return isSendable(value) && !before.includes('') ? `${field}[_gte]=${low}&${field}[_lte]=${high}` : undefined;
  }
  if (operatorNamed(name, OPERATORS) !== undefined)
    return isSendable(value) ? `filter${translateFilter(path)}=${value}` : undefined;
  return path.length === 1 ? writeCondition(types, name, '_eq', value) : undefined;
}

/** @returns the condition of Contentful’s `fields.title[match]=salt` */
function translateDotted(types: readonly ContentType[], { head, path, value }: ForeignParameter): string | undefined {
  const [space, field = '', ...more] = head.split('.');
  const isField = space === 'fields' || (space === 'sys' && field === 'id');
  if (!isField || more.length > 0 || path.length > 1) return undefined;
  const [name = 'eq'] = path;
  const operator = name === 'match' ? '_contains' : operatorNamed(name, OPERATORS);
  return operator === undefined ? undefined : writeCondition(types, field, operator, value);
}

/**
 * @param meant   the parameter that has the name `head` elsewhere, and its form here
 * @param types   of the primary data
 * @param locales of the space
 * @returns the request to send; undefined if the value has no translation
 * Cost: O(length of the value), which is at most 300.
 */
export function translateParameter(
  parameter: ForeignParameter,
  meant: { readonly head: Head; readonly form: string } | undefined,
  types: readonly ContentType[],
  locales: readonly Locale[],
): string | undefined {
  const { head, path, value, readOther } = parameter;
  if (value === '' || value.length > FOREIGN_VALUE_LENGTH) return undefined;
  if (head === 'pagination') return translatePagination(parameter);
  if (head.includes('.')) return translateDotted(types, parameter);
  switch (meant?.head) {
    case 'filter':
      if (path.length > 0) return translatePath(types, path, value);
      return translateJsonFilter(value) ?? translateOData(types, value) ?? translateGroq(types, value);
    case 'include':
      return translateInclude(types, path, value);
    case 'sort':
      return path.length > 1 ? undefined : translateSort(types, value);
    case 'fields':
      return path.length > 0 ? undefined : translateFields(types, value);
    case 'page': {
      if (path.length > 0 || !isCount(value)) return undefined;
      if (/^_?page(?:_?n|$)/i.test(head)) return writePage(value, readPageSize(readOther));
      return meant.form.replace('<number>', value);
    }
    case 'localeCode':
      return locales.some(({ code }) => code === value) ? `localeCode=${value}` : undefined;
    default:
      return undefined;
  }
}
