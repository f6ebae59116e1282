/**
 * Reads operations, parameters, examples and errors from the OpenAPI document of the server.
 *
 * Elsewhere: loading the document (load-document).
 */
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';
import { listSentParameters, type Parameter } from './sent-parameters.js';

export type { Parameter } from './sent-parameters.js';

export interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Schema of the document of an answer with the status 200. */
  readonly answerSchema: unknown;
}

/** @returns the component that a `$ref` names; the value itself if it is not a reference */
export function resolveReference(document: JsonObject, value: unknown): unknown {
  const [, , kind = '', name = ''] = readText(value, '$ref').split('/');
  return kind === '' ? value : readObject(readObject(readObject(document, 'components'), kind), name);
}

/** @returns the paths of all endpoints, in the order of the model */
export const listPaths = (document: JsonObject): readonly string[] => Object.keys(readObject(document, 'paths'));

/** @param path decoded segments below the delivery root: `['book', 'the-salt-road']` → `/book/{id}` */
export const pathTemplate = (path: readonly string[]): string =>
  `/${path.map((part, place) => (place === 1 ? '{id}' : part)).join('/')}`;

function readAnswerSchema(document: JsonObject, get: JsonObject): unknown {
  const response = resolveReference(document, readObject(readObject(get, 'responses'), '200'));
  const [mediaType] = Object.values(readObject(response, 'content'));
  return readObject(mediaType, 'schema');
}

export function readOperation(document: JsonObject, path: string): Operation | undefined {
  const paths = readObject(document, 'paths');
  if (!Object.hasOwn(paths, path)) return undefined;
  const get = readObject(readObject(paths, path), 'get');
  const parameters = readList(get, 'parameters').flatMap((reference): readonly Parameter[] => {
    const parameter = resolveReference(document, reference);
    // The array form of `_in`, for generated clients, would repeat the row of `_in`.
    if (readText(parameter, 'name').endsWith('[_in][]')) return [];
    const schema = resolveReference(document, readObject(parameter, 'schema'));
    if (readText(parameter, 'style') === 'deepObject') return listSentParameters(parameter, schema);
    return [
      {
        name: readText(parameter, 'name'),
        isInPath: readText(parameter, 'in') === 'path',
        isRequired: isObject(parameter) && parameter['required'] === true,
        description: readText(parameter, 'description'),
        schema: isObject(schema) ? schema : {},
        example: isObject(parameter) ? parameter['example'] : undefined,
      },
    ];
  });
  return { summary: readText(get, 'summary'), parameters, answerSchema: readAnswerSchema(document, get) };
}

/** @returns the segments of the path, with the id of an existing item */
export function examplePath(document: JsonObject, template: string): readonly string[] {
  const id = readOperation(document, template)?.parameters.find(({ isInPath }) => isInPath)?.example ?? 'id';
  return template
    .slice(1)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part === '{id}' ? String(id) : part));
}

/** @returns the example of the document at the path; empty if it has none */
function readExampleDocument(document: JsonObject, path: string): JsonObject {
  const responses = readObject(readObject(readObject(readObject(document, 'paths'), path), 'get'), 'responses');
  const response = resolveReference(document, readObject(responses, '200'));
  const content = readObject(readObject(response, 'content'), 'application/vnd.api+json');
  const [example] = Object.values(readObject(content, 'examples'));
  return readObject(resolveReference(document, example), 'value');
}

/** @returns the value of the field in the example item of the type; undefined if it has none */
export function readExampleValue(document: JsonObject, type: string, field: string): unknown {
  const data = readObject(readExampleDocument(document, `/${type}/{id}`), 'data');
  const attributes = readObject(data, 'attributes');
  return Object.hasOwn(attributes, field) ? attributes[field] : undefined;
}

/** @returns each error status with its codes, ascending */
export const listErrors = (document: JsonObject): readonly (readonly [status: string, codes: string])[] =>
  Object.values(readObject(readObject(document, 'components'), 'responses'))
    .flatMap((response) => Object.entries(readObject(response, 'x-codes')))
    .map(([status, codes]) => [status, Array.isArray(codes) ? codes.join(', ') : ''] as const)
    .sort(([a], [b]) => Number(a) - Number(b));

export const needsKey = (document: JsonObject): boolean => readList(document, 'security').length > 0;
