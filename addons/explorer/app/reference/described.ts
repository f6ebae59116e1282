/**
 * The OpenAPI document of the server, `/openapi.json`: loading it, and reading operations, parameters and examples from
 * it.
 */
import { signal } from '@preact/signals';
import { authorization } from '../api/access-key.js';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../model/resource.js';
import type { DescribedSpace } from '../model/space.js';

export interface Parameter {
  readonly name: string;
  readonly isInPath: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  /** An example from the content; undefined if there is none. */
  readonly example: unknown;
}

export interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

/** Snapshot and root of a space → its document, or the reason why it could not be loaded. */
const documents = signal<ReadonlyMap<string, JsonObject | string>>(new Map());
const asked = new Set<string>();

const keyOf = ({ snapshot, root }: DescribedSpace): string => `${snapshot} ${root}`;

/** @returns the address of the document, next to the delivery root */
export const addressOf = ({ root }: DescribedSpace): string => root.replace(/delivery\/jsonapi$/, 'openapi.json');

export const documentOf = (space: DescribedSpace): JsonObject | string | undefined => documents.value.get(keyOf(space));

/** Loads the document once. @param again whether to load it although it was requested before */
export async function loadDocument(space: DescribedSpace, again = false): Promise<void> {
  const key = keyOf(space);
  if (asked.has(key) && !again) return;
  asked.add(key);
  let found: JsonObject | string = 'The server has no OpenAPI document.';
  try {
    const reply = await fetch(addressOf(space), { headers: authorization() });
    const content: unknown = await reply.json();
    if (reply.ok && isObject(content)) found = content;
    else found = textAt(listAt(content, 'errors')[0], 'detail') || found;
  } catch (error) {
    found = error instanceof Error ? `The OpenAPI document could not be loaded: ${error.message}` : found;
  }
  documents.value = new Map(documents.value).set(key, found);
}

/** @returns the component that a `$ref` names; the value itself if it is not a reference */
function followed(document: JsonObject, value: unknown): unknown {
  const [, , kind = '', name = ''] = textAt(value, '$ref').split('/');
  return kind === '' ? value : objectAt(objectAt(objectAt(document, 'components'), kind), name);
}

/** @returns the paths of all endpoints, in the order of the model */
export const pathsOf = (document: JsonObject): readonly string[] => Object.keys(objectAt(document, 'paths'));

/** @param path decoded segments below the delivery root: `['book', 'the-salt-road']` → `/book/{id}` */
export const templateOf = (path: readonly string[]): string =>
  `/${path.map((part, place) => (place === 1 ? '{id}' : part)).join('/')}`;

export function operationAt(document: JsonObject, path: string): Operation | undefined {
  const paths = objectAt(document, 'paths');
  if (!Object.hasOwn(paths, path)) return undefined;
  const get = objectAt(objectAt(paths, path), 'get');
  const parameters = listAt(get, 'parameters').map((reference): Parameter => {
    const parameter = followed(document, reference);
    return {
      name: textAt(parameter, 'name'),
      isInPath: textAt(parameter, 'in') === 'path',
      description: textAt(parameter, 'description'),
      schema: objectAt(parameter, 'schema'),
      example: isObject(parameter) ? parameter['example'] : undefined,
    };
  });
  return { summary: textAt(get, 'summary'), parameters };
}

/** @returns the segments of the path, with the id of an existing item */
export function exampleOf(document: JsonObject, template: string): readonly string[] {
  const id = operationAt(document, template)?.parameters.find(({ isInPath }) => isInPath)?.example ?? 'id';
  return template
    .slice(1)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part === '{id}' ? String(id) : part));
}

/** @returns the value of the field in the example item of the type; undefined if it has none */
export function valueIn(document: JsonObject, type: string, field: string): unknown {
  const examples = objectAt(objectAt(document, 'components'), 'examples');
  const data = objectAt(objectAt(objectAt(examples, `get.${type}`), 'value'), 'data');
  const attributes = objectAt(data, 'attributes');
  return Object.hasOwn(attributes, field) ? attributes[field] : undefined;
}

/** @returns each error status with its codes */
export const errorsOf = (document: JsonObject): readonly (readonly [status: string, codes: string])[] =>
  Object.entries(objectAt(objectAt(document, 'components'), 'responses')).flatMap(([name, response]) =>
    name.startsWith('Errors.')
      ? [[name.slice('Errors.'.length), textAt(response, 'description').replace(/^Refused: |\.$/g, '')] as const]
      : [],
  );

export const needsKey = (document: JsonObject): boolean => listAt(document, 'security').length > 0;
