/**
 * A parameter object of OpenAPI, before it is put among the components.
 */
import type { Json, Schema } from '../schema/json-schema.js';

export interface Parameter {
  /** What it is called among the components, behind what it belongs to. */
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

/** Values with commas between them. */
export const LISTED = { style: 'form', explode: false } as const;
