/**
 * The server's own description of its interface, `/openapi.json`, as the reference shows it: operations and parameters.
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
  /** From the content, as the interface reads it; undefined where there is none. */
  readonly example: unknown;
}

export interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

/** By snapshot and root; a text says why there is none. */
const documents = signal<ReadonlyMap<string, JsonObject | string>>(new Map());
const asked = new Set<string>();

const keyOf = ({ snapshot, root }: DescribedSpace): string => `${snapshot} ${root}`;

/** Beside the delivery root. */
export const addressOf = ({ root }: DescribedSpace): string => root.replace(/delivery\/jsonapi$/, 'openapi.json');

export const documentOf = (space: DescribedSpace): JsonObject | string | undefined => documents.value.get(keyOf(space));

/** Asks for it, once. @param again although it was asked for */
export async function loadDocument(space: DescribedSpace, again = false): Promise<void> {
  const key = keyOf(space);
  if (asked.has(key) && !again) return;
  asked.add(key);
  let found: JsonObject | string = 'The server does not describe its interface.';
  try {
    const reply = await fetch(addressOf(space), { headers: authorization() });
    const content: unknown = await reply.json();
    if (reply.ok && isObject(content)) found = content;
    else found = textAt(listAt(content, 'errors')[0], 'detail') || found;
  } catch (error) {
    found = error instanceof Error ? `The description did not come: ${error.message}` : found;
  }
  documents.value = new Map(documents.value).set(key, found);
}

/** What a reference of a component leads to. */
function followed(document: JsonObject, value: unknown): unknown {
  const [, , kind = '', name = ''] = textAt(value, '$ref').split('/');
  return kind === '' ? value : objectAt(objectAt(objectAt(document, 'components'), kind), name);
}

/** Each path with what stands in it, in the order of the model. */
export const pathsOf = (document: JsonObject): readonly string[] => Object.keys(objectAt(document, 'paths'));

/** @param path below the delivery root, decoded: `['book', 'the-salt-road']` → `/book/{id}` */
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

/** @returns the path with an item of the content in it */
export function exampleOf(document: JsonObject, template: string): readonly string[] {
  const id = operationAt(document, template)?.parameters.find(({ isInPath }) => isInPath)?.example ?? 'id';
  return template
    .slice(1)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part === '{id}' ? String(id) : part));
}

/** @returns the value of a field in an item of the type, cut short; undefined where it has none */
export function valueIn(document: JsonObject, type: string, field: string): unknown {
  const examples = objectAt(objectAt(document, 'components'), 'examples');
  const data = objectAt(objectAt(objectAt(examples, `get.${type}`), 'value'), 'data');
  const attributes = objectAt(data, 'attributes');
  return Object.hasOwn(attributes, field) ? attributes[field] : undefined;
}

/** Which errors a request may have: by status, their codes. */
export const errorsOf = (document: JsonObject): readonly (readonly [status: string, codes: string])[] =>
  Object.entries(objectAt(objectAt(document, 'components'), 'responses')).flatMap(([name, response]) =>
    name.startsWith('Errors.')
      ? [[name.slice('Errors.'.length), textAt(response, 'description').replace(/^Refused: |\.$/g, '')] as const]
      : [],
  );

export const needsKey = (document: JsonObject): boolean => listAt(document, 'security').length > 0;
