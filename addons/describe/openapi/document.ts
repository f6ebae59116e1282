/**
 * Writes the OpenAPI 3.1 description of a content model's delivery API.
 *
 * Parameters, responses and schemas are components, which all operations refer to. The same model and options give the same
 * text. A server builds the description in steps, because a model of hundreds of types takes seconds.
 * Elsewhere: the endpoints (type-endpoints, space-endpoints), the components (components, parameter-components).
 */

import { createHash } from 'node:crypto';
import { type ContentModel, type ContentType, contentModelToJson } from '../../../src/content/model/index.js';
import { DocumentSchemas } from '../schema/documents.js';
import { type JsonTexts, type Schema, textParts } from '../schema/json-schema.js';
import { OwnerNames } from './component-names.js';
import { Components } from './components.js';
import type { FilterAmount } from './filters.js';
import { Operations } from './operations.js';
import { ParameterComponents } from './parameter-components.js';
import type { Samples } from './samples.js';
import { addSpaceEndpoints, spaceTag } from './space-endpoints.js';
import { addTypeEndpoints, type DescriptionParts, describeTag } from './type-endpoints.js';

export interface OpenApiOptions {
  /** Beginning of every path: the public URL and the delivery root. */
  readonly base: string;
  /** URL of the profile that the documents follow. */
  readonly profile: string;
  /** Whether every request needs a key. */
  readonly keys: boolean;
  /** Samples of the content, for examples. */
  readonly samples?: Samples | undefined;
  /** The only content types whose endpoints are described; by default all types, the search and the root are. */
  readonly types?: readonly ContentType[] | undefined;
  /** Default: all. */
  readonly filters?: FilterAmount | undefined;
}

/** Version of the promises in docs/ask; its first number changes if a correct client would fail. */
const API_VERSION = '1.0.0';

/** Hexadecimal digits of a model's hash in the version. */
const HASH_LENGTH = 12;

/** @returns the version of the promises, and a hash of the model, as build metadata: the same for each snapshot with this model */
const writeVersion = (model: ContentModel): string =>
  `${API_VERSION}+${createHash('sha256')
    .update(JSON.stringify(contentModelToJson(model)))
    .digest('hex')
    .slice(0, HASH_LENGTH)}`;

/** Name of the security scheme in the components. */
const SECURITY_SCHEME = 'key';

const SECURITY: Schema = {
  type: 'http',
  scheme: 'bearer',
  description: 'A key from the operator of the server, sent with every request.',
};

/** The publisher of the content decides on its license, which the content model does not have. */
const LICENSE: Schema = { name: 'The license of the content', identifier: 'LicenseRef-content' };

const writeIntroduction = (profile: string): string =>
  `A read-only JSON:API. All filters must be true. A parameter that is an object, such as \`filter[title]\`, has a
member for each operator and is sent with brackets: \`filter[title][_eq]=<value>\`. A parameter that is not listed is an error,
except for three kinds with an unlimited number of names: conditions in groups and over longer paths, which are members of
\`filter\`; longer paths of \`include\`, \`_facet\` and \`_stats\`; and \`page[…]\` and \`fields[…]\` of longer paths. Commas separate the values of a list;
values that contain commas are sent as \`filter[<field>][_in][]=<value>\`. [A profile](${profile}) describes the additions to
JSON:API.`;

const writeShortIntroduction = (profile: string): string =>
  `A read-only JSON:API, described in part: lists, single items and searches with their usual parameters. The server
accepts more parameters. Every item has all its attributes and relationships. [A profile](${profile}) describes the additions to
JSON:API.`;

/** @param profile URL of the profile that the documents follow */
const describeInfo = (model: ContentModel, title: string, profile: string, amount: FilterAmount): Schema => ({
  title,
  version: writeVersion(model),
  description: amount === 'few' ? writeShortIntroduction(profile) : writeIntroduction(profile),
  license: LICENSE,
});

function startParts(model: ContentModel, samples: Samples, amount: FilterAmount): DescriptionParts {
  // Texts instead of objects: objects of thousands of components would make garbage collections long.
  const components = new Components();
  const ownerNames = new OwnerNames(model.contentTypes.keys());
  const context = { model, components, ownerNames, samples, amount };
  return {
    ...context,
    parameters: new ParameterComponents(context),
    documents: new DocumentSchemas(model, components, ownerNames, amount),
    operations: new Operations(components, amount),
  };
}

/**
 * Yields the parts of the description's JSON text, which is valid for any model that a build accepts.
 *
 * The first parts are empty: one for each endpoint or component. Cost: O(types · fields · operators).
 */
export function* openApiParts(
  model: ContentModel,
  { base, profile, keys, types: onlyTypes, samples = new Map(), filters = 'all' }: OpenApiOptions,
): Generator<string, void> {
  const typeParts = startParts(model, samples, filters);
  const { components } = typeParts;
  const types = onlyTypes ?? [...model.contentTypes.values()];
  for (const type of types) yield* addTypeEndpoints(typeParts, type);
  // After the types, so that parameters of one type and of the search are named after the type.
  const spaceParts = { ...typeParts, operations: new Operations(components, filters) };
  if (onlyTypes === undefined) yield* addSpaceEndpoints(spaceParts);
  yield* components.buildPending();
  if (keys) components.define('securitySchemes', SECURITY_SCHEME, SECURITY_SCHEME, () => SECURITY);
  yield* components.buildPending();
  const title = `${model.space}: delivery API${onlyTypes === undefined ? '' : ` of ${onlyTypes.map(({ name }) => name).join(', ')}`}`;
  const profileLink = { description: 'The JSON:API profile that the documents follow', url: profile };
  const tags = [...(onlyTypes === undefined ? [spaceTag(model)] : []), ...types.map(describeTag)];
  yield* textParts(
    new Map<string, JsonTexts>([
      ['openapi', JSON.stringify('3.1.1')],
      ['info', JSON.stringify(describeInfo(model, title, profile, filters))],
      ['externalDocs', JSON.stringify(profileLink)],
      ['servers', JSON.stringify([{ url: base }])],
      ['security', JSON.stringify(keys ? [{ [SECURITY_SCHEME]: [] }] : [])],
      ['tags', JSON.stringify(tags)],
      ['paths', new Map([...spaceParts.operations.texts(), ...typeParts.operations.texts()])],
      ['components', components.texts()],
    ]),
  );
}

/** @returns the description as a JSON value. Cost: O(types · fields · operators), without a pause. */
export const openApi = (model: ContentModel, options: OpenApiOptions): Schema =>
  JSON.parse([...openApiParts(model, options)].join(''));
