/**
 * One filter condition: field, operator and value of a parameter → a checked condition.
 *
 * Elsewhere: groups (filter-steps, filter), relationships (hops), values (operand), advice for operators (operator-advice).
 */
import { excerpt } from '../../content/errors/index.js';
import {
  allOperatorsOf,
  type ContentModel,
  type ContentType,
  type Field,
  ID_OPERATORS,
  isListOfTexts,
  isListOperator,
  isOn,
  isOperator,
  LINK_COUNT,
  LOCALE_FIELD,
  modelTypeOf,
  type Operator,
  operatorsOf,
  queriedField,
  structureFor,
} from '../../content/model/index.js';
import type { Condition } from '../../engine/query/index.js';
import { betweenForm, conditionForm, formsWithoutOperator } from '../condition-forms.js';
import {
  adviseExistence,
  explainOperator,
  fieldPath,
  normalizeName,
  operatorNamed,
  type Subject,
} from '../operator-advice.js';
import { type Detail, explain, sending } from '../request/explained.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { correctPath, fieldAt } from './hops.js';
import { checkLinkCount } from './link-counts.js';
import { checkLocaleCodes, explainNoLocales } from './locale-codes.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { parseOperand } from './operand.js';
import { explainMissing, sharedField } from './shared-fields.js';

/** The types of the items that a condition selects, and the path that leads to them. */
export interface Place {
  readonly model: ContentModel;
  readonly types: readonly ContentType[];
  /** Relationships that lead to the items, outermost first. */
  readonly hops: readonly string[];
}

/**
 * @param at index of the field's name in `parameter.path`
 * @returns undefined if a problem was added
 */
export function parseCondition(
  { model, types, hops }: Place,
  parameter: Parameter,
  at: number,
  problems: Problems,
): Condition | undefined {
  const name = parameter.path[at] ?? '';
  const groups = parameter.path.slice(0, at - hops.length);
  if (name === 'id') return parseOperatorAndValue({ ...ID_SUBJECT, hops, groups }, parameter, at + 1, problems);
  if (parameter.path[at + 1] === LINK_COUNT) {
    const count = checkLinkCount(types, name, { parameter: parameter.name, subject: 'A filter', hops }, problems);
    if (count === undefined) return undefined;
    const counted: Subject = { ...count, isList: false, types, allowed: operatorsOf(count), hops, groups };
    return parseOperatorAndValue(counted, parameter, at + 2, problems);
  }
  const field = sharedField(types, name);
  if (field === undefined && name === LOCALE_FIELD) {
    return problems.add('InvalidParameter', parameter.name, () => explainNoLocales(model, types, parameter.name));
  }
  if (field === undefined) {
    return problems.add('UnknownField', parameter.name, () => {
      const typePath = [...hops, 'type'].map((part) => `[${part}]`).join('');
      const typeAdvice = hops.length > 0 && types.length > 1 ? ` Or name one type: filter${typePath}[_eq]=<type>.` : '';
      const pathAdvice = suggestBracketedPath(model, types, parameter, at);
      return explain`${explainMissing(types, name, isFilterable, ['id'], pathAdvice)}${typeAdvice}`;
    });
  }
  const without = typesWithout(types, name, (typeField) => !isOn(typeField, 'filter'));
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
    groups,
  };
  if (name === LOCALE_FIELD) {
    const condition = parseOperatorAndValue(subject, parameter, at + 1, problems);
    return condition === undefined ? undefined : checkLocaleCodes(condition, model.locales, parameter, problems);
  }
  if (field.type !== 'relationship') return parseOperatorAndValue(subject, parameter, at + 1, problems);
  if (parameter.path[at + 1] === '_exists') return parseOperatorAndValue(subject, parameter, at + 1, problems);
  if (checkIsOnId(subject, parameter, at, problems)) return parseOperatorAndValue(subject, parameter, at + 2, problems);
  return undefined;
}

/** @returns the question for a path with dots, such as `filter[author.nmae][_eq]`, to an existing or a similar field; otherwise empty */
function suggestBracketedPath(
  model: ContentModel,
  types: readonly ContentType[],
  { path, value }: Parameter,
  at: number,
): Detail {
  const name = path[at] ?? '';
  const isRelatedId =
    name.endsWith('.id') && fieldAt(model, types, name.slice(0, -'.id'.length))?.type === 'relationship';
  if (!name.includes('.')) return '';
  const isRight = isRelatedId || fieldAt(model, types, name) !== undefined;
  const steps = isRight ? name.split('.') : correctPath(model, types, name, isFilterable);
  if (steps === undefined) return '';
  const end = path.length > at + 1 ? path.slice(at + 1) : ['<operator>'];
  const form = [...path.slice(0, at), ...steps, ...end].map((part) => `[${part}]`).join('');
  return explain` Did you mean ${sending(`filter${excerpt(form)}`, `filter${form}`)}=${excerpt(value) || '<value>'}?`;
}

/** @returns the operators that a shared field takes in every type: index structures may be off in some types */
export function operatorsOn(types: readonly ContentType[], field: Field): readonly Operator[] {
  if (types.length === 1) return operatorsOf(field);
  return types
    .map((type) => operatorsOf(queriedField(type, field.name)!))
    .reduce((shared, operators) => shared.filter((operator) => operators.includes(operator)));
}

export const isFilterable = (field: Field): boolean => operatorsOf(field).length > 0;

