/**
 * Writes the OpenAPI 3.1 description of a content model's delivery API.
 *
 * Parameters and schemas are components, which all operations refer to: a list and the related items of the same type
 * have the same parameters. The same model and base give the same text.
 */

import type { ContentModel, ContentType, RelationshipField } from '../../../src/content/model/index.js';
import { primaryTypes, SEARCH_PATH, SIMILAR_PATH, SUGGEST_PATH, searchEndpoint } from '../../../src/jsonapi/index.js';
import {
  itemDocument,
  linkageDocument,
  listDocument,
  rootDocumentSchema,
  schemaRef,
  sharedSchemas,
  suggestDocument,
} from '../schema/documents.js';
import type { Schema } from '../schema/json-schema.js';
import { type ValuesOf, withExamples } from './examples.js';
import { itemParameters, listParameters, type OwnedParameter, searchParameters } from './list-parameters.js';
import type { Parameter } from './parameter.js';
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

class Writer {
  readonly #model: ContentModel;
  readonly #samples: Samples;
  readonly #examples = new Map<string, Schema>();
  readonly #parameters = new Map<string, Schema>();
  readonly #schemas = new Map<string, Schema>();
  readonly #paths = new Map<string, Schema>();

  constructor(model: ContentModel, samples: Samples) {
    this.#model = model;
    this.#samples = samples;
  }

