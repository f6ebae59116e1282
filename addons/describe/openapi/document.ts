/**
 * Writes the OpenAPI 3.1 description of a content model's delivery API.
 *
 * Parameters and schemas are components, which all operations refer to: a list and the related items of the same type
 * have the same parameters. The same model and base give the same text. A server builds the description in steps, because
 * a model of hundreds of types takes seconds.
 */

import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { primaryTypes, SEARCH_PATH, SIMILAR_PATH, SUGGEST_PATH, searchEndpoint } from '../../../src/jsonapi/index.js';
import { writeParagraphs } from '../descriptive-texts.js';
import {
  itemDocument,
  linkageDocument,
  listDocument,
  rootDocumentSchema,
  SHARED_SCHEMAS,
  schemaRef,
  suggestDocument,
  typeSchemas,
} from '../schema/documents.js';
import { type Json, type JsonTexts, type Schema, textParts } from '../schema/json-schema.js';
import { type ReadValues, withExamples } from './examples.js';
import { itemParameters, listParameters, type OwnedParameter, searchParameters } from './list-parameters.js';
import { linkagePageParameters, localeParameters, suggestParameters } from './parameters.js';
import { buildResponses, errorSchemas, HEADERS, sharedResponses } from './responses.js';
import type { Samples } from './samples.js';

export interface OpenApiOptions {
  /** Beginning of every path: the public URL and the delivery root. */
  readonly base: string;
  /** URL of the profile that the documents follow. */
  readonly profile: string;
  /** Whether every request needs a key. */
  readonly keys: boolean;
  /** Samples of the content, for examples. */
  readonly samples?: Samples;
}

/** Version of the promises in docs/ask; its first number changes if a correct client would fail. */
const API_VERSION = '1.0.0';

/** Name of the security scheme in the components. */
const SCHEME = 'key';

const SECURITY: Schema = {
  type: 'http',
  scheme: 'bearer',
  description: 'A key from the operator of the server, sent with every request.',
};

const writeIntroduction = (
  profile: string,
): string => `A read-only JSON:API. Each parameter below is listed by its complete name, with its brackets; all filters must be true.
A parameter that is not listed is an error, except for three kinds with an unlimited number of names: conditions in groups and
on related items, which are members of \`filter\`; longer paths of \`include\`; and \`page[…]\` of longer paths. Commas separate
the values of a list; send a value that contains a comma as \`filter[<field>][_in][]=<value>\`. [A profile](${profile})
describes the additions to JSON:API.`;

/** @returns the tag of the operations of a type */
function describeTag(type: ContentType): Schema {
  const description = writeParagraphs(type).join('\n\n');
  return { name: `type ${type.name}`, ...(description !== '' && { description }) };
}

/** A GET operation. */
interface Operation {
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** References to the parameters. */
  readonly parameters: readonly Schema[];
  /** A reference to the schema of the response. */
  readonly document: Schema;
  readonly example?: Schema | undefined;
}

/** Keeps each component and path as its JSON text: objects of thousands of components would make garbage collections long. */
class DescriptionWriter {
  readonly #model: ContentModel;
  readonly #samples: Samples;
  readonly #examples = new Map<string, string>();
  readonly #parameters = new Map<string, string>();
  readonly #schemas = new Map<string, string>();
  readonly #paths = new Map<string, string>();

  constructor(model: ContentModel, samples: Samples) {
    this.#model = model;
    this.#samples = samples;
  }

