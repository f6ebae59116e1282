/**
 * The responses of an operation: its document, and the errors in three groups, with their headers.
 */
import { REQUEST_ERRORS } from '../../../src/content/errors/index.js';
import { errorDocument } from '../schema/documents.js';
import type { Schema } from '../schema/json-schema.js';
import type { Components } from './components.js';

const MEDIA_TYPE = 'application/vnd.api+json';

const HEADERS = {
  Complexity: {
    description: 'The complexity score of the request; 0 if it could not be calculated.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Snapshot: { description: 'The id of the snapshot that answered.', schema: { type: 'string' } },
  ETag: { description: 'The tag of the content, for If-None-Match.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
} as const satisfies Readonly<Record<string, Schema>>;

const header = (components: Components, name: keyof typeof HEADERS): Schema =>
  components.share('headers', name, HEADERS[name]);

const complexity = (components: Components): Readonly<Record<string, Schema>> => ({
  'x-service-query-complexity': header(components, 'Complexity'),
});

/** Statuses that clients handle in different ways; `default` is the group of all other errors. */
const ERROR_GROUPS = [
  { status: '400', name: 'BadRequest', begin: 'The request is wrong' },
  { status: '404', name: 'NotFound', begin: 'The address is wrong, or the item does not exist' },
  { status: 'default', name: 'OtherError', begin: 'Refused, or failed' },
] as const;

const ALL_CODES = Object.keys(REQUEST_ERRORS);

const groupOf = (status: number): string =>
  ERROR_GROUPS.some((group) => group.status === String(status)) ? String(status) : 'default';

/** @returns status → codes of the group */
function codesByStatus(group: string): Readonly<Record<string, readonly string[]>> {
  const codes: Record<string, string[]> = {};
  for (const [code, status] of Object.entries(REQUEST_ERRORS)) {
    if (groupOf(status) !== group) continue;
    codes[status] ??= [];
    codes[status].push(code);
  }
  return codes;
}

function errorResponses(components: Components): Readonly<Record<string, Schema>> {
  const responses: Record<string, Schema> = {};
  for (const { status, name, begin } of ERROR_GROUPS) {
    responses[status] = components.define('responses', name, name, () => {
      const codes = codesByStatus(status);
      const allCodes = Object.values(codes).flat();
      const retry = status === 'default' ? { 'Retry-After': header(components, 'RetryAfter') } : {};
      return {
        description: `${begin}: ${allCodes.join(', ')}.`,
        headers: { ...complexity(components), ...retry },
        content: {
          [MEDIA_TYPE]: { schema: components.share('schemas', 'ErrorDocument', errorDocument(components, ALL_CODES)) },
        },
        // Status → codes, which the explorer lists.
        'x-codes': codes,
      };
    });
  }
  return responses;
}

/** The responses of a description with few filters: without headers, and without the answer to `If-None-Match`. */
export function buildFewResponses(
  components: Components,
  { name, description, document }: DocumentResponse,
): Readonly<Record<string, Schema>> {
  const error = components.define('responses', 'Error', 'Error', () => ({
    description: 'The request is wrong, or failed.',
    content: {
      [MEDIA_TYPE]: { schema: components.share('schemas', 'ErrorDocument', errorDocument(components, ALL_CODES)) },
    },
  }));
  const answer = components.share('responses', name, { description, content: { [MEDIA_TYPE]: { schema: document } } });
  return { 200: answer, '4XX': error, default: error };
}

/** A response with a document; operations with equal responses share it. */
export interface DocumentResponse {
  readonly name: string;
  readonly description: string;
  /** Reference to the schema of the document. */
  readonly document: Schema;
  readonly example?: Schema | undefined;
}

export function buildResponses(
  components: Components,
  { name, description, document, example }: DocumentResponse,
): Readonly<Record<string, Schema>> {
  const examples = example && {
    content: components.share('examples', name, { summary: 'A shortened example', value: example }),
  };
  const found = {
    description,
    headers: {
      ...complexity(components),
      'x-service-snapshot': header(components, 'Snapshot'),
      ETag: header(components, 'ETag'),
    },
    content: { [MEDIA_TYPE]: { schema: document, ...(examples !== undefined && { examples }) } },
  };
  const unchanged = components.define('responses', 'NotModified', 'NotModified', () => ({
    description: 'The document is unchanged: it has the tag in If-None-Match.',
    headers: { ...complexity(components), ETag: header(components, 'ETag') },
  }));
  return { 200: components.share('responses', name, found), 304: unchanged, ...errorResponses(components) };
}
