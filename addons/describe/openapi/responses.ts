/**
 * The responses of an operation: its document, the errors by status, and their headers.
 */
import { REQUEST_ERRORS } from '../../../src/content/errors/index.js';
import { errorDocument, schemaRef } from '../schema/documents.js';
import { members, type Schema } from '../schema/json-schema.js';

const MEDIA_TYPE = 'application/vnd.api+json';

export const HEADERS: Readonly<Record<string, Schema>> = {
  Complexity: {
    description: 'The complexity score of the request; 0 if it could not be calculated.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Snapshot: { description: 'The id of the snapshot that answered.', schema: { type: 'string' } },
  ETag: { description: 'The tag of the content, for If-None-Match.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
const complexity = { 'x-service-query-complexity': header('Complexity') };
const documentHeaders = { ...complexity, 'x-service-snapshot': header('Snapshot'), ETag: header('ETag') };

const mediaContent = (schema: Schema, example?: string): Schema => {
  const examples = { content: { $ref: `#/components/examples/${example}` } };
  return { [MEDIA_TYPE]: { schema, ...(example !== undefined && { examples }) } };
};

const codesByStatus = (): ReadonlyMap<number, readonly string[]> => {
  const codes = new Map<number, string[]>();
  for (const [code, status] of Object.entries(REQUEST_ERRORS)) codes.set(status, [...(codes.get(status) ?? []), code]);
  return codes;
};

/** Statuses for other methods and HTTP versions, which no operation has. */
const NOT_OF_READS: ReadonlySet<number> = new Set([405, 501, 505]);

export const errorSchemas = (): Readonly<Record<string, Schema>> =>
  members([...codesByStatus()].map(([status, codes]): [string, Schema] => [`Errors.${status}`, errorDocument(codes)]));

export function sharedResponses(): Readonly<Record<string, Schema>> {
  const errors = [...codesByStatus()].map(([status, codes]): [string, Schema] => [
    `Errors.${status}`,
    {
      description: `Refused: ${codes.join(', ')}.`,
      headers: status === 503 ? { ...complexity, 'Retry-After': header('RetryAfter') } : complexity,
      content: mediaContent(schemaRef(`Errors.${status}`)),
    },
  ]);
  const unchanged: Schema = {
    description: 'The document is unchanged: it has the tag in If-None-Match.',
    headers: { ...complexity, ETag: header('ETag') },
  };
  return { ...members(errors), NotModified: unchanged };
}

/**
 * @param document schema of the document
 * @param example  name of its example in the components
 */
export function buildResponses(document: Schema, description: string, example?: string): Schema {
  const errorStatuses = [...codesByStatus().keys()].filter((status) => !NOT_OF_READS.has(status));
  return {
    200: { description, headers: documentHeaders, content: mediaContent(document, example) },
    304: { $ref: '#/components/responses/NotModified' },
    ...members(
      errorStatuses.map((status): [string, Schema] => [
        String(status),
        { $ref: `#/components/responses/Errors.${status}` },
      ]),
    ),
  };
}