  write({ base, profile, keys }: OpenApiOptions): Schema {
    const model = this.#model;
    this.#add(
      '/',
      'root',
      'space',
      'Links to the content types',
      [],
      this.#document('root', rootDocumentSchema(model)),
    );
    const searched = primaryTypes(model, searchEndpoint(model));
    if (searched.length > 0) this.#addSearch(searched);
    for (const type of model.contentTypes.values()) this.#addType(type);
    return {
      openapi: '3.1.1',
      info: { title: `${model.space}: delivery API`, version: API_VERSION, description: writeIntroduction(profile) },
      externalDocs: { description: 'The JSON:API profile that the documents follow', url: profile },
      servers: [{ url: base }],
      security: keys ? [{ [SCHEME]: [] }] : [],
      tags: [{ name: 'space' }, ...[...model.contentTypes.keys()].map((name) => ({ name: `type ${name}` }))],
      paths: Object.fromEntries(this.#paths),
      components: {
        headers: HEADERS,
        examples: Object.fromEntries(this.#examples),
        parameters: Object.fromEntries(this.#parameters),
        responses: sharedResponses(),
        schemas: { ...sharedSchemas(model), ...errorSchemas(), ...Object.fromEntries(this.#schemas) },
        ...(keys ? { securitySchemes: { [SCHEME]: SECURITY } } : {}),
      },
    };
  }

  #addSearch(types: readonly ContentType[]): void {
    const parameters = this.#keepAll('_search', searchParameters(this.#model, types), types);
    const document = this.#document('_search.list', listDocument(this.#model, types, true));
    const summary = 'Items of all types that match a search, the best match first';
    this.#add(`/${SEARCH_PATH}`, 'search', 'space', summary, parameters, document);
    const typed = [...suggestParameters(types), ...localeParameters(this.#model)];
    const completions = this.#document('_suggest.document', suggestDocument(types));
    const kept = this.#exampled(typed, types).map((one) => this.#keep(one.key === 'localeCode' ? '' : '_suggest', one));
    this.#add(`/${SUGGEST_PATH}`, 'suggest', 'space', 'Completions of a typed text', kept, completions);
  }

  #addType(type: ContentType): void {
    const { name } = type;
    const tag = `type ${name}`;
    const items = this.#model;
    const list = this.#document(`${name}.list`, listDocument(items, [type]));
    const sample = this.#samples.get(name);
    const id = this.#idOf(name);
    this.#add(
      `/${name}`,
      `list.${name}`,
      tag,
      `Items of ${name}`,
      this.#listParameters(name, [type]),
      list,
      sample?.list,
    );
    const item = this.#document(`${name}.item`, itemDocument(items, [type], false));
    const single = [id, ...this.#singleParameters(name, [type])];
    this.#add(`/${name}/{id}`, `get.${name}`, tag, `One item of ${name}`, single, item, sample?.single);
    for (const field of type.relationships) this.#addRelationship(type, field, id);
    if (type.similar !== true) return;
    const summary = `Items similar to one item of ${name}`;
    const parameters = [id, ...this.#listParameters(name, [type])];
    this.#add(`/${name}/{id}/${SIMILAR_PATH}`, `similar.${name}`, tag, summary, parameters, list);
  }

  /** Adds the path parameter `id` of the type to the components. @returns a reference to it */
  #idOf(type: string): Schema {
    const id = this.#samples.get(type)?.id;
    this.#parameters.set(`${type}.id`, {
      name: 'id',
      in: 'path',
      required: true,
      description: `Id of an item of ${type}.`,
      schema: { type: 'string', minLength: 1 },
      ...(id !== undefined && { example: id }),
    });
    return { $ref: `#/components/parameters/${type}.id` };
  }

  #addRelationship({ name }: ContentType, field: RelationshipField, itemId: Schema): void {
    const tag = `type ${name}`;
    const types = field.to.flatMap((to) => this.#model.contentTypes.get(to) ?? []);
    // For one target type the parameters are those of its list; for several, the parameters that all of them have.
    const owner = field.to.length === 1 ? (field.to[0] ?? '') : `_to.${name}.${field.name}`;
    const path = `/${name}/{id}/${field.name}`;
    const id = `${name}.${field.name}`;
    const document = field.many
      ? this.#document(`${owner}.list`, listDocument(this.#model, types))
      : this.#document(`${owner}.itemOrNone`, itemDocument(this.#model, types, true));
    const parameters = field.many ? this.#listParameters(owner, types) : this.#singleParameters(owner, types);
    const summary = `Related items: ${field.name} of one item of ${name}`;
    this.#add(path, `related.${id}`, tag, summary, [itemId, ...parameters], document);
    const linkage = this.#document(`${name}.linkage.${field.name}`, linkageDocument(field));
    const own = [...(field.many ? linkagePageParameters() : []), ...localeParameters(this.#model)];
    const page = this.#exampled(own, types).map((one) => this.#keep('', one));
    const linkagePath = `/${name}/{id}/relationships/${field.name}`;
    this.#add(
      linkagePath,
      `linkage.${id}`,
      tag,
      `Types and ids of related items: ${field.name} of one item of ${name}`,
      [itemId, ...page],
      linkage,
    );
  }

  #listParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#keepAll(owner, listParameters(this.#model, types), types);
  }

  #singleParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#keepAll(owner, itemParameters(this.#model, types), types);
  }

  #keepAll(owner: string, parameters: readonly OwnedParameter[], types: readonly ContentType[]): readonly Schema[] {
    return this.#exampled(parameters, types).map(({ isShared, ...parameter }) =>
      this.#keep(isShared === true ? '' : owner, parameter),
    );
  }

  #exampled<Each extends Parameter>(parameters: readonly Each[], types: readonly ContentType[]): readonly Each[] {
    const valuesOf: ValuesOf = (field) =>
      types.flatMap(({ name }) => {
        const sample = this.#samples.get(name);
        return field === 'id' ? (sample?.id ?? []) : (sample?.values(field) ?? []);
      });
    const searched = types.flatMap(({ search }) => search?.fields ?? []).map(({ field }) => field.name);
    return withExamples(parameters, valuesOf, searched);
  }

  /** Adds a parameter to the components. @returns a reference to it */
  #keep(owner: string, { key, ...parameter }: Parameter): Schema {
    const name = owner === '' ? key : `${owner}.${key}`;
    const { name: sent, ...rest } = parameter;
    this.#parameters.set(name, { name: sent, in: 'query', ...rest });
    return { $ref: `#/components/parameters/${name}` };
  }

  #document(name: string, schema: Schema): Schema {
    this.#schemas.set(name, schema);
    return schemaRef(name);
  }

  #add(
    path: string,
    id: string,
    tag: string,
    summary: string,
    parameters: readonly Schema[],
    document: Schema,
    example?: Schema,
  ): void {
    if (example !== undefined) this.#examples.set(id, { summary: 'A shortened example', value: example });
    const responses = buildResponses(document, summary, example && id);
    this.#paths.set(path, { get: { operationId: id, tags: [tag], summary, parameters, responses } });
  }
}

/** @returns the description as a JSON value. Cost: O(types · fields · operators). */
export const openApi = (model: ContentModel, options: OpenApiOptions): Schema =>
  new Writer(model, options.samples ?? new Map()).write(options);
