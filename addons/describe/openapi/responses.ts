/**
 * What an operation is answered: documents, errors by status, and the headers that say something.
 */
import { REQUEST_ERRORS } from '../../../src/content/errors/index.js';
import { errorDocument, schemaRef } from '../schema/documents.js';
import { members, type Schema } from '../schema/json-schema.js';

const MEDIA_TYPE = 'application/vnd.api+json';

export const HEADERS: Readonly<Record<string, Schema>> = {
  Complexity: {
    description: 'The score of the request; 0 if none could be computed.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Snapshot: { description: 'The id of the snapshot that answered.', schema: { type: 'string' } },
  ETag: { description: 'The tag of the content, for If-None-Match.', schema: { type: 'string' } },
  RetryAfter: { description: 'How many seconds to wait before asking again.', schema: { type: 'integer' } },
};

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
const complexity = { 'x-service-query-complexity': header('Complexity') };
const documentHeaders = { ...complexity, 'x-service-snapshot': header('Snapshot'), ETag: header('ETag') };

const content = (schema: Schema, example?: string): Schema => {
  const examples = { content: { $ref: `#/components/examples/${example}` } };
  return { [MEDIA_TYPE]: { schema, ...(example !== undefined && { examples }) } };
};

const codesByStatus = (): ReadonlyMap<number, readonly string[]> => {
  const codes = new Map<number, string[]>();
  for (const [code, status] of Object.entries(REQUEST_ERRORS)) codes.set(status, [...(codes.get(status) ?? []), code]);
  return codes;
};

/** Of other methods and of other kinds of HTTP: no operation has them. */
const NOT_OF_READS: ReadonlySet<number> = new Set([405, 501, 505]);

export const errorSchemas = (): Readonly<Record<string, Schema>> =>
  members([...codesByStatus()].map(([status, codes]): [string, Schema] => [`Errors.${status}`, errorDocument(codes)]));

export function sharedResponses(): Readonly<Record<string, Schema>> {
  const errors = [...codesByStatus()].map(([status, codes]): [string, Schema] => [
    `Errors.${status}`,
    {
      description: `Refused: ${codes.join(', ')}.`,
      headers: status === 503 ? { ...complexity, 'Retry-After': header('RetryAfter') } : complexity,
      content: content(schemaRef(`Errors.${status}`)),
    },
  ]);
  const unchanged: Schema = {
    description: 'The document is the one that If-None-Match names.',
    headers: { ...complexity, ETag: header('ETag') },
  };
  return { ...members(errors), NotModified: unchanged };
}

/**
 * @param document the schema of what is answered when nothing is wrong
 * @param example  what an example of it is called among the components
 */
export function responsesOf(document: Schema, description: string, example?: string): Schema {
  const refused = [...codesByStatus().keys()].filter((status) => !NOT_OF_READS.has(status));
  return {
    200: { description, headers: documentHeaders, content: content(document, example) },
    304: { $ref: '#/components/responses/NotModified' },
    ...members(
      refused.map((status): [string, Schema] => [String(status), { $ref: `#/components/responses/Errors.${status}` }]),
    ),
  };
}
