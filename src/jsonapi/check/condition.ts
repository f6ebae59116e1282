/**
 * One filter condition: the names behind `filter` and its groups, and the value → a checked condition.
 */
import { closest, excerpt, list } from '../../errors/index.js';
import {
  type ContentType,
  type Field,
  type FieldType,
  ID_OPERATORS,
  isFolded,
  isFolding,
  isOperator,
  OPERATORS,
  OPERATORS_BY_TYPE,
  type Operator,
  operatorsOf,
  UNFOLDED,
} from '../../model/index.js';
import type { Condition } from '../../query/tree.js';
import type { Problems } from '../request/problems.js';
import type { Parameter } from '../request/read-query.js';
import { parseOperand } from './operand.js';
import { explainMissing, sharedField } from './shared-fields.js';

/** What other interfaces call the operators: lower case, letters only. */
const HABITS: ReadonlyMap<string, Operator> = new Map(
  [
    habit('_exists', 'exist populated present defined'),
    habit('_eq', 'equal equals is'),
    habit('_neq', 'ne not noteq notequal notequals isnot'),
    habit('_gt', 'greater greaterthan after above'),
    habit('_gte', 'ge min from since'),
    habit('_lt', 'less lessthan before below'),
    habit('_lte', 'le max until'),
    habit('_contains', 'like contain includes match matches search'),
    habit('_startsWith', 'start starts startwith prefix beginswith sw'),
    habit('_endsWith', 'end ends endwith suffix ew'),
    habit('_in', 'any anyof oneof among'),
    habit('_ieq', 'eqi iequal iequals equalsi eqci'),
    habit('_icontains', 'ilike icontain iincludes containsi imatch'),
    habit('_istartsWith', 'istart istarts istartwith iprefix startswithi'),
    habit('_iendsWith', 'iend iends iendwith isuffix endswithi'),
  ].flat(),
);

function habit(operator: Operator, names: string): readonly (readonly [string, Operator])[] {
  return names.split(' ').map((name) => [name, operator] as const);
}

/** What has no operator of its own, and how to ask for it. */
const DETOURS: ReadonlyMap<string, (name: string) => string> = new Map([
  ['null', (name) => `Whether there is a value is asked by filter[${name}][_exists]=false.`],
  ['empty', (name) => `Whether there is a value is asked by filter[${name}][_exists]=false.`],
  ['between', (name) => `A range has two ends: filter[${name}][_gte]=<value> and filter[${name}][_lte]=<value>.`],
]);

/** The operator to show in an example, or undefined where there is none. */
export const usualOperator = (allowed: readonly Operator[]): Operator | undefined =>
  allowed.includes('_eq') ? '_eq' : allowed.find((operator) => operator !== '_exists');

/**
 * @param types of the primary data
 * @param at    where in `parameter.path` the field's name stands
 * @returns undefined when a problem was added
 */
export function parseCondition(
  types: readonly ContentType[],
  parameter: Parameter,
  at: number,
  problems: Problems,
): Condition | undefined {
  const name = parameter.path[at] ?? '';
  if (name === 'id') return parseOn(ID, parameter, at + 1, problems);
  const field = sharedField(types, name);
  if (field === undefined) {
    problems.add('UnknownField', parameter.name, () => explainMissing(types, name, isFilterable));
    return undefined;
  }
  if (!isFilterable(field)) {
    problems.add('UnsupportedOperator', parameter.name, () => {
      return `Filtering is unsupported on "${name}": no operator compares a field of type ${field.type}.`;
    });
    return undefined;
  }
  // Of several types, what all of them take: only the option may differ.
  const weakest = types.length === 1 ? field : (unfoldedOf(types, name)[0]?.fieldByName.get(name) ?? field);
  const subject: Subject = { name, type: field.type, types, allowed: operatorsOf(weakest) };
  if (field.type !== 'relationship') return parseOn(subject, parameter, at + 1, problems);
  if (isOnId(subject, parameter, at, problems)) return parseOn(subject, parameter, at + 2, problems);
  return undefined;
}

const isFilterable = (field: Field): boolean => OPERATORS_BY_TYPE[field.type].length > 0;

