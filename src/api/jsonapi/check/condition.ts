/**
 * One filter condition: the names behind `filter` and its groups, and the value → a checked condition.
 */
import { excerpt } from '../../../content/errors/index.js';
import {
  allOperatorsOf,
  type ContentType,
  type Field,
  ID_OPERATORS,
  isListOfTexts,
  isListOperator,
  isOn,
  isOperator,
  modelTypeOf,
  type Operator,
  operatorsOf,
  structureFor,
} from '../../../content/model/index.js';
import type { Condition } from '../../../engine/query/index.js';
import { explainNotIndexed, typesWithout } from '../advice/not-indexed.js';
import { explainOperator, type Subject, usualOperator } from '../advice/operators.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { parseOperand } from './operand.js';
import { explainMissing, sharedField } from './shared-fields.js';

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
  const without = typesWithout(types, name, (one) => !isOn(one, 'filter'));
  if (without.length > 0 && canFilter(field)) {
    problems.add('NotIndexed', parameter.name, () => explainNotIndexed('A filter', name, ['filter'], without));
    return undefined;
  }
  if (!isFilterable(field)) {
    problems.add('UnsupportedOperator', parameter.name, () => {
      return `Filtering is unsupported on "${name}": no operator compares a field of type ${modelTypeOf(field)}.`;
    });
    return undefined;
  }
  const subject: Subject = {
    name,
    type: field.type,
    isList: isListOfTexts(field),
    types,
    allowed: operatorsOn(types, field),
  };
  if (field.type !== 'relationship') return parseOn(subject, parameter, at + 1, problems);
  if (isOnId(subject, parameter, at, problems)) return parseOn(subject, parameter, at + 2, problems);
  return undefined;
}

/** @param field that all types share. @returns what all of them take: only the options of the field may differ */
export function operatorsOn(types: readonly ContentType[], field: Field): readonly Operator[] {
  if (types.length === 1) return operatorsOf(field);
  return types
    .map(({ fieldByName }) => operatorsOf(fieldByName.get(field.name)!))
    .reduce((shared, operators) => shared.filter((operator) => operators.includes(operator)));
}

export const isFilterable = (field: Field): boolean => operatorsOf(field).length > 0;

/** Whether a filter takes fields of the kind. */
const canFilter = (field: Field): boolean => allOperatorsOf(field).length > 0;

const ID: Subject = { name: 'id', type: 'text', isList: false, types: [], allowed: ID_OPERATORS };

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
  const right = `write ${form(subject, isListOperator(next) ? next : '_eq', '<id>')}`;
  if (next === undefined || next === '' || next === '_eq' || isListOperator(next)) {
    problems.add('InvalidParameter', name, () => `"${subject.name}" is a relationship: ${right}.`);
  } else {
    problems.add('UnsupportedOperator', name, () => {
      return `"${excerpt(next)}" cannot be used with the relationship "${subject.name}", only the related item's id: ${right}.`;
    });
  }
  return false;
}

/** @returns the types whose field lacks the operator only because its structure is off; none where others lack it too */
function typesGoingWithout({ name, types }: Subject, given: Operator): readonly ContentType[] {
  const could = types.every((type) => {
    return allOperatorsOf(type.fieldByName.get(name)!).includes(given);
  });
  return could ? typesWithout(types, name, (field) => !isOn(field, structureFor(given))) : [];
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
            : `has more after "${excerpt(given)}", where an operator ends it`;
      const operator = given !== undefined && isOperator(given) && subject.allowed.includes(given) ? given : undefined;
      return `The name "${excerpt(name)}" ${wrong}: write ${form(subject, operator, value)}.`;
    });
    return undefined;
  }
  if (!isOperator(given) || !subject.allowed.includes(given)) {
    const off = isOperator(given) ? typesGoingWithout(subject, given) : [];
    if (off.length > 0 && isOperator(given)) {
      const what = `The operator "${given}"`;
      problems.add('NotIndexed', name, () => {
        return `${explainNotIndexed(what, subject.name, [structureFor(given)], off)} "${subject.name}" takes ${subject.allowed.join(', ')}.`;
      });
      return undefined;
    }
    problems.add('UnsupportedOperator', name, () => explainOperator(subject, given));
    return undefined;
  }
  const operand = parseOperand(subject, given, parameter, problems);
  return operand === undefined ? undefined : { kind: 'condition', field: subject.name, operator: given, operand };
}
