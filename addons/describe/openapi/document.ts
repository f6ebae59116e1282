/**
 * Writes the OpenAPI 3.1 description of a content model's delivery API.
 *
 * Parameters, responses and schemas are components, which all operations refer to: a list and the related items of the same
 * type have the same parameters. The same model and options give the same text. A server builds the description in steps,
 * because a model of hundreds of types takes seconds.
 */

import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { primaryTypes, SEARCH_PATH, SIMILAR_PATH, SUGGEST_PATH, searchEndpoint } from '../../../src/jsonapi/index.js';
import { writeParagraphs } from '../descriptive-texts.js';
import { DocumentSchemas, rootDocumentSchema, suggestDocument } from '../schema/documents.js';
import { type Json, type JsonTexts, type Schema, textParts } from '../schema/json-schema.js';
import { OwnerNames, pascalCase, UniqueNames } from './component-names.js';
import { Components } from './components.js';
import { type ReadValues, withExamples } from './examples.js';
import type { FilterAmount } from './filters.js';
import { itemParameters, listParameters, type OwnedParameter, searchParameters } from './list-parameters.js';
import { linkagePageParameters, localeParameters, suggestParameters } from './parameters.js';
import { buildResponses, type DocumentResponse } from './responses.js';
import type { Samples } from './samples.js';

export interface OpenApiOptions {
  /** Beginning of every path: the public URL and the delivery root. */
  readonly base: string;
  /** URL of the profile that the documents follow. */
  readonly profile: string;
  /** Whether every request needs a key. */
  readonly keys: boolean;
  /** Samples of the content, for examples. */
  readonly samples?: Samples | undefined;
  /** The only content type whose endpoints are described; by default all types, the search and the root are. */
  readonly type?: ContentType | undefined;
  /** Default: all. */
  readonly filters?: FilterAmount | undefined;
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

/** The publisher of the content decides on its license, which the content model does not have. */
const LICENSE: Schema = { name: 'The license of the content', identifier: 'LicenseRef-content' };

const writeIntroduction = (
  profile: string,
): string => `A read-only JSON:API. All filters must be true. A parameter that is an object, such as \`filter[title]\`, has a
member for each operator and is sent with brackets: \`filter[title][_eq]=<value>\`. A parameter that is not listed is an error,
except for three kinds with an unlimited number of names: conditions in groups and on related items, which are members of
\`filter\`; longer paths of \`include\`; and \`page[…]\` and \`fields[…]\` of longer paths. Commas separate the values of a list;
send a value that contains a comma as \`filter[<field>][_in][]=<value>\`. [A profile](${profile}) describes the additions to
JSON:API.`;

/** A GET operation. */
interface Operation {
  readonly path: string;
  /** The verb and the things that the operation reads: in camel case it is the id. */
  readonly id: readonly string[];
  readonly tag: string;
  readonly summary: string;
  /** References to the parameters. */
  readonly parameters: readonly Schema[];
  readonly response: DocumentResponse;
}

const tagOf = (type: ContentType): string => `type ${type.name}`;

const describeTag = (type: ContentType): Schema => ({
  name: tagOf(type),
  description: [...writeParagraphs(type), `Items of ${type.name}.`].join('\n\n'),
});

const SPACE_TAG = { name: 'space', description: 'The whole space.' } as const;

/** Keeps each path and component as its JSON text: objects of thousands of components would make garbage collections long. */
class DescriptionWriter {
  readonly #model: ContentModel;
  readonly #samples: Samples;
  readonly #filters: FilterAmount;
  readonly #components = new Components();
  readonly #documents: DocumentSchemas;
  readonly #ownerNames: OwnerNames;
  readonly #operationNames = new UniqueNames();
  readonly #spacePaths = new Map<string, string>();
  readonly #typePaths = new Map<string, string>();
  /** Owner → references to the parameters of its lists, or of its single items. */
  readonly #listReferences = new Map<string, readonly Schema[]>();
  readonly #itemReferences = new Map<string, readonly Schema[]>();

  constructor(model: ContentModel, samples: Samples, filters: FilterAmount) {
    this.#model = model;
    this.#samples = samples;
    this.#filters = filters;
    this.#ownerNames = new OwnerNames(model.contentTypes.keys());
    this.#documents = new DocumentSchemas(model, this.#components, this.#ownerNames);
  }

