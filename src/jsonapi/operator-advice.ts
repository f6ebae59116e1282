/**
 * Details of UnsupportedOperator problems: the operator that was probably meant, and the operators that the field takes.
 *
 * Names of other interfaces (`contains`, `$gte`) and misspelt names lead to the operator here.
 * Elsewhere: the operators themselves (content/model), advice for parameter names (parameter-advice).
 */
import { closest, excerpt, list } from '../content/errors/index.js';
import {
  type ContentType,
  entryOf,
  type FieldType,
  isFolded,
  isOperator,
  LOCALE_FIELD,
  OPERATORS,
  type Operator,
  operatorsOfType,
  queriedField,
} from '../content/model/index.js';
import { type Detail, type Explained, explain, replacing, sending } from './request/explained.js';

/**
 * @param types every one has a field of that name
 * @returns the types whose field is not case-folded
 */
export const typesWithUnfolded = (types: readonly ContentType[], name: string): readonly ContentType[] =>
  types.filter((type) => !isFolded(queriedField(type, name)!));

/** The field of a condition, as messages describe it. */
export interface Subject {
  readonly name: string;
  readonly type: FieldType;
  /** Whether the field has "many": true, so that an item has a list of texts. */
  readonly isList: boolean;
  /** The content types that have the field; empty for `id`. */
  readonly types: readonly ContentType[];
  readonly allowed: readonly Operator[];
  /** The relationships that lead to the field, outermost first. */
  readonly hops: readonly string[];
  /** The groups and indexes before them, as sent: `_NOT` and `0`. */
  readonly groups: readonly string[];
}

/** @returns the names in brackets that lead to the field, with its groups */
export const fieldPath = ({ groups, hops, name }: Subject): string => bracketed([...groups, ...hops], name);

/** Operator names of other interfaces → names here: lower case, letters only. */
const OPERATOR_BY_ALIAS: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.flatMap((operator) =>
    [operator.slice(1).toLowerCase(), ...entryOf(operator).calledElsewhere.split(' ')].map((name) => [name, operator]),
  ),
);

/** @returns the name in lower case and without signs, as the keys of `OPERATOR_BY_ALIAS` are written */
export const normalizeName = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase();

/** @returns the allowed operator that has this name here or in another interface; undefined if there is none */
export function operatorNamed(name: string, allowed: readonly Operator[]): Operator | undefined {
  const operator = OPERATOR_BY_ALIAS.get(normalizeName(name));
  return operator !== undefined && allowed.includes(operator) ? operator : undefined;
}

/** Groups in other interfaces → groups here. */
const GROUP_BY_ALIAS: ReadonlyMap<string, '_OR' | '_AND' | '_NOT'> = new Map([
  ['or', '_OR'],
  ['and', '_AND'],
  ['not', '_NOT'],
]);

/** @returns the group that has this name in another interface, as `$or` and `not` are; undefined for names with `_` */
export const groupNamed = (name: string): '_OR' | '_AND' | '_NOT' | undefined =>
  name.startsWith('_') ? undefined : GROUP_BY_ALIAS.get(normalizeName(name));

/**
 * @param path of a filter in another interface: `[$or][0][title][$eq]`
 * @returns the same filter here, with names in brackets: `[_OR][0][title][_eq]`
 */
export function translateFilter(path: readonly string[]): string {
  const parts = path.map((part, i) => {
    if (part.startsWith('$') || i === path.length - 1)
      return groupNamed(part) ?? operatorNamed(part, OPERATORS) ?? part;
    return part;
  });
  return parts.map((part) => `[${part}]`).join('');
}

/** Operators of other interfaces that test whether there is a value: `_null`, `$notNull`, `_nempty`, `isnull`. */
const EXISTENCE = /^(?:is)?(?<not>n(?:ot?)?)?(?:null|empty|exists)$/;

/**
 * @param path   of the field, in brackets
 * @param value  sent; `false` turns the test around
 * @returns the test for a value that the operator means; undefined if it means something else
 */
export function adviseExistence(path: string, operatorName: string, value: string): Explained | undefined {
  const normalized = normalizeName(operatorName);
  const found = EXISTENCE.exec(normalized);
  if (found === null) return undefined;
  const isNegative = found.groups?.['not'] !== undefined;
  // `null` asks for no value, `exists` for one.
  const isForValue = normalized.endsWith('exists') !== isNegative;
  const wanted = isForValue === (value !== 'false' && value !== '0');
  const name = `filter${path}[_exists]`;
  return explain`To test for a value, write ${sending(`${name}=${wanted}`, name, String(wanted))}.`;
}

/** @returns the operator to show in an example; undefined if there is none */
export const exampleOperator = (allowed: readonly Operator[]): Operator | undefined =>
  allowed.find((operator) => operator !== '_exists');

const unfoldedOperator = (operator: Operator | undefined): Operator | undefined =>
  operator === undefined ? undefined : entryOf(operator).unfolded;

