/**
 * Reads an OpenAPI description for the tests: parameters by path, with references resolved.
 *
 * A parameter that is an object is read as the parameters that a client sends, one for each member.
 */

import { isOperator, operatorOfExamples } from '../../../../src/content/model/index.js';
import { isRecord } from '../../../../src/format/index.js';
import type { Json, Schema } from '../../index.js';

/** @returns what a JSON pointer leads to. @throws where it leads nowhere */
export function follow(document: Schema, pointer: string): Schema {
  let at: unknown = document;
  for (const step of pointer.split('/').slice(1)) at = isRecord(at) ? at[step.replaceAll('~1', '/')] : undefined;
  if (isSchema(at)) return at;
  throw new Error(`${pointer} leads nowhere`);
}

export const isSchema = (value: unknown): value is Schema => isRecord(value);

/** @returns the value; of a reference the component that it names */
export const dereferenced = (document: Schema, value: Json | undefined): Schema => {
  if (!isSchema(value)) throw new Error(`${JSON.stringify(value)} is no object`);
  const reference = value['$ref'];
  return typeof reference === 'string' ? follow(document, reference.slice(1)) : value;
};

export interface DescribedParameter {
  readonly name: string;
  readonly where: string;
  readonly style: string;
  readonly schema: Schema;
  readonly example: Json | undefined;
}

/** @returns the parameters that a client sends for the members of an object */
function sentParameters(parameter: Schema, schema: Schema): readonly DescribedParameter[] {
  const { properties, additionalProperties } = schema;
  const name = String(parameter['name']);
  const examples = isSchema(parameter['examples']) ? parameter['examples'] : {};
  const exampleOf = (member: string): Json | undefined => {
    const similar = isOperator(member) ? operatorOfExamples(member) : member;
    const example = examples[similar];
    const value = isSchema(example) ? example['value'] : undefined;
    return isSchema(value) ? value[similar] : undefined;
  };
  const sent = { where: String(parameter['in']), style: 'form' };
  const named = Object.entries(isSchema(properties) ? properties : {}).map(([member, value]) => {
    const memberSchema = isSchema(value) ? value : {};
    const fixed = memberSchema['type'] === 'boolean' ? true : undefined;
    return {
      ...sent,
      name: `${name}[${member}]`,
      schema: memberSchema,
      example: exampleOf(member) ?? fixed ?? firstOf(memberSchema['examples']),
    };
  });
  if (additionalProperties === false) return named;
  const { properties: _, ...free } = schema;
  const example = isSchema(parameter['example'])
    ? Object.fromEntries(Object.entries(parameter['example']).map(([member, value]) => [`${name}[${member}]`, value]))
    : undefined;
  return [...named, { ...sent, name, style: 'deepObject', schema: free, example }];
}

const firstOf = (values: Json | undefined): Json | undefined => (Array.isArray(values) ? values[0] : undefined);

/** @param path with `{id}` in it. @returns the parameters as they are described */
export function rawParametersAt(document: Schema, path: string): readonly Schema[] {
  const { paths } = document;
  const item = isSchema(paths) ? paths[path] : undefined;
  const operation = isSchema(item) ? item['get'] : undefined;
  const parameters = isSchema(operation) ? operation['parameters'] : undefined;
  if (!Array.isArray(parameters)) throw new Error(`${path} is not described`);
  return parameters.map((parameter: Json) => dereferenced(document, parameter));
}

/** @param path with `{id}` in it. @returns the parameters that a client sends */
export function parametersAt(document: Schema, path: string): readonly DescribedParameter[] {
  return rawParametersAt(document, path).flatMap((found): readonly DescribedParameter[] => {
    const schema = dereferenced(document, found['schema']);
    const style = String(found['style'] ?? 'form');
    if (style === 'deepObject') return sentParameters(found, schema);
    return [{ name: String(found['name']), where: String(found['in']), style, schema, example: found['example'] }];
  });
}

export const pathsOf = ({ paths }: Schema): readonly string[] => (isSchema(paths) ? Object.keys(paths) : []);

/** @returns a value that the schema allows, as it is written in a query */
export function sampleOf(schema: Schema): string {
  const { enum: values, const: only, examples, type, items, minimum, anyOf } = schema;
  if (only !== undefined) return String(only);
  if (Array.isArray(values)) return String(values[0]);
  if (Array.isArray(examples) && examples.length > 0) return String(examples[0]);
  if (Array.isArray(anyOf) && isSchema(anyOf[0])) return sampleOf(anyOf[0]);
  if (type === 'array') return isSchema(items) ? sampleOf(items) : '';
  if (type === 'boolean') return 'true';
  if (type === 'integer') return String(minimum ?? 1);
  return typeof schema['pattern'] === 'string' && schema['pattern'].includes('\\d+') ? '1' : 'a';
}
