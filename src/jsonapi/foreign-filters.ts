/**
 * Filters that another interface writes in one value, as the parameters to send here: the JSON of Directus, the expressions of
 * OData and GROQ. Only short values are read, and only simple conditions; anything else gives undefined.
 *
 * Elsewhere: other parameters (foreign-parameters), names of operators (operator-advice).
 */
import { type ContentType, OPERATORS, type Operator } from '../content/model/index.js';
import { isOperand } from './check/operand.js';
import { groupNamed, operatorNamed, translateFilter } from './operator-advice.js';

/** Longer values are not translated, so that a refusal stays cheap. */
export const FOREIGN_VALUE_LENGTH = 300;

/** Whether a value can be sent as it is shown: a URL needs no encoding of it that a reader would have to know. */
export const isSendable = (value: string): boolean =>
  value !== '' && value.length <= FOREIGN_VALUE_LENGTH && !/[%&#+]/.test(value);

const CONDITIONS_MAXIMUM = 4;
const DEPTH_MAXIMUM = 8;

export const isFieldName = (types: readonly ContentType[], name: string): boolean =>
  name === 'id' || types.some(({ fieldByName }) => fieldByName.has(name));

/** @returns `filter[title][_eq]=Turf`; of a relationship the condition on the id */
export function writeCondition(
  types: readonly ContentType[],
  field: string,
  operator: Operator,
  value: string,
): string | undefined {
  if (!isFieldName(types, field) || !isSendable(value)) return undefined;
  const type = types.find(({ fieldByName }) => fieldByName.has(field))?.fieldByName.get(field)?.type ?? 'text';
  if (value !== '<value>' && !isOperand({ name: field, type }, operator, value)) return undefined;
  return `filter[${field}]${type === 'relationship' ? '[id]' : ''}[${operator}]=${value}`;
}

/** Joins the conditions; undefined if one of them has no translation. */
function joinConditions(conditions: readonly (string | undefined)[]): string | undefined {
  const isWhole = conditions.length > 0 && conditions.length <= CONDITIONS_MAXIMUM;
  return isWhole && conditions.every((condition) => condition !== undefined) ? conditions.join('&') : undefined;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** @returns the parameters for each leaf of the object; an entry is undefined if it cannot be sent */
function flatten(value: unknown, path: readonly string[]): readonly (string | undefined)[] {
  if (Array.isArray(value) && value.every(isScalar) && isSendable(value.join())) {
    return [`filter${translateFilter(path)}=${value.join()}`];
  }
  if (typeof value === 'object' && value !== null && path.length < DEPTH_MAXIMUM) {
    return Object.entries(value).flatMap(([name, member]) => {
      const group = groupNamed(name.replace(/^_/, ''));
      return flatten(member, [...path, group ?? name]);
    });
  }
  if (!isScalar(value) || path.length === 0 || !isSendable(String(value))) return [undefined];
  const [last = ''] = path.slice(-1);
  const isNamed = operatorNamed(last, OPERATORS) !== undefined;
  return [`filter${translateFilter(isNamed ? path : [...path, '_eq'])}=${value}`];
}

/** @param value of `filter` or `where`: `{"title":{"_eq":"Turf"}}` */
export function translateJsonFilter(value: string): string | undefined {
  if (value.length > FOREIGN_VALUE_LENGTH || !value.startsWith('{')) return undefined;
  try {
    return joinConditions(flatten(JSON.parse(value), []));
  } catch {
    return undefined;
  }
}

const COMPARISONS: ReadonlyMap<string, Operator> = new Map([
  ['==', '_eq'],
  ['!=', '_neq'],
  ['<=', '_lte'],
  ['>=', '_gte'],
  ['<', '_lt'],
  ['>', '_gt'],
  ['eq', '_eq'],
  ['ne', '_neq'],
  ['le', '_lte'],
  ['ge', '_gte'],
  ['lt', '_lt'],
  ['gt', '_gt'],
  ['match', '_contains'],
]);

const withoutQuotes = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

/** @param expression `price < 9`, or `price lt 9` */
function translateComparison(types: readonly ContentType[], expression: string): string | undefined {
  const [, field = '', sign = '', value = ''] =
    /^(\w+) ?(==|!=|<=|>=|<|>|eq |ne |le |ge |lt |gt |match )(.+)$/.exec(expression) ?? [];
  const operator = COMPARISONS.get(sign.trim());
  return operator === undefined ? undefined : writeCondition(types, field, operator, withoutQuotes(value));
}

/** The operator and value of Drupal’s conditions, in parameters of their own. */
const CONDITION_MEMBERS: readonly string[] = ['path', 'operator', 'value'];

/** Whether the path is `[a][condition][path]`, as Drupal’s JSON:API writes one member of the condition `a`. */
export const isConditionMember = (path: readonly string[]): boolean =>
  path.length === 3 && path[1] === 'condition' && CONDITION_MEMBERS.includes(path[2] ?? '');

/**
 * @param readMember the value of `[path]`, `[operator]` and `[value]`
 */
export function translateCondition(
  types: readonly ContentType[],
  readMember: (member: string) => string | undefined,
): string | undefined {
  const [field, name = '=', value = '<value>'] = CONDITION_MEMBERS.map(readMember);
  const sign = name === '=' ? '==' : name === '<>' ? '!=' : name.toLowerCase();
  const operator = COMPARISONS.get(sign) ?? operatorNamed(sign, OPERATORS);
  if (field === undefined || operator === undefined) return undefined;
  return writeCondition(types, field, operator, value);
}

/** @param value of OData’s `$filter`: `price lt 9 and contains(title,'salt')` */
export function translateOData(types: readonly ContentType[], value: string): string | undefined {
  if (value.length > FOREIGN_VALUE_LENGTH) return undefined;
  const conditions = value.split(' and ').map((part) => {
    const [, name = '', field = '', text = ''] = /^(\w+)\((\w+), ?(.+)\)$/.exec(part.trim()) ?? [];
    const operator = operatorNamed(name, OPERATORS);
    if (operator !== undefined) return writeCondition(types, field, operator, withoutQuotes(text));
    return translateComparison(types, part.trim());
  });
  return joinConditions(conditions);
}

/** @param value of a GROQ query: `*[_type == "book" && price < 9]` */
export function translateGroq(types: readonly ContentType[], value: string): string | undefined {
  const end = value.indexOf(']');
  if (value.length > FOREIGN_VALUE_LENGTH || !value.startsWith('*[') || end < 0) return undefined;
  const conditions = value
    .slice(2, end)
    .split('&&')
    .map((part) => part.trim())
    // The path names the type.
    .filter((part) => !part.startsWith('_type'));
  return joinConditions(conditions.map((part) => translateComparison(types, part)));
}
