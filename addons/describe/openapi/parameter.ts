/**
 * The parameter object of OpenAPI, before it is added to the components.
 */
import type { Json, Schema } from '../schema/json-schema.js';

export interface Parameter {
  /** Name in the components, after the name of its owner. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly schema: Schema;
  readonly example?: Json;
}

/** The style of a list: values separated by commas. */
export const LISTED = { style: 'form', explode: false } as const;
