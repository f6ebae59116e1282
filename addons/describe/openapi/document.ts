/**
 * A content model → the OpenAPI 3.1 description of its delivery API.
 *
 * Everything is said once, among the components, and referred to: a list and the related items of the same type take the
 * same parameters. The same model and base give the same text.
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
import { errorSchemas, HEADERS, responsesOf, sharedResponses } from './responses.js';
import type { Samples } from './samples.js';

export interface OpenApiOptions {
  /** What every path begins with: the public URL, and the delivery root. */
  readonly base: string;
  /** Where the profile is described that the documents follow. */
  readonly profile: string;
  /** Whether every request needs a key. */
  readonly keys: boolean;
  /** Of the content, for examples. */
  readonly samples?: Samples;
}

/** Of what docs/ask promises; it changes when a client that was right would be wrong. */
const API_VERSION = '1.0.0';

/** What the scheme is called among the components. */
const SCHEME = 'key';

const SECURITY: Schema = {
  type: 'http',
  scheme: 'bearer',
  description: 'A key that the operator of the server gives out, sent with every request.',
};

const introduction = (
  profile: string,
): string => `A read-only JSON:API. Every parameter below is one name that the interface answers, with its brackets; filters are
combined by AND. A parameter that is not listed is an error, but for three kinds of names that have no end: conditions
inside groups and behind relationships, which are members of \`filter\`; longer paths of \`include\`; and \`page[…]\` behind such
paths. Lists of values have commas between them; a value that holds a comma is sent as
\`filter[<field>][_in][]=<value>\`. What the documents add to JSON:API is [a profile](${profile}).`;

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
      'The content types, as links',
      [],
      this.#document('root', rootDocumentSchema(model)),
    );
    const searched = primaryTypes(model, searchEndpoint(model));
    if (searched.length > 0) this.#addSearch(searched);
    for (const type of model.contentTypes.values()) this.#addType(type);
    return {
      openapi: '3.1.1',
      info: { title: `${model.space}: delivery API`, version: API_VERSION, description: introduction(profile) },
      externalDocs: { description: 'The profile of JSON:API that the documents follow', url: profile },
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
    const summary = 'Items of all types that answer a search, the best first';
    this.#add(`/${SEARCH_PATH}`, 'search', 'space', summary, parameters, document);
    const typed = [...suggestParameters(types), ...localeParameters(this.#model)];
    const completions = this.#document('_suggest.document', suggestDocument(types));
    const kept = this.#exampled(typed, types).map((one) => this.#keep(one.key === 'localeCode' ? '' : '_suggest', one));
    this.#add(`/${SUGGEST_PATH}`, 'suggest', 'space', 'Completions of what is typed', kept, completions);
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
    const summary = `Items most like one ${name}`;
    const parameters = [id, ...this.#listParameters(name, [type])];
    this.#add(`/${name}/{id}/${SIMILAR_PATH}`, `similar.${name}`, tag, summary, parameters, list);
  }

  /** Puts the id of an item of the type among the components. @returns the reference to it */
  #idOf(type: string): Schema {
    const id = this.#samples.get(type)?.id;
    this.#parameters.set(`${type}.id`, {
      name: 'id',
      in: 'path',
      required: true,
      description: `The id of an item of ${type}.`,
      schema: { type: 'string', minLength: 1 },
      ...(id !== undefined && { example: id }),
    });
    return { $ref: `#/components/parameters/${type}.id` };
  }

  #addRelationship({ name }: ContentType, field: RelationshipField, itemId: Schema): void {
    const tag = `type ${name}`;
    const types = field.to.flatMap((to) => this.#model.contentTypes.get(to) ?? []);
    // Of one type the parameters are those of its list; of several, what they share.
    const owner = field.to.length === 1 ? (field.to[0] ?? '') : `_to.${name}.${field.name}`;
    const path = `/${name}/{id}/${field.name}`;
    const id = `${name}.${field.name}`;
    const document = field.many
      ? this.#document(`${owner}.list`, listDocument(this.#model, types))
      : this.#document(`${owner}.itemOrNone`, itemDocument(this.#model, types, true));
    const parameters = field.many ? this.#listParameters(owner, types) : this.#singleParameters(owner, types);
    const summary = `What ${field.name} of one ${name} leads to`;
    this.#add(path, `related.${id}`, tag, summary, [itemId, ...parameters], document);
    const linkage = this.#document(`${name}.linkage.${field.name}`, linkageDocument(field));
    const own = [...(field.many ? linkagePageParameters() : []), ...localeParameters(this.#model)];
    const page = this.#exampled(own, types).map((one) => this.#keep('', one));
    const linkagePath = `/${name}/{id}/relationships/${field.name}`;
    this.#add(linkagePath, `linkage.${id}`, tag, `Only types and ids: ${summary}`, [itemId, ...page], linkage);
  }

  #listParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#keepAll(owner, listParameters(this.#model, types), types);
  }

  #singleParameters(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#keepAll(owner, itemParameters(this.#model, types), types);
  }

  #keepAll(owner: string, parameters: readonly OwnedParameter[], types: readonly ContentType[]): readonly Schema[] {
    return this.#exampled(parameters, types).map(({ ofAll, ...parameter }) =>
      this.#keep(ofAll === true ? '' : owner, parameter),
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

  /** Puts a parameter among the components. @returns the reference to it */
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
    if (example !== undefined) this.#examples.set(id, { summary: 'Cut short', value: example });
    const responses = responsesOf(document, summary, example && id);
    this.#paths.set(path, { get: { operationId: id, tags: [tag], summary, parameters, responses } });
  }
}

/** @returns the description, as JSON. Cost: O(types · fields · operators). */
export const openApi = (model: ContentModel, options: OpenApiOptions): Schema =>
  new Writer(model, options.samples ?? new Map()).write(options);
