/**
 * Examples of parameters: values from the content, or otherwise the first value that the schema allows.
 *
 * An object has an example for each member whose value depends on the content, except for operators that an example of another
 * operator suits. Elsewhere: values for conditions of a filter (operand-examples), sampling the content (samples).
 */
import { isOperator, LINK_COUNT, operatorOfExamples } from '../../../src/content/model/index.js';
import { parseBrackets } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';
import {
  chooseListedText,
  chooseOperand,
  EXAMPLE_RADIUS,
  findFirstWord,
  findWord,
  writePoint,
} from './operand-examples.js';
import { isMembers, type Parameter } from './parameter.js';

/** @returns values of the field, or of a path over one relationship, in the sampled items; empty if there are none */
export type ReadValues = (field: string) => readonly Json[];

const EXAMPLE_INTEGER = 5;
const GROUP_CONDITION_COUNT = 2;

/** @param searchedFields names of the fields that a search reads */
export function withExamples<AnyParameter extends Parameter>(
  parameters: readonly AnyParameter[],
  readValues: ReadValues,
  searchedFields: readonly string[],
): readonly AnyParameter[] {
  const searchText = findFirstWord(searchedFields.flatMap(readValues), 'anywhere');
  const chooseByName = (parameter: AnyParameter): Json | undefined => {
    switch (parameter.name) {
      case 'filter':
        return buildGroup(parameters, readValues);
      case 'q':
      case 'filter[_search]':
        return searchText;
      default:
        if (isMembers(parameter)) return undefined;
        return LISTED_TEXTS.test(parameter.name)
          ? chooseListedText(readValues(fieldOf(parameter.name)))
          : chooseAllowed(parameter.schema, readValues);
    }
  };
  return parameters.map((parameter) => {
    const example = chooseByName(parameter);
    if (example !== undefined) return { ...parameter, example };
    const memberValues = isMembers(parameter) ? chooseMembers(parameter, readValues) : [];
    if (memberValues.length === 0) return parameter;
    // The options of a distance are refused alone.
    const isDistance = memberValues.some(([member]) => member === 'from');
    const examples = memberValues.map(([member, value]): [string, Schema] => [
      member,
      { value: isDistance ? Object.fromEntries(memberValues) : { [member]: value } },
    ]);
    return { ...parameter, examples: Object.fromEntries(examples) };
  });
}

/** The array form of `_in`. */
const LISTED_TEXTS = /^filter\[.*\]\[_in\]\[\]$/;

/** @returns the field of a parameter, or the path over one relationship. @param name such as `filter[author][name]` */
function fieldOf(name: string): string {
  const path = parseBrackets(name.replace(/\[_in\]\[\]$/, '')).path;
  // The samples have the ids of related items as values of the relationship.
  return path.at(-1) === 'id' && path.length > 1 ? path.slice(0, -1).join('.') : path.join('.');
}

/** `filter[<field>]` of any field but the id. */
const FIELD_FILTER = /^filter\[((?!id\])[^[\]]+)\]$/;

/** @returns a group of two conditions of which at least one must be true; undefined if there are fewer examples */
function buildGroup(parameters: readonly Parameter[], readValues: ReadValues): Json | undefined {
  const conditions: [string, Json][] = [];
  for (const parameter of parameters) {
    if (conditions.length === GROUP_CONDITION_COUNT) break;
    const [, field] = FIELD_FILTER.exec(parameter.name) ?? [];
    if (field === undefined) continue;
    const [, value] = chooseMembers(parameter, readValues).find(([operator]) => operator === '_eq') ?? [];
    if (value !== undefined) conditions.push([`_OR][${conditions.length}][${field}][_eq`, String(value)]);
  }
  return conditions.length < GROUP_CONDITION_COUNT ? undefined : Object.fromEntries(conditions);
}

/** @returns the members of an object whose values depend on the content, each with a value */
function chooseMembers({ name, schema }: Parameter, readValues: ReadValues): readonly (readonly [string, Json])[] {
  const { head, path } = parseBrackets(name);
  const field = fieldOf(name);
  const { properties } = schema;
  // Numbers of related items are no values of a field, so the schema has examples.
  if (field === '' || path.at(-1) === LINK_COUNT || !isObject(properties)) return [];
  return Object.entries(properties).flatMap(([member, memberSchema]): [string, Json][] => {
    if (!isObject(memberSchema) || memberSchema['type'] === 'boolean') return [];
    const value =
      head === 'filter' ? chooseCondition(member, readValues(field)) : chooseOption(member, readValues(field));
    return value === undefined ? [] : [[member, value]];
  });
}

/** @returns an example; undefined if an example of another operator suits this one */
function chooseCondition(operator: string, values: readonly Json[]): Json | undefined {
  if (!isOperator(operator) || operatorOfExamples(operator) !== operator) return undefined;
  const operand = chooseOperand(operator, values);
  return Array.isArray(operand) ? operand.join() : operand;
}

/** @param option of a facet. @param values of the field */
function chooseOption(option: string, values: readonly Json[]): Json | undefined {
  const [value] = values;
  if (value === undefined) return undefined;
  switch (option) {
    case 'prefix':
      return findWord(value, 'start');
    case 'ranges':
      // The ranges of a location are distances.
      return String(isObject(value) ? EXAMPLE_RADIUS : value);
    case 'from':
      return isObject(value) ? writePoint(value) : undefined;
    default:
      return undefined;
  }
}

/** @returns the first value that the schema names; undefined if it names none */
function chooseAllowed(schema: Schema, readValues: ReadValues): Json | undefined {
  const { const: onlyValue, enum: allowedValues, type, items, anyOf: alternatives, examples } = schema;
  if (onlyValue !== undefined) return onlyValue;
  if (Array.isArray(allowedValues)) return chooseListed(allowedValues, readValues);
  if (type === 'boolean') return true;
  if (type === 'integer') return EXAMPLE_INTEGER;
  if (Array.isArray(alternatives)) {
    if (Array.isArray(examples)) return examples[0];
    const firstAlternative: Json = alternatives[0];
    return isObject(firstAlternative) ? chooseAllowed(firstAlternative, readValues) : undefined;
  }
  if (type !== 'array' || !isObject(items)) return undefined;
  const element = chooseAllowed(items, readValues);
  return element === undefined ? undefined : [element];
}

/** @returns the first value; of sort keys the one that shows the newest items first, or a key other than the id */
function chooseListed(allowedValues: readonly Json[], readValues: ReadValues): Json | undefined {
  const isDescendingByDate = (key: Json): boolean => {
    const [, field] = /^-(.*)$/.exec(String(key)) ?? [];
    return field !== undefined && isDate(readValues(field)[0]);
  };
  const isId = (key: Json): boolean => key === 'id' || key === '-id';
  return allowedValues.find(isDescendingByDate) ?? allowedValues.find((key) => !isId(key)) ?? allowedValues[0];
}

const isDate = (value: Json | undefined): boolean => /^\d{4}-/.test(String(value));