  /** Yields an empty text after each step, which describes at most one endpoint or component; then the parts of the JSON text. */
  *write({ base, profile, keys, type: onlyType }: OpenApiOptions): Generator<string, void> {
    const types = onlyType === undefined ? [...this.#model.contentTypes.values()] : [onlyType];
    for (const type of types) yield* this.#addType(type);
    // After the types, so that parameters of one type and of the search are named after the type.
    if (onlyType === undefined) yield* this.#addSpace();
    yield* this.#components.buildPending();
    if (keys) this.#components.define('securitySchemes', SCHEME, SCHEME, () => SECURITY);
    yield* this.#components.buildPending();
    const about = onlyType === undefined ? '' : ` of ${onlyType.name}`;
    const info = {
      title: `${this.#model.space}: delivery API${about}`,
      version: API_VERSION,
      description: writeIntroduction(profile),
      license: LICENSE,
    };
    const profileLink = { description: 'The JSON:API profile that the documents follow', url: profile };
    const tags = [...(onlyType === undefined ? [SPACE_TAG] : []), ...types.map(describeTag)];
    yield* textParts(
      new Map<string, JsonTexts>([
        ['openapi', JSON.stringify('3.1.1')],
        ['info', JSON.stringify(info)],
        ['externalDocs', JSON.stringify(profileLink)],
        ['servers', JSON.stringify([{ url: base }])],
        ['security', JSON.stringify(keys ? [{ [SCHEME]: [] }] : [])],
        ['tags', JSON.stringify(tags)],
        ['paths', new Map([...this.#spacePaths, ...this.#typePaths])],
        ['components', this.#components.texts()],
      ]),
    );
  }

  *#addSpace(): Generator<string, void> {
    const summary = 'Links to the content types';
    const components = this.#components;
    this.#addOperation({
      path: '/',
      id: ['root'],
      tag: SPACE_TAG.name,
      summary,
      parameters: [],
      response: {
        name: 'Root',
        description: `${summary}.`,
        document: components.share('schemas', 'Root', rootDocumentSchema(components, this.#model)),
      },
    });
    yield '';
    const searchedTypes = primaryTypes(this.#model, searchEndpoint(this.#model));
    if (searchedTypes.length > 0) yield* this.#addSearch(searchedTypes);
  }

  *#addSearch(types: readonly ContentType[]): Generator<string, void> {
    const components = this.#components;
    this.#addOperation({
      path: `/${SEARCH_PATH}`,
      id: ['search'],
      tag: SPACE_TAG.name,
      summary: 'Items of all types that match a search, the best match first',
      parameters: this.#addParameters('Search', searchParameters(this.#model, types, this.#filters), types),
      response: {
        name: 'SearchList',
        description: 'Matching items of all types.',
        document: this.#documents.list('Search', types, true),
      },
    });
    yield '';
    const locales: readonly OwnedParameter[] = localeParameters(this.#model).map((locale) => ({
      ...locale,
      isShared: true,
    }));
    this.#addOperation({
      path: `/${SUGGEST_PATH}`,
      id: ['suggest'],
      tag: SPACE_TAG.name,
      summary: 'Completions of a typed text',
      parameters: this.#addParameters('Suggest', [...suggestParameters(types), ...locales], types),
      response: {
        name: 'Suggestions',
        description: 'Completions.',
        document: components.share('schemas', 'Suggestions', suggestDocument(components, types)),
      },
    });
    yield '';
  }

  *#addType(type: ContentType): Generator<string, void> {
    const { name } = type;
    const tag = tagOf(type);
    const owner = this.#ownerNames.ofType(name);
    const id = this.#addIdParameter(name);
    this.#addOperation({
      path: `/${name}`,
      id: ['list', owner],
      tag,
      summary: `Items of ${name}`,
      parameters: this.#listParameters(owner, [type]),
      response: this.#listResponse(owner, [type]),
    });
    yield '';
    this.#addOperation({
      path: `/${name}/{id}`,
      id: ['get', owner],
      tag,
      summary: `One item of ${name}`,
      parameters: [id, ...this.#singleParameters(owner, [type])],
      response: {
        name: `${owner}Document`,
        description: `An item of ${name}.`,
        document: this.#documents.item(owner, [type], false),
        example: this.#samples.get(name)?.single,
      },
    });
    yield '';
    for (const field of type.relationships) yield* this.#addRelationship(type, field, id);
    if (type.similar !== true) return;
    this.#addOperation({
      path: `/${name}/{id}/${SIMILAR_PATH}`,
      id: ['similar', owner],
      tag,
      summary: `Items similar to one item of ${name}`,
      parameters: [id, ...this.#listParameters(owner, [type])],
      response: this.#listResponse(owner, [type]),
    });
    yield '';
  }

  #listResponse(owner: string, types: readonly ContentType[]): DocumentResponse {
    const names = types.map(({ name }) => name);
    const example = names.length === 1 ? this.#samples.get(names[0] ?? '')?.list : undefined;
    return {
      name: `${owner}List`,
      description: `Items of ${names.join(', ')}.`,
      document: this.#documents.list(owner, types),
      example,
    };
  }

  /** Adds the path parameter `id` of the type to the components. @returns a reference to it */
  #addIdParameter(type: string): Schema {
    const id = this.#samples.get(type)?.id;
    return this.#components.share('parameters', `${this.#ownerNames.ofType(type)}Id`, {
      name: 'id',
      in: 'path',
      required: true,
      description: `Id of an item of ${type}.`,
      schema: { type: 'string', minLength: 1 },
      ...(id !== undefined && { example: id }),
    });
  }

  *#addRelationship(type: ContentType, field: RelationshipField, itemId: Schema): Generator<string, void> {
    const { name } = type;
    const tag = tagOf(type);
    const types = field.to.flatMap((to) => this.#model.contentTypes.get(to) ?? []);
    const ownNames = [this.#ownerNames.ofType(name), pascalCase(field.name)];
    // For one target type the parameters are those of its list; for several, the parameters that all of them have.
    const owner =
      field.to.length === 1
        ? this.#ownerNames.ofType(field.to[0] ?? '')
        : this.#ownerNames.ofRelationship(name, field.name);
    const summary = `Related items: ${field.name} of one item of ${name}`;
    const response: DocumentResponse = field.many
      ? this.#listResponse(owner, types)
      : {
          name: `${owner}DocumentOrNone`,
          description: `An item of ${field.to.join(' or ')}, or none.`,
          document: this.#documents.item(owner, types, true),
        };
    const relatedParameters = field.many ? this.#listParameters(owner, types) : this.#singleParameters(owner, types);
    this.#addOperation({
      path: `/${name}/{id}/${field.name}`,
      id: ['related', ...ownNames],
      tag,
      summary,
      parameters: [itemId, ...relatedParameters],
      response,
    });
    yield '';
    const linkageParameters: readonly OwnedParameter[] = [
      ...(field.many ? linkagePageParameters(defaultLinkLimit(field)) : []),
      ...localeParameters(this.#model),
    ].map((parameter) => ({ ...parameter, isShared: true }));
    this.#addOperation({
      path: `/${name}/{id}/relationships/${field.name}`,
      id: ['linkage', ...ownNames],
      tag,
      summary: `Types and ids of related items: ${field.name} of one item of ${name}`,
      parameters: [itemId, ...this.#addParameters('', linkageParameters, types)],
      response: {
        name: `${owner}${field.many ? 'ToMany' : 'ToOne'}Linkage`,
        description: 'Types and ids of related items.',
        document: this.#documents.linkage(type, field),
      },
    });
    yield '';
  }

  #listParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    const references =
      this.#listReferences.get(owner) ??
      this.#addParameters(owner, listParameters(this.#model, types, this.#filters), types);
    this.#listReferences.set(owner, references);
    return references;
  }

  #singleParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    const references =
      this.#itemReferences.get(owner) ?? this.#addParameters(owner, itemParameters(this.#model, types), types);
    this.#itemReferences.set(owner, references);
    return references;
  }

  /**
   * Adds parameters, with examples, to the components.
   *
   * @param owner beginning of the names of parameters that are not shared
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
    return withExamples(parameters, readValues, [...searchedFields]).map((parameter) => {
      const { isShared, key, name, schema, schemaName, ...members } = parameter;
      const componentName = `${isShared === true ? '' : owner}${pascalCase(key)}`;
      const usedSchema = schemaName === undefined ? schema : this.#components.share('schemas', schemaName, schema);
      return this.#components.share('parameters', componentName, { name, in: 'query', ...members, schema: usedSchema });
    });
  }

  #sampledValues(type: string, field: string): readonly Json[] {
    const sample = this.#samples.get(type);
    if (sample === undefined) return [];
    return field === 'id' ? [sample.id] : sample.values(field);
  }

  #addOperation({ path, id, tag, summary, parameters, response }: Operation): void {
    const [verb = '', ...things] = id;
    const get = {
      operationId: this.#operationNames.claim(`${verb}${things.join('')}`),
      tags: [tag],
      summary,
      parameters,
      responses: buildResponses(this.#components, response),
    };
    const paths = tag === SPACE_TAG.name ? this.#spacePaths : this.#typePaths;
    paths.set(path, JSON.stringify({ get }));
  }
}

/**
 * Yields the parts of the description's JSON text, which is valid for any model that a build accepts.
 *
 * The first parts are empty: one for each endpoint or component. Cost: O(types · fields · operators).
 */
export const openApiParts = (model: ContentModel, options: OpenApiOptions): Generator<string, void> =>
  new DescriptionWriter(model, options.samples ?? new Map(), options.filters ?? 'all').write(options);

/** @returns the description as a JSON value. Cost: O(types · fields · operators), without a pause. */
export const openApi = (model: ContentModel, options: OpenApiOptions): Schema =>
  JSON.parse([...openApiParts(model, options)].join(''));
