/**
 * Conditions as they would be right, for messages: with an operator, and with the operator or the range in a value, such as
 * `gt:9`, `>9` and `10..20`.
 *
 * Elsewhere: checking conditions (check/condition), names of operators (operator-advice).
 */
import { excerpt } from '../content/errors/index.js';
import { AREA_FORMATS, entryOf, type Operator } from '../content/model/index.js';
import { isOperand } from './check/operand.js';
import { exampleOperator, fieldPath, operatorNamed, type Subject } from './operator-advice.js';
import { type Explained, explain, sending } from './request/explained.js';

/**
 * @param value of the condition
 * @param sent  value of the parameter, which stays if it is the same: conditions of one name keep a value each
 * @returns a correct parameter for messages, with the requested operator or a usual one
 */
export function conditionForm(
  subject: Subject,
  operator: Operator | undefined,
  value: string,
  sent: string,
): Explained {
  const through = subject.type === 'relationship' && operator !== '_exists' ? '[id]' : '';
  const shownOperator = operator ?? exampleOperator(subject.allowed) ?? '_eq';
  const { meaning } = entryOf(shownOperator);
  // If the operator is only suggested and takes an area, the value sent is not one.
  const showsValue = value !== '' && (operator !== undefined || meaning.asks !== 'area');
  const placeholder = meaning.asks === 'area' ? AREA_FORMATS[meaning.shape].split(', ')[0] : '<value>';
  const valueText = showsValue ? excerpt(value) : placeholder;
  const name = `filter${fieldPath(subject)}${through}[${shownOperator}]`;
  const isOpen = value.startsWith('<');
  // A value that the field cannot have leads to another mistake.
  if (!isOperand(subject, shownOperator, isOpen ? sent : value)) {
    return { text: `${name}=${showsValue && isOpen ? valueText : placeholder}`, corrections: [] };
  }
  return sending(`${name}=${valueText}`, name, showsValue && !isOpen && value !== sent ? value : undefined);
}

const OPERATOR_BY_SIGN: ReadonlyMap<string, Operator> = new Map([
  ['<', '_lt'],
  ['<=', '_lte'],
  ['>', '_gt'],
  ['>=', '_gte'],
  ['!', '_neq'],
  ['!=', '_neq'],
  ['=', '_eq'],
  ['==', '_eq'],
]);

/** @returns the conditions for `10..20`, `10..` and `..20`; undefined if the value is no range of the field */
function translateRange(subject: Subject, value: string): Explained | undefined {
  const [low, high, ...more] = value.split(/\.{2,3}/);
  if (low === undefined || high === undefined || more.length > 0) return undefined;
  return betweenForm(subject, low, high);
}

/**
 * @param low  end of a range; empty if it is open
 * @param high as `low`
 * @returns both conditions; undefined if the field takes no such ends
 */
export function betweenForm(subject: Subject, low: string, high: string): Explained | undefined {
  const ends = [
    { operator: '_gte', end: low.trim() },
    { operator: '_lte', end: high.trim() },
  ] as const;
  const sent = ends.filter(({ end }) => end !== '');
  if (sent.length === 0 || !sent.every(({ operator, end }) => isTaken(subject, operator, end))) return undefined;
  const send = sent.map(({ operator, end }) => ({ parameter: `filter${fieldPath(subject)}[${operator}]`, value: end }));
  // Each `[]` begins a group of its own.
  if (send.length > 1 && subject.groups.includes('')) return undefined;
  return { text: send.map(({ parameter, value }) => `${parameter}=${value}`).join('&'), corrections: [{ send }] };
}

const isTaken = (subject: Subject, operator: Operator, value: string): boolean =>
  subject.allowed.includes(operator) && value.length <= 80 && isOperand(subject, operator, value);

/** @returns correct forms for a condition without an operator: a comma in the value may separate values or be a part of one */
export function formsWithoutOperator(subject: Subject, value: string): Explained {
  // Other interfaces write the operator before the value: `gt:9`, and `>9` of numbers and dates.
  const [, prefix = '', prefixedValue = ''] = /^(\$?\w+):(.*)$/s.exec(value) ?? [];
  const prefixOperator = operatorNamed(prefix, subject.allowed);
  if (prefixOperator !== undefined) return conditionForm(subject, prefixOperator, prefixedValue, value);
  // A text may begin with any sign.
  const isText = subject.allowed.includes('_contains');
  const [, sign = '', signedValue = ''] = /^(<=?|>=?|!=?|==?) ?(.+)$/s.exec(value) ?? [];
  const signOperator = isText ? undefined : operatorNamed(OPERATOR_BY_SIGN.get(sign) ?? '', subject.allowed);
  if (signOperator !== undefined) return conditionForm(subject, signOperator, signedValue, value);
  const range = isText ? undefined : translateRange(subject, value);
  if (range !== undefined) return range;
  const form = conditionForm(subject, undefined, value, value);
  if (!value.includes(',') || !subject.allowed.includes('_in')) return form;
  const listForm = conditionForm(subject, '_in', value, value);
  return subject.type === 'text' ? explain`${listForm}, or ${form} if the comma belongs to the value` : listForm;
}