/** The types whose field of that name is not folded. */
const unfoldedOf = (types: readonly ContentType[], name: string): readonly ContentType[] =>
  types.filter(({ fieldByName }) => {
    const field = fieldByName.get(name);
    return field !== undefined && !isFolded(field);
  });

/** What a condition is about. */
interface Subject {
  readonly name: string;
  readonly type: FieldType;
  /** The content types that have the field; none of `id`. */
  readonly types: readonly ContentType[];
  readonly allowed: readonly Operator[];
}

const ID: Subject = { name: 'id', type: 'text', types: [], allowed: ID_OPERATORS };

/** The right form, with the operator given or the usual one. */
function form(subject: Subject, operator: Operator | undefined, value: string): string {
  const through = subject.type === 'relationship' ? '[id]' : '';
  const shown = value === '' ? '<value>' : excerpt(value);
  return `filter[${subject.name}]${through}[${operator ?? usualOperator(subject.allowed) ?? '_eq'}]=${shown}`;
}

/** A relationship is filtered by the related item's id and by nothing else of it. */
function isOnId(subject: Subject, parameter: Parameter, at: number, problems: Problems): boolean {
  const next = parameter.path[at + 1];
  if (next === 'id') return true;
  const { name } = parameter;
  const right = `write ${form(subject, next === '_in' ? '_in' : '_eq', '<id>')}`;
  if (next === undefined || next === '' || next === '_eq' || next === '_in') {
    problems.add('InvalidParameter', name, () => `"${subject.name}" is a relationship: ${right}.`);
  } else {
    problems.add('UnsupportedOperator', name, () => {
      return `"${excerpt(next)}" cannot be asked of the relationship "${subject.name}", only the related item's id: ${right}.`;
    });
  }
  return false;
}

/** @param at where in the path the operator stands */
function parseOn(subject: Subject, parameter: Parameter, at: number, problems: Problems): Condition | undefined {
  const { name, path, value } = parameter;
  const given = path[at];
  if (given === undefined || given === '' || path.length > at + 1) {
    problems.add('InvalidParameter', name, () => {
      const wrong =
        given === undefined
          ? `names no operator for "${subject.name}"`
          : given === ''
            ? 'has empty brackets where an operator belongs'
            : `goes on behind "${excerpt(given)}", where an operator ends it`;
      const operator = given !== undefined && isOperator(given) && subject.allowed.includes(given) ? given : undefined;
      return `The name "${excerpt(name)}" ${wrong}: write ${form(subject, operator, value)}.`;
    });
    return undefined;
  }
  if (!isOperator(given) || !subject.allowed.includes(given)) {
    problems.add('UnsupportedOperator', name, () => explainOperator(subject, given));
    return undefined;
  }
  const operand = parseOperand(subject, given, parameter, problems);
  return operand === undefined ? undefined : { kind: 'condition', field: subject.name, operator: given, operand };
}

const plain = (name: string | undefined): Operator | undefined =>
  name !== undefined && isOperator(name) && isFolding(name) ? UNFOLDED[name] : undefined;

function explainOperator(subject: Subject, given: string): string {
  const { name, type, types, allowed } = subject;
  const only = `"${name}" (${type}) takes ${allowed.join(', ')}.`;
  if (isOperator(given)) {
    const unfolded = OPERATORS_BY_TYPE[type].includes(given) ? unfoldedOf(types, name) : [];
    const right = `set "fold": true on the field of ${list(unfolded.map((one) => one.name))} in model.json and build again`;
    const why = unfolded.length === 0 ? '' : `, whose values are not case-folded: ${right}`;
    return `The operator "${given}" is unsupported on "${name}"${why}. ${only}`;
  }
  const words = given
    .slice(0, 32)
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
  const detour = type === 'relationship' ? undefined : DETOURS.get(words);
  if (detour !== undefined) return `There is no operator "${excerpt(given)}". ${detour(name)} ${only}`;
  const habitual = HABITS.get(words) ?? OPERATORS.find((operator) => operator.slice(1).toLowerCase() === words);
  const near = habitual ?? closest(given, allowed);
  const meant = allowed.find((operator) => operator === near) ?? allowed.find((operator) => operator === plain(near));
  return `There is no operator "${excerpt(given)}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${only}`;
}