/** Whether some operator compares the field, if all its index structures are on. */
const canFilter = (field: Field): boolean => allOperatorsOf(field).length > 0;

const ID_SUBJECT = { name: 'id', type: 'text', isList: false, types: [], allowed: ID_OPERATORS } as const;

/** Whether the parameter ends before the name, or has empty brackets in its place. */
const isMissing = (name: string | undefined): name is '' | undefined => name === undefined || name === '';

/** Operators on the id of a related item that are also written without `[id]`. */
const LINK_OPERATORS: readonly Operator[] = ['_eq', '_neq', '_in', '_nin'];

/** Whether the condition compares the id of the related item; otherwise adds a problem. */
function checkIsOnId(subject: Subject, parameter: Parameter, fieldAt: number, problems: Problems): boolean {
  const next = parameter.path[fieldAt + 1];
  if (next === 'id') return true;
  const { name, value } = parameter;
  const usualOperator = isMissing(next) && value.includes(',') ? '_in' : '_eq';
  // `_none` before the name of a field is a quantifier elsewhere.
  const isBeforeName = parameter.path.slice(fieldAt + 2).some((part) => /\D/.test(part));
  const named = isBeforeName ? undefined : operatorNamed(next ?? '', LINK_OPERATORS);
  const namedOperator = isMissing(next) ? usualOperator : named;
  const idOperator = namedOperator ?? '_eq';
  const remedy = explain`write ${conditionForm(subject, idOperator, isListOperator(idOperator) ? '<id>,<id>' : '<id>', value)}`;
  if (namedOperator !== undefined) {
    // No item is linked by the id "null", as other interfaces write it.
    const existence =
      value !== 'null' || isListOperator(namedOperator)
        ? undefined
        : adviseExistence(fieldPath(subject), namedOperator === '_neq' ? 'notnull' : 'null', '');
    const advice = existence === undefined ? explain`${remedy}.` : explain`write its id. ${existence}`;
    problems.add('InvalidParameter', name, () => explain`"${subject.name}" is a relationship: ${advice}`);
    return false;
  }
  problems.add('UnsupportedOperator', name, () => {
    const existence = adviseExistence(fieldPath(subject), next ?? '', value);
    if (existence !== undefined) return explain`There is no operator "${excerpt(next ?? '')}". ${existence}`;
    // Another operator would ask another question, so this is no correction for programs.
    return `"${excerpt(next ?? '')}" cannot be used with the relationship "${subject.name}", only with a field of the related item: ${remedy.text}, or filter${fieldPath(subject)}[<field>][<operator>]=<value>.`;
  });
  return false;
}

/** @returns the types whose field lacks the operator only because an index structure is off; empty if the field never has it */
function typesLackingStructure({ name, types }: Subject, operator: Operator): readonly ContentType[] {
  const isOperatorOfAll = types.every((type) => {
    return allOperatorsOf(queriedField(type, name)!).includes(operator);
  });
  return isOperatorOfAll ? typesWithout(types, name, (field) => !isOn(field, structureFor(operator))) : [];
}

/** @param at index of the operator in the path. @returns undefined if a problem was added */
function parseOperatorAndValue(
  subject: Subject,
  parameter: Parameter,
  at: number,
  problems: Problems,
): Condition | undefined {
  const { name, path, value } = parameter;
  const operatorName = path[at];
  if (operatorName === undefined || operatorName === '' || path.length > at + 1) {
    return problems.add('InvalidParameter', name, () => {
      const mistake =
        operatorName === undefined
          ? `names no operator for "${subject.name}"`
          : operatorName === ''
            ? 'has empty brackets in place of an operator'
            : `has more after "${excerpt(operatorName)}", where an operator ends it`;
      // `[]` after a field is a list of values elsewhere.
      const isList = operatorName === '' && subject.allowed.includes('_in');
      const operator = isList ? '_in' : operatorNamed(operatorName ?? '', subject.allowed);
      const form =
        isMissing(operatorName) && !isList
          ? formsWithoutOperator(subject, value)
          : conditionForm(subject, operator, value, value);
      return explain`The name "${excerpt(name)}" ${mistake}: write ${form}.`;
    });
  }
  if (!isOperator(operatorName) || !subject.allowed.includes(operatorName)) {
    const typesWithoutIndex = isOperator(operatorName) ? typesLackingStructure(subject, operatorName) : [];
    if (typesWithoutIndex.length > 0 && isOperator(operatorName)) {
      const sentenceSubject = `The operator "${operatorName}"`;
      return problems.add('NotIndexed', name, () => {
        return `${explainNotIndexed(sentenceSubject, subject.name, [structureFor(operatorName)], typesWithoutIndex)} "${subject.name}" takes ${subject.allowed.join(', ')}.`;
      });
    }
    return problems.add('UnsupportedOperator', name, () => {
      const [low = '', high = '', ...more] = value.split(',', 3);
      const isRange = normalizeName(operatorName) === 'between' && low !== '' && high !== '' && more.length === 0;
      const range = isRange ? betweenForm(subject, low, high) : undefined;
      return range === undefined
        ? explainOperator(subject, operatorName, value)
        : explain`There is no operator "${excerpt(operatorName)}". Write a range as two filters: ${range}.`;
    });
  }
  const operand = parseOperand(subject, operatorName, parameter, problems);
  return operand === undefined
    ? undefined
    : { kind: 'condition', field: subject.name, operator: operatorName, operand };
}
