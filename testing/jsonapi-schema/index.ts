/**
 * Checks documents against JSON:API 1.1 with an independent validator.
 */
import { Validator } from 'jsonapi-validator';
import { isRecord } from '../../src/format/index.js';
import { linkageProblems } from './linkage.js';

import { type DocumentForm, schemaOf } from './schema.js';

export { linkageProblems } from './linkage.js';
export * from './reading.js';

const validators = new Map<DocumentForm, Validator>();

function validatorOf(form: DocumentForm): Validator {
  const validator = validators.get(form) ?? new Validator(schemaOf(form));
  validators.set(form, validator);
  return validator;
}

function formOf(document: unknown): DocumentForm {
  if (!isRecord(document)) return 'meta';
  if ('errors' in document) return 'errors';
  if (!('data' in document)) return 'meta';
  const { data } = document;
  return Array.isArray(data) ? 'list' : data === null ? 'null' : 'resource';
}

/** @returns the validator's own words, each with the place it is about; none if the document is valid. */
function schemaProblems(document: unknown): string[] {
  try {
    validatorOf(formOf(document)).validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) throw error;
    return error.errors
      .filter(isRecord)
      .map(({ dataPath, message, params }) => `${String(dataPath)} ${String(message)} ${JSON.stringify(params)}`);
  }
}

/** Facts about the request that a document does not contain. */
export interface Circumstances {
  /** Whether `fields[…]` leaves out relationships, so that included resources need not be linked to. */
  readonly hidesLinks?: boolean;
}

/**
 * @throws an Error that lists everything wrong with the document, by the JSON:API schema, and by the rules of
 *   compound documents that a schema cannot express
 * Cost: linear in the document for the schema, quadratic in its resources for the rest.
 */
export function expectValidDocument(document: unknown, { hidesLinks = false }: Circumstances = {}): void {
  const problems = schemaProblems(document);
  if (isRecord(document)) problems.push(...linkageProblems(document, hidesLinks));
  if (problems.length > 0) throw new Error(`The document is not valid JSON:API:\n${problems.join('\n')}`);
}
