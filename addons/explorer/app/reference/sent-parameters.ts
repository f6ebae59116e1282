/**
 * The parameters that a request has for a parameter of the OpenAPI document that is an object: one for each member.
 *
 * `filter[title]` with the members `_eq` and `_in` becomes `filter[title][_eq]` and `filter[title][_in]`. An object with free
 * member names is one more parameter, whose example has the complete names.
 */

import { isOperator, operatorOfExamples } from '../../../../src/content/model/structures/operator-table.js';
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';
import { LINK_COUNT } from '../model/space.js';

export interface Parameter {
  readonly name: string;
  readonly isInPath: boolean;
  readonly isRequired?: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  /** An example from the content; undefined if there is none. */
  readonly example: unknown;
}

/** @returns the example of a member, or of the member whose examples also suit it; otherwise a value that its schema names */
function chooseExample(parameter: unknown, member: string, schema: JsonObject): unknown {
  const exampleMember = isOperator(member) ? operatorOfExamples(member) : member;
  const example = readObject(readObject(parameter, 'examples'), exampleMember);
  const value = readObject(example, 'value')[exampleMember];
  if (value !== undefined) return value;
  if (schema['type'] === 'boolean') return true;
  return schema['const'] ?? readList(schema, 'enum')[0] ?? readList(schema, 'examples')[0];
}

/** Number of values that a facet shows. */
const FACET_LIMIT = 5;

/** @returns the facets, with one path to a field of related items for each relationship as an example */
function chooseFacets(members: readonly string[]): readonly string[] {
  const relationships = new Set<string>();
  return members.filter((member) => {
    const [relationship = '', ...path] = member.split('.');
    if (path.length === 0 || path[0] === LINK_COUNT) return true;
    const isFirst = !relationships.has(relationship);
    relationships.add(relationship);
    return isFirst;
  });
}

/** @param parameter a parameter of the style `deepObject`. @param schema its schema, not a reference */
export function listSentParameters(parameter: unknown, schema: unknown): readonly Parameter[] {
  const name = readText(parameter, 'name');
  const description = readText(parameter, 'description');
  const properties = readObject(schema, 'properties');
  const members = name === '_facet' ? chooseFacets(Object.keys(properties)) : Object.keys(properties);
  const parameters = members.map((member): Parameter => {
    const memberSchema = readObject(properties, member);
    const isFacetLimit = name === '_facet';
    const effect = readText(memberSchema, 'description');
    return {
      name: `${name}[${member}]`,
      isInPath: false,
      description: isFacetLimit
        ? `Counts the items for each value of \`${member}\`. The number is the maximum of shown values.`
        : effect || description,
      schema: memberSchema,
      example: isFacetLimit ? FACET_LIMIT : chooseExample(parameter, member, memberSchema),
    };
  });
  if (!isObject(schema) || schema['additionalProperties'] === false) return parameters;
  const example = isObject(parameter) ? parameter['example'] : undefined;
  const freeParameter: Parameter = {
    name,
    isInPath: false,
    description,
    schema: { type: 'object' },
    example: isObject(example)
      ? Object.fromEntries(Object.entries(example).map(([member, value]) => [`${name}[${member}]`, value]))
      : undefined,
  };
  return [...parameters, freeParameter];
}