  /** Yields an empty text after each step, which describes at most one endpoint or type; then the parts of the JSON text. */
  *write({ base, profile, keys }: OpenApiOptions): Generator<string, void> {
    const model = this.#model;
    const types = [...model.contentTypes.values()];
    this.#addSchemas(SHARED_SCHEMAS);
    for (const type of types) {
      this.#addSchemas(typeSchemas(type));
      yield '';
    }
    this.#addSchemas(errorSchemas());
    this.#addOperation({
      path: '/',
      id: 'root',
      tag: 'space',
      summary: 'Links to the content types',
      parameters: [],
      document: this.#addSchema('root', rootDocumentSchema(model)),
    });
    const searchedTypes = primaryTypes(model, searchEndpoint(model));
    yield '';
    if (searchedTypes.length > 0) yield* this.#addSearch(searchedTypes);
    for (const type of types) yield* this.#addType(type);
    const components: [string, JsonTexts][] = [
      ['headers', JSON.stringify(HEADERS)],
      ['examples', this.#examples],
      ['parameters', this.#parameters],
      ['responses', JSON.stringify(sharedResponses())],
      ['schemas', this.#schemas],
    ];
    if (keys) components.push(['securitySchemes', JSON.stringify({ [SCHEME]: SECURITY })]);
    const info = {
      title: `${model.space}: delivery API`,
      version: API_VERSION,
      description: writeIntroduction(profile),
    };
    const profileLink = { description: 'The JSON:API profile that the documents follow', url: profile };
    yield* textParts(
      new Map<string, JsonTexts>([
        ['openapi', JSON.stringify('3.1.1')],
        ['info', JSON.stringify(info)],
        ['externalDocs', JSON.stringify(profileLink)],
        ['servers', JSON.stringify([{ url: base }])],
        ['security', JSON.stringify(keys ? [{ [SCHEME]: [] }] : [])],
        ['tags', JSON.stringify([{ name: 'space' }, ...types.map(describeTag)])],
        ['paths', this.#paths],
        ['components', new Map(components)],
      ]),
    );
  }

  *#addSearch(types: readonly ContentType[]): Generator<string, void> {
    this.#addOperation({
      path: `/${SEARCH_PATH}`,
      id: 'search',
      tag: 'space',
      summary: 'Items of all types that match a search, the best match first',
      parameters: this.#addParameters('_search', searchParameters(this.#model, types), types),
      document: this.#addSchema('_search.list', listDocument(this.#model, types, true)),
    });
    yield '';
    const locales: readonly OwnedParameter[] = localeParameters(this.#model).map((locale) => ({
      ...locale,
      isShared: true,
    }));
    this.#addOperation({
      path: `/${SUGGEST_PATH}`,
      id: 'suggest',
      tag: 'space',
      summary: 'Completions of a typed text',
      parameters: this.#addParameters('_suggest', [...suggestParameters(types), ...locales], types),
      document: this.#addSchema('_suggest.document', suggestDocument(types)),
    });
    yield '';
  }

  *#addType(type: ContentType): Generator<string, void> {
    const { name } = type;
    const tag = `type ${name}`;
    const model = this.#model;
    const list = this.#addSchema(`${name}.list`, listDocument(model, [type]));
    const sample = this.#samples.get(name);
    const id = this.#addIdParameter(name);
    this.#addOperation({
      path: `/${name}`,
      id: `list.${name}`,
      tag,
      summary: `Items of ${name}`,
      parameters: this.#listParameters(name, [type]),
      document: list,
      example: sample?.list,
    });
    yield '';
    this.#addOperation({
      path: `/${name}/{id}`,
      id: `get.${name}`,
      tag,
      summary: `One item of ${name}`,
      document: this.#addSchema(`${name}.item`, itemDocument(model, [type], false)),
      parameters: [id, ...this.#singleParameters(name, [type])],
      example: sample?.single,
    });
    yield '';
    for (const field of type.relationships) yield* this.#addRelationship(type, field, id);
    if (type.similar !== true) return;
    this.#addOperation({
      path: `/${name}/{id}/${SIMILAR_PATH}`,
      id: `similar.${name}`,
      tag,
      summary: `Items similar to one item of ${name}`,
      parameters: [id, ...this.#listParameters(name, [type])],
      document: list,
    });
    yield '';
  }

  /** Adds the path parameter `id` of the type to the components. @returns a reference to it */
  #addIdParameter(type: string): Schema {
    const id = this.#samples.get(type)?.id;
    const parameter: Schema = {
      name: 'id',
      in: 'path',
      required: true,
      description: `Id of an item of ${type}.`,
      schema: { type: 'string', minLength: 1 },
      ...(id !== undefined && { example: id }),
    };
    this.#parameters.set(`${type}.id`, JSON.stringify(parameter));
    return { $ref: `#/components/parameters/${type}.id` };
  }

  *#addRelationship({ name }: ContentType, field: RelationshipField, itemId: Schema): Generator<string, void> {
    const tag = `type ${name}`;
    const types = field.to.flatMap((to) => this.#model.contentTypes.get(to) ?? []);
    // For one target type the parameters are those of its list; for several, the parameters that all of them have.
    const owner = field.to.length === 1 ? (field.to[0] ?? '') : `_to.${name}.${field.name}`;
    const document = field.many
      ? this.#addSchema(`${owner}.list`, listDocument(this.#model, types))
      : this.#addSchema(`${owner}.itemOrNone`, itemDocument(this.#model, types, true));
    const itemParameters = field.many ? this.#listParameters(owner, types) : this.#singleParameters(owner, types);
    this.#addOperation({
      path: `/${name}/{id}/${field.name}`,
      id: `related.${name}.${field.name}`,
      tag,
      summary: `Related items: ${field.name} of one item of ${name}`,
      parameters: [itemId, ...itemParameters],
      document,
    });
    yield '';
    const linkageParameters: readonly OwnedParameter[] = [
      ...(field.many ? linkagePageParameters(defaultLinkLimit(field)) : []),
      ...localeParameters(this.#model),
    ].map((parameter) => ({ ...parameter, isShared: true }));
    this.#addOperation({
      path: `/${name}/{id}/relationships/${field.name}`,
      id: `linkage.${name}.${field.name}`,
      tag,
      summary: `Types and ids of related items: ${field.name} of one item of ${name}`,
      document: this.#addSchema(`${name}.linkage.${field.name}`, linkageDocument(field)),
      parameters: [itemId, ...this.#addParameters('', linkageParameters, types)],
    });
    yield '';
  }

  #listParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#addParameters(owner, listParameters(this.#model, types), types);
  }

  #singleParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#addParameters(owner, itemParameters(this.#model, types), types);
  }

  /**
   * Adds parameters, with examples, to the components.
   *
   * @param owner of the parameters that are not shared
   * @param types whose samples give the examples
   * @returns references to them
   */
  #addParameters(
    owner: string,
    parameters: readonly OwnedParameter[],
    types: readonly ContentType[],
  ): readonly Schema[] {
    const valuesByField = new Map<string, readonly Json[]>();
    const readValues: ReadValues = (field) => {
      const values = valuesByField.get(field) ?? types.flatMap(({ name }) => this.#sampledValues(name, field));
      valuesByField.set(field, values);
      return values;
    };
    const searchedFields = new Set(types.flatMap(({ search }) => search?.fields ?? []).map(({ field }) => field.name));
    const componentName = ({ isShared, key }: OwnedParameter): string =>
      isShared === true || owner === '' ? key : `${owner}.${key}`;
    // Equal for every list, so the first list describes them for all.
    const newParameters = parameters.filter(({ isShared, key }) => isShared !== true || !this.#parameters.has(key));
    for (const parameter of withExamples(newParameters, readValues, [...searchedFields])) {
      const { isShared: _, key: __, name, ...members } = parameter;
      this.#parameters.set(componentName(parameter), JSON.stringify({ name, in: 'query', ...members }));
    }
    return parameters.map((parameter) => ({ $ref: `#/components/parameters/${componentName(parameter)}` }));
  }

  #sampledValues(type: string, field: string): readonly Json[] {
    const sample = this.#samples.get(type);
    if (sample === undefined) return [];
    return field === 'id' ? [sample.id] : sample.values(field);
  }

  /** Adds a schema to the components. @returns a reference to it */
  #addSchema(name: string, schema: Schema): Schema {
    this.#schemas.set(name, JSON.stringify(schema));
    return schemaRef(name);
  }

  #addSchemas(schemas: Readonly<Record<string, Schema>>): void {
    for (const [name, schema] of Object.entries(schemas)) this.#addSchema(name, schema);
  }

  #addOperation({ path, id, tag, summary, parameters, document, example }: Operation): void {
    if (example !== undefined) {
      this.#examples.set(id, JSON.stringify({ summary: 'A shortened example', value: example }));
    }
    const responses = buildResponses(document, summary, example && id);
    const get = { operationId: id, tags: [tag], summary, parameters, responses };
    this.#paths.set(path, JSON.stringify({ get }));
  }
}

/**
 * Yields the description as parts of a JSON text. The caller can pause after each part.
 *
 * The first parts are empty: one for each endpoint or type. Cost: O(types · fields · operators).
 */
export const openApiParts = (model: ContentModel, options: OpenApiOptions): Generator<string, void> =>
  new DescriptionWriter(model, options.samples ?? new Map()).write(options);

/** @returns the description as a JSON value. Cost: O(types · fields · operators), without a pause. */
export const openApi = (model: ContentModel, options: OpenApiOptions): Schema =>
  JSON.parse([...openApiParts(model, options)].join(''));
