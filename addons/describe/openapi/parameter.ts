/**
 * The parameter object of OpenAPI, before it is added to the components.
 */
import type { Json, Schema } from '../schema/json-schema.js';

export interface Parameter {
  /** Name in the components, after the name of its owner. */
  readonly key: string;
  readonly name: string;
  /** Undefined if the schema has it. */
  readonly description?: string;
  readonly required?: true;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly schema: Schema;
  /** Name of a component for the schema, if other parameters have the same schema. */
  readonly schemaName?: string;
  readonly example?: Json;
  /** Member of an object → an example with this member only. */
  readonly examples?: Readonly<Record<string, Schema>>;
}

/** The style of a list: values separated by commas. */
export const LISTED = { style: 'form', explode: false } as const;

/** The style of an object: each member is sent as `<parameter>[<member>]=<value>`. */
export const MEMBERS = { style: 'deepObject', explode: true } as const;

export const isMembers = ({ style }: Pick<Parameter, 'style'>): boolean => style === 'deepObject';
