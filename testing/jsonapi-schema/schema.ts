/**
 * The JSON:API schema of `jsonapi-validator`, adapted from version 1.0 to 1.1 for a server that only reads.
 *
 * `jsonapi` may have `ext` and `profile`, any link may be null, and links of a relationship must be links. The form of
 * a document is chosen first, so that messages are about that form only.
 */
import official from 'jsonapi-validator/lib/schema.json' with { type: 'json' };

/** Kind of a document: primary data of one kind, errors, or neither. */
export type DocumentForm = 'resource' | 'list' | 'null' | 'errors' | 'meta';

const { definitions } = official;
/** The forms of primary data, as the official schema lists them. */
const [resource, list, none] = definitions.data.oneOf;

const anyLink = { anyOf: [{ $ref: '#/definitions/link' }, { type: 'null' }] };
const uris = { type: 'array', items: { type: 'string', format: 'uri' } };
const { jsonapi, relationshipLinks } = definitions;

const definitions11 = {
  ...definitions,
  jsonapi: { ...jsonapi, properties: { ...jsonapi.properties, ext: uris, profile: uris } },
  links: { type: 'object', additionalProperties: anyLink },
  relationshipLinks: { ...relationshipLinks, additionalProperties: anyLink },
};

const withData = (data: object | undefined): object => ({
  $schema: official.$schema,
  allOf: [{ $ref: '#/definitions/success' }],
  definitions: { ...definitions11, data },
});

const withoutData = (definition: 'failure' | 'info'): object => ({
  $schema: official.$schema,
  allOf: [{ $ref: `#/definitions/${definition}` }],
  definitions: definitions11,
});

/** @returns the schema of documents of one form. */
export function schemaOf(form: DocumentForm): object {
  switch (form) {
    case 'resource':
      return withData(resource);
    case 'list':
      return withData(list);
    case 'null':
      return withData(none);
    case 'errors':
      return withoutData('failure');
    case 'meta':
      return withoutData('info');
    default:
      return form satisfies never;
  }
}