/**
 * @param normalized a negative name of another interface, such as `notcontains` or `nlike`
 * @returns the allowed operator that the name negates; undefined if there is none
 */
function findNegatedOperator(normalized: string, allowed: readonly Operator[]): Operator | undefined {
  const [, positive = ''] = /^(?:does)?no?t?(.{3,})$/.exec(normalized) ?? [];
  const negated = OPERATOR_BY_ALIAS.get(positive);
  return allowed.find((operator) => operator === negated);
}

/** @returns the names in brackets: `[author][books][_count]` for the hop `author` and the field `books._count` */
export const bracketed = (hops: readonly string[], ...name: readonly string[]): string =>
  [...hops, ...name].map((part) => `[${part.replace('.', '][')}]`).join('');

/** An operator on a list of texts would not say whether one text or every text has to match, so lists take few operators. */
function explainListOperator({ name, hops }: Subject, operator: Operator, allowedSentence: string): string {
  const { opposite } = entryOf(operator);
  const detour =
    opposite === undefined
      ? ''
      : ` To select items without the value, write filter[_NOT][]${bracketed(hops, name)}[${opposite}]=<value>.`;
  return `The operator "${operator}" is unsupported on "${name}"${name === LOCALE_FIELD ? ': ' : ', which has "many": true in the model: '}an item may have several values, and a filter can only test whether one of them is equal.${detour} ${allowedSentence}`;
}

/** @returns SQL's pattern `%salt%` as the condition here; undefined if the value has no `%` at an end, or one in between */
function translatePattern(subject: Subject, operator: Operator, value: string): Explained | undefined {
  const prefix = operator === '_icontains' ? '_i' : operator === '_contains' ? '_' : undefined;
  const [, before = '', text = '', after = ''] = /^(%?)([^%]+)(%?)$/.exec(value) ?? [];
  if (prefix === undefined || (before === '' && after === '')) return undefined;
  const ends = { '%%': 'contains', '%': before === '' ? 'startsWith' : 'endsWith' }[before + after] ?? 'contains';
  const name = `filter${fieldPath(subject)}[${prefix}${ends}]`;
  return sending(`${name}=${excerpt(text)}`, name, text);
}

/** @returns the detail of an UnsupportedOperator */
export function explainOperator(subject: Subject, operatorName: string, value: string): Detail {
  const { name, type, isList, types, allowed, hops } = subject;
  const allowedSentence = `"${name}" (${type}) takes ${allowed.join(', ')}.`;
  if (isOperator(operatorName) && isList) return explainListOperator(subject, operatorName, allowedSentence);
  if (isOperator(operatorName)) {
    const unfolded = operatorsOfType(type).includes(operatorName) ? typesWithUnfolded(types, name) : [];
    const remedy = `set "fold": true on the field of ${list(unfolded.map((contentType) => contentType.name))} in model.json and build again`;
    const reason = unfolded.length === 0 ? '' : `, whose values are not case-folded: ${remedy}`;
    return `The operator "${operatorName}" is unsupported on "${name}"${reason}. ${allowedSentence}`;
  }
  const normalized = normalizeName(operatorName);
  // Every item has an id, so the question is whether the related item exists.
  const path = name === 'id' && hops.length > 0 ? bracketed([...subject.groups, ...hops]) : fieldPath(subject);
  const existence = allowed.includes('_exists') ? adviseExistence(path, operatorName, value) : undefined;
  if (existence !== undefined)
    return explain`There is no operator "${excerpt(operatorName)}". ${existence} ${allowedSentence}`;
  if (normalized === 'between' && type !== 'relationship')
    return `There is no operator "${excerpt(operatorName)}". Write a range as two filters: filter${path}[_gte]=<value> and filter${path}[_lte]=<value>. ${allowedSentence}`;
  const opposite = OPERATOR_BY_ALIAS.has(normalized) ? undefined : findNegatedOperator(normalized, allowed);
  if (opposite !== undefined) {
    const through = type === 'relationship' ? '[id]' : '';
    return `There is no operator "${excerpt(operatorName)}". Negate it with a group: filter[_NOT][]${bracketed(hops, name)}${through}[${opposite}]=<value>. ${allowedSentence}`;
  }
  const near = OPERATOR_BY_ALIAS.get(normalized) ?? closest(operatorName, allowed);
  const suggestion =
    allowed.find((operator) => operator === near) ?? allowed.find((operator) => operator === unfoldedOperator(near));
  const pattern = suggestion === undefined ? undefined : translatePattern(subject, suggestion, value);
  if (pattern !== undefined)
    return explain`There is no operator "${excerpt(operatorName)}". Did you mean ${pattern}? ${allowedSentence}`;
  const question =
    suggestion === undefined ? '' : replacing(` Did you mean "${suggestion}"?`, operatorName, suggestion);
  return explain`There is no operator "${excerpt(operatorName)}".${question} ${allowedSentence}`;
}
