/**
 * Reads an OpenAPI description for the tests: parameters by path, with references resolved.
 */

import { isRecord } from '../../../../src/format/index.js';
import type { Json, Schema } from '../../index.js';

/** @returns what a JSON pointer leads to. @throws where it leads nowhere */
export function follow(document: Schema, pointer: string): Schema {
  let at: unknown = document;
  for (const step of pointer.split('/').slice(1)) at = isRecord(at) ? at[step] : undefined;
  if (isSchema(at)) return at;
  throw new Error(`${pointer} leads nowhere`);
}

export const isSchema = (value: unknown): value is Schema => isRecord(value);

const dereferenced = (document: Schema, value: Json | undefined): Schema => {
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

/** @param path with `{id}` in it */
export function parametersAt(document: Schema, path: string): readonly DescribedParameter[] {
  const { paths } = document;
  const item = isSchema(paths) ? paths[path] : undefined;
  const operation = isSchema(item) ? item['get'] : undefined;
  const parameters = isSchema(operation) ? operation['parameters'] : undefined;
  if (!Array.isArray(parameters)) throw new Error(`${path} is not described`);
  return parameters.map((parameter: Json): DescribedParameter => {
    const found = dereferenced(document, parameter);
    const { schema, example } = found;
    if (!isSchema(schema)) throw new Error(`a parameter of ${path} has no schema`);
    const style = String(found['style'] ?? 'form');
    return { name: String(found['name']), where: String(found['in']), style, schema, example };
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
