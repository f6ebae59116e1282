/**
 * Examples of parameters: values from the content, or otherwise the first value that the schema allows.
 *
 * Elsewhere: values for conditions of a filter (operand-examples), sampling the content (samples).
 */
import { isOperator, LINK_COUNT } from '../../../src/content/model/index.js';
import { parseBrackets } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';
import { chooseOperand, EXAMPLE_RADIUS, findFirstWord, findWord, writePoint } from './operand-examples.js';
import type { Parameter } from './parameter.js';

/** @returns values of the field in the sampled items; empty if there are none */
export type ReadValues = (field: string) => readonly Json[];

const EXAMPLE_INTEGER = 5;
const GROUP_CONDITION_COUNT = 2;
/** Numbers of related items. */
const EXAMPLE_COUNTS: readonly Json[] = [1, 2];

/** @param searchedFields names of the fields that a search reads */
export function withExamples<AnyParameter extends Parameter>(
  parameters: readonly AnyParameter[],
  readValues: ReadValues,
  searchedFields: readonly string[],
): readonly (AnyParameter & { readonly example?: Json })[] {
  const searchText = findFirstWord(searchedFields.flatMap(readValues), 'anywhere');
  const chooseByName = (parameter: AnyParameter): Json | undefined => {
    switch (parameter.name) {
      case 'filter':
        return buildGroup(parameters, readValues);
      case 'q':
      case 'filter[_search]':
        return searchText;
      default:
        return chooseExample(parameter, readValues);
    }
  };
  return parameters.map((parameter) => {
    const example = chooseByName(parameter);
    return example === undefined ? parameter : { ...parameter, example };
  });
}

/** `filter[<field>][_eq]` of any field but the id. */
const equalityName = /^filter\[(?!id\])[^[\]]+\]\[_eq\]$/;

/** @returns a group of two conditions of which at least one must be true; undefined if there are fewer examples */
function buildGroup(parameters: readonly Parameter[], readValues: ReadValues): Json | undefined {
  const conditions: [string, Json][] = [];
  for (const parameter of parameters) {
    if (conditions.length === GROUP_CONDITION_COUNT) break;
    if (!equalityName.test(parameter.name)) continue;
    const example = chooseExample(parameter, readValues);
    const nameInGroup = parameter.name.replace('filter', `filter[_OR][${conditions.length}]`);
    if (example !== undefined) conditions.push([nameInGroup, String(example)]);
  }
  return conditions.length < GROUP_CONDITION_COUNT ? undefined : Object.fromEntries(conditions);
}

function chooseExample({ name, schema }: Pick<Parameter, 'name' | 'schema'>, readValues: ReadValues): Json | undefined {
  const { head, path } = parseBrackets(name);
  const [field = '', facetOption] = path;
  const operator = path.at(-1);
  if (head === 'filter' && operator !== undefined && isOperator(operator)) {
    const operand = chooseOperand(operator, path.at(-2) === LINK_COUNT ? EXAMPLE_COUNTS : readValues(field));
    if (operand !== undefined) return operand;
    // The types of a search are not values of a field, so the schema gives the example.
    return schema['type'] === 'array' ? chooseAllowed(schema, readValues) : undefined;
  }
  const [value] = readValues(field);
  switch (facetOption) {
    case 'prefix':
      return findWord(value ?? null, 'start');
    case 'ranges':
      if (value === undefined) return undefined;
      // The ranges of a location are distances.
      return isObject(value) ? [String(EXAMPLE_RADIUS)] : [value];
    case 'from':
      return isObject(value) ? writePoint(value) : undefined;
    default:
      return chooseAllowed(schema, readValues);
  }
}

/** @returns the first value that the schema names; undefined if it names none */
function chooseAllowed(schema: Schema, readValues: ReadValues): Json | undefined {
  const { const: onlyValue, enum: allowedValues, type, items, anyOf: alternatives } = schema;
  if (onlyValue !== undefined) return onlyValue;
  if (Array.isArray(allowedValues)) return chooseListed(allowedValues, readValues);
  if (type === 'boolean') return true;
  if (type === 'integer') return EXAMPLE_INTEGER;
  if (Array.isArray(alternatives)) {
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
