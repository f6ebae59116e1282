/**
 * One filter condition: the names behind `filter` and its groups, and the value → a checked condition.
 */
import { excerpt } from '../../content/errors/index.js';
import {
  AREA_FORMATS,
  allOperatorsOf,
  type ContentModel,
  type ContentType,
  entryOf,
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
} from '../../content/model/index.js';
import type { Condition } from '../../engine/query/index.js';
import { exampleOperator, explainOperator, type Subject } from '../operator-advice.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { parseOperand } from './operand.js';
import { explainMissing, sharedField } from './shared-fields.js';

/** The types of the items, and the path that leads to them. */
export interface Place {
  readonly model: ContentModel;
  readonly types: readonly ContentType[];
  /** Relationships on the way here. */
  readonly hops: readonly string[];
}

/**
 * @param at where in `parameter.path` the field's name stands
 * @returns undefined when a problem was added
 */
export function parseCondition(
  { types, hops }: Place,
  parameter: Parameter,
  at: number,
  problems: Problems,
): Condition | undefined {
  const name = parameter.path[at] ?? '';
  if (name === 'id') return parseOperatorAndValue({ ...ID_SUBJECT, hops }, parameter, at + 1, problems);
  const field = sharedField(types, name);
  if (field === undefined) {
    return problems.add('UnknownField', parameter.name, () => {
      const before = [...hops, 'type'].map((part) => `[${part}]`).join('');
      const one = hops.length > 0 && types.length > 1 ? ` Or name one type: filter${before}[_eq]=<type>.` : '';
      return explainMissing(types, name, isFilterable) + one;
    });
  }
  const without = typesWithout(types, name, (one) => !isOn(one, 'filter'));
  if (without.length > 0 && canFilter(field)) {
    return problems.add('NotIndexed', parameter.name, () => explainNotIndexed('A filter', name, ['filter'], without));
  }
  if (!isFilterable(field)) {
    return problems.add('UnsupportedOperator', parameter.name, () => {
      return `Filtering is unsupported on "${name}": no operator compares a field of type ${modelTypeOf(field)}.`;
    });
  }
  const subject: Subject = {
    name,
    type: field.type,
    isList: isListOfTexts(field),
    types,
    allowed: operatorsOn(types, field),
    hops,
  };
  if (field.type !== 'relationship') return parseOperatorAndValue(subject, parameter, at + 1, problems);
  if (parameter.path[at + 1] === '_exists') return parseOperatorAndValue(subject, parameter, at + 1, problems);
  if (checkIsOnId(subject, parameter, at, problems)) return parseOperatorAndValue(subject, parameter, at + 2, problems);
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

const ID_SUBJECT = { name: 'id', type: 'text', isList: false, types: [], allowed: ID_OPERATORS } as const;

/** The right form, with the operator given or the usual one. */
function conditionForm(subject: Subject, operator: Operator | undefined, value: string): string {
  const through = subject.type === 'relationship' && operator !== '_exists' ? '[id]' : '';
  const asked = operator ?? exampleOperator(subject.allowed) ?? '_eq';
  const { meaning } = entryOf(asked);
  // What was given of a coordinate is no area.
  const isMeant = value !== '' && (operator !== undefined || meaning.asks !== 'area');
  const unmeant = meaning.asks === 'area' ? AREA_FORMATS[meaning.shape].split(', ')[0] : '<value>';
  const shown = isMeant ? excerpt(value) : unmeant;
  const before = subject.hops.map((hop) => `[${hop}]`).join('');
  return `filter${before}[${subject.name}]${through}[${asked}]=${shown}`;
}

/** Whether the id of the related item is asked for; what else is asked of it lies behind the relationship. */
function checkIsOnId(subject: Subject, parameter: Parameter, at: number, problems: Problems): boolean {
  const next = parameter.path[at + 1];
  if (next === 'id') return true;
  const { name } = parameter;
  const right = `write ${conditionForm(subject, isListOperator(next) ? next : '_eq', '<id>')}`;
  if (next === undefined || next === '' || next === '_eq' || isListOperator(next)) {
    problems.add('InvalidParameter', name, () => `"${subject.name}" is a relationship: ${right}.`);
  } else {
    problems.add('UnsupportedOperator', name, () => {
      return `"${excerpt(next)}" cannot be used with the relationship "${subject.name}", only with a field of the related item: ${right}, or filter[${subject.name}][<field>][<operator>]=<value>.`;
    });
  }
  return false;
}

/** @returns the types whose field lacks the operator only because its structure is off; none where others lack it too */
function typesLackingStructure({ name, types }: Subject, given: Operator): readonly ContentType[] {
  const could = types.every((type) => {
    return allOperatorsOf(type.fieldByName.get(name)!).includes(given);
  });
  return could ? typesWithout(types, name, (field) => !isOn(field, structureFor(given))) : [];
}

/** @param at where in the path the operator stands */
function parseOperatorAndValue(
  subject: Subject,
  parameter: Parameter,
  at: number,
  problems: Problems,
): Condition | undefined {
  const { name, path, value } = parameter;
  const given = path[at];
  if (given === undefined || given === '' || path.length > at + 1) {
    return problems.add('InvalidParameter', name, () => {
      const wrong =
        given === undefined
          ? `names no operator for "${subject.name}"`
          : given === ''
            ? 'has empty brackets where an operator belongs'
            : `has more after "${excerpt(given)}", where an operator ends it`;
      const operator = given !== undefined && isOperator(given) && subject.allowed.includes(given) ? given : undefined;
      return `The name "${excerpt(name)}" ${wrong}: write ${conditionForm(subject, operator, value)}.`;
    });
  }
  if (!isOperator(given) || !subject.allowed.includes(given)) {
    const off = isOperator(given) ? typesLackingStructure(subject, given) : [];
    if (off.length > 0 && isOperator(given)) {
      const what = `The operator "${given}"`;
      return problems.add('NotIndexed', name, () => {
        return `${explainNotIndexed(what, subject.name, [structureFor(given)], off)} "${subject.name}" takes ${subject.allowed.join(', ')}.`;
      });
    }
    return problems.add('UnsupportedOperator', name, () => explainOperator(subject, given));
  }
  const operand = parseOperand(subject, given, parameter, problems);
  return operand === undefined ? undefined : { kind: 'condition', field: subject.name, operator: given, operand };
}
