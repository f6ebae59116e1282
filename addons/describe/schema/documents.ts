/**
 * Schemas of documents among the components: resources, linkage, links, counts and errors.
 *
 * Elsewhere: the components themselves and their names (openapi), counts (counted).
 */
import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  type Field,
  isLocalized,
  isRelationship,
  type RelationshipField,
  similarFields,
} from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { withTexts } from '../descriptive-texts.js';
import { describeValue, FILE, IMAGE } from '../field-shapes.js';
import { findReachableTypes } from '../include-paths.js';
import type { OwnerNames } from '../openapi/component-names.js';
import type { Components } from '../openapi/components.js';
import type { FilterAmount } from '../openapi/filters.js';
import { countMembers, typeCounts } from './counted.js';
import { anyOf, isObject, members, objectWith, objectWithAll, type Schema } from './json-schema.js';

const LINK: Schema = { type: 'string', format: 'uri-reference' };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const NONE: Schema = { type: 'null' };

const HIGHLIGHT = objectWithAll({
  text: { type: 'string' },
  words: { type: 'array', items: objectWithAll({ start: COUNT, end: COUNT }) },
});

const ITEM_LINKS = objectWithAll({ self: LINK });
const RELATIONSHIP_LINKS = objectWithAll({ self: LINK, related: LINK });
const PART_LINKS = objectWith({ self: LINK, related: LINK, next: LINK }, ['self', 'related']);
const PAGE_LINKS = objectWith({ self: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, ['self']);
const LINKAGE_LINKS = objectWith({ self: LINK, related: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, [
  'self',
  'related',
]);

const versionSchema = (components: Components): Schema =>
  components.share('schemas', 'Version', objectWithAll({ version: { const: '1.1' } }));

export class DocumentSchemas {
  readonly #model: ContentModel;
  readonly #components: Components;
  readonly #ownerNames: OwnerNames;
  readonly #amount: FilterAmount;

  /** @param amount with `few`, no parameter leaves out fields: every attribute is required */
  constructor(model: ContentModel, components: Components, ownerNames: OwnerNames, amount: FilterAmount) {
    this.#model = model;
    this.#components = components;
    this.#ownerNames = ownerNames;
    this.#amount = amount;
  }

  /** @returns a reference to the schema of a resource */
  resource(type: ContentType): Schema {
    return this.#components.define(
      'schemas',
      `${type.name} resource`,
      `${this.#ownerNames.ofType(type.name)}Resource`,
      () => withTexts(this.#resourceSchema(type), type),
    );
  }

  /**
   * @param owner      beginning of the component's name
   * @param types      types of the primary data; several for some relationships
   * @param isTogether whether the list is a search of all types
   * @returns          a reference to the document
   */
  list(owner: string, types: readonly ContentType[], isTogether = false): Schema {
    const components = this.#components;
    return components.define('schemas', `${owner} list`, `${owner}List`, () => {
      const counted = isTogether
        ? typeCounts(components, types)
        : countMembers(components, types, this.#amount === 'few');
      return objectWith(
        {
          jsonapi: versionSchema(components),
          links: components.share('schemas', 'PageLinks', PAGE_LINKS),
          data: { type: 'array', items: anyOf(types.map((type) => this.resource(type))) },
          included: this.#included(owner, types),
          meta: objectWith({ total: COUNT, ...counted }, ['total']),
        },
        ['jsonapi', 'links', 'data', 'meta'],
      );
    });
  }

  /**
   * @param owner      beginning of the component's name
   * @param isNullable whether `data` may be null, as for a to-one relationship
   * @returns          a reference to the document of one item
   */
  item(owner: string, types: readonly ContentType[], isNullable: boolean): Schema {
    const name = isNullable ? `${owner}DocumentOrNone` : `${owner}Document`;
    return this.#components.define('schemas', name, name, () => {
      const items = types.map((type) => this.resource(type));
      return objectWith(
        {
          jsonapi: versionSchema(this.#components),
          links: this.#links('ItemLinks', ITEM_LINKS),
          data: anyOf(isNullable ? [...items, NONE] : items),
          included: this.#included(owner, types),
        },
        ['jsonapi', 'links', 'data'],
      );
    });
  }

  /** @returns a reference to the document of a relationship's linkage; equal for relationships to the same types */
  linkage(owner: ContentType, field: RelationshipField): Schema {
    const jsonapi = versionSchema(this.#components);
    const name = this.#nameTargets(owner, field);
    if (!field.many) {
      const links = this.#links('RelationshipLinks', RELATIONSHIP_LINKS);
      const schema = objectWithAll({ jsonapi, links, data: anyOf([...this.#identifiers(field.to), NONE]) });
      return this.#components.share('schemas', `${name}ToOneLinkage`, schema);
    }
    const schema = objectWithAll({
      jsonapi,
      links: this.#links('LinkagePageLinks', LINKAGE_LINKS),
      data: { type: 'array', items: anyOf(this.#identifiers(field.to)) },
      meta: objectWithAll({ total: COUNT }),
    });
    return this.#components.share('schemas', `${name}ToManyLinkage`, schema);
  }

  /** @returns the name of the only type that the relationship leads to, or of the relationship */
  #nameTargets(owner: ContentType, field: RelationshipField): string {
    const [type = '', ...moreTypes] = field.to;
    return moreTypes.length === 0
      ? this.#ownerNames.ofType(type)
      : this.#ownerNames.ofRelationship(owner.name, field.name);
  }

  #links(name: string, schema: Schema): Schema {
    return this.#components.share('schemas', name, schema);
  }

  #identifiers(types: readonly string[]): readonly Schema[] {
    return types.map((type) =>
      this.#components.define('schemas', `${type} identifier`, `${this.#ownerNames.ofType(type)}Identifier`, () =>
        objectWithAll({ type: { const: type }, id: { type: 'string' } }),
      ),
    );
  }

  #relationship(owner: ContentType, field: RelationshipField): Schema {
    const name = this.#nameTargets(owner, field);
    const identifiers = this.#identifiers(field.to);
    if (!field.many) {
      const links = this.#links('RelationshipLinks', RELATIONSHIP_LINKS);
      return this.#components.share(
        'schemas',
        `${name}ToOne`,
        objectWithAll({ data: anyOf([...identifiers, NONE]), links }),
      );
    }
    // Without a parameter for another part of the links, the first links are always in the document.
    const hasLinks = this.#amount === 'few' && defaultLinkLimit(field) > 0;
    const schema = objectWith(
      {
        // Absent if the requested part is empty although there are related items.
        data: { type: 'array', items: anyOf(identifiers) },
        links: this.#links('LinkageLinks', PART_LINKS),
        meta: objectWithAll({ total: COUNT }),
      },
      [...(hasLinks ? ['data'] : []), 'links', 'meta'],
    );
    return this.#components.share('schemas', `${name}ToMany`, schema);
  }

  /** @returns the schema of `meta.shared`: words and values that a similar item shares */
  #sharedSchema(type: ContentType): Schema {
    const valuesOf = (isLink: boolean): Schema =>
      objectWith(
        members(
          similarFields(type)
            .filter((field) => isRelationship(field) === isLink)
            .map((field): [string, Schema] => [
              field.name,
              {
                type: 'array',
                items: isRelationship(field) ? anyOf(this.#identifiers(field.to)) : { type: 'string' },
              },
            ]),
        ),
        [],
      );
    return objectWith(
      { words: { type: 'array', items: { type: 'string' } }, tags: valuesOf(false), links: valuesOf(true) },
      [],
    );
  }

  #attribute(field: Field): Schema {
    const { answered } = describeValue(field);
    return this.#withValueSchemas(answered);
  }

  /** @returns the schema; images and files refer to their components */
  #withValueSchemas(schema: Schema): Schema {
    if (schema === IMAGE) return this.#components.share('schemas', 'Image', IMAGE);
    if (schema === FILE) return this.#components.share('schemas', 'File', FILE);
    const { items, anyOf: alternatives } = schema;
    return {
      ...schema,
      ...(isObject(items) && { items: this.#withValueSchemas(items) }),
      ...(Array.isArray(alternatives) && {
        anyOf: alternatives.map((one) => (isObject(one) ? this.#withValueSchemas(one) : one)),
      }),
    };
  }

  /** Attributes and relationships are optional if `fields[<type>]` is described, which can leave out each of them. */
  #resourceSchema(type: ContentType): Schema {
    const isComplete = this.#amount === 'few';
    const attributes = objectWith(
      members(type.attributes.map((field): [string, Schema] => [field.name, withTexts(this.#attribute(field), field)])),
      isComplete ? type.attributes.map(({ name }) => name) : [],
    );
    const relationships = objectWith(
      members(
        type.relationships.map((field): [string, Schema] => [
          field.name,
          withTexts(this.#relationship(type, field), field),
        ]),
      ),
      isComplete ? type.relationships.map(({ name }) => name) : [],
    );
    const isLocalizedType = type.fields.some(isLocalized);
    const hasLocation = listCapabilities([type]).distances.length > 0;
    const highlightedFields = isComplete ? [] : (type.search?.fields ?? []);
    const highlights = highlightedFields.map(({ field }): [string, Schema] => [
      field.name,
      this.#components.share('schemas', 'Highlight', HIGHLIGHT),
    ]);
    // The members that a parameter or an endpoint requests which a description with few filters lacks.
    const requestedMeta = (): Readonly<Record<string, Schema>> => ({
      ...(highlights.length === 0 ? {} : { highlights: objectWith(members(highlights), []) }),
      ...(hasLocation ? { distance: { type: 'number', minimum: 0 } } : {}),
      ...(type.similar === true ? { shared: this.#sharedSchema(type) } : {}),
    });
    const meta = {
      ...(isComplete ? {} : requestedMeta()),
      // The locales in which the item has its own values.
      ...(isLocalizedType ? { locales: { type: 'array', items: { enum: type.locales.map(({ code }) => code) } } } : {}),
    };
    return objectWith(
      {
        type: { const: type.name },
        id: { type: 'string' },
        ...(type.attributes.length === 0 ? {} : { attributes }),
        ...(type.relationships.length === 0 ? {} : { relationships }),
        links: this.#links('ItemLinks', ITEM_LINKS),
        ...(Object.keys(meta).length === 0 ? {} : { meta: objectWith(meta, []) }),
      },
      [
        'type',
        'id',
        ...(isComplete && type.attributes.length > 0 ? ['attributes'] : []),
        ...(isComplete && type.relationships.length > 0 ? ['relationships'] : []),
        'links',
      ],
    );
  }

  /** Equal for types from which the same types can be reached. */
  #included(owner: string, types: readonly ContentType[]): Schema {
    const reachableTypes = findReachableTypes(this.#model, types);
    if (reachableTypes.length === 0) return { type: 'array', maxItems: 0 };
    const items = anyOf(reachableTypes.map((type) => this.resource(type)));
    const name = reachableTypes.length === this.#model.contentTypes.size ? 'IncludedResources' : `${owner}Included`;
    return this.#components.share('schemas', name, { type: 'array', items });
  }
}

/** The document of completions, which are not resources. @param types types to complete from */
export function suggestDocument(components: Components, types: readonly ContentType[]): Schema {
  const suggestion = objectWithAll({
    text: { type: 'string' },
    kind: { enum: ['word', 'title'] },
    type: { enum: types.map(({ name }) => name) },
    count: COUNT,
  });
  return objectWithAll({
    jsonapi: versionSchema(components),
    links: components.share('schemas', 'ItemLinks', ITEM_LINKS),
    meta: objectWithAll({ suggestions: { type: 'array', items: suggestion } }),
  });
}

/** The document at the delivery root. */
export function rootDocumentSchema(components: Components, model: ContentModel): Schema {
  const names = [...model.contentTypes.keys()];
  const codes = model.locales.map(({ code }) => code);
  const fallbacks = model.locales.flatMap(({ code, fallback }): [string, Schema][] =>
    fallback === undefined ? [] : [[code, { const: fallback }]],
  );
  return objectWithAll({
    jsonapi: versionSchema(components),
    links: objectWithAll({ self: LINK, ...members(names.map((name): [string, Schema] => [name, LINK])) }),
    meta: objectWith(
      {
        space: { const: model.space },
        contentTypes: {
          type: 'array',
          items: objectWithAll({ name: { enum: names }, items: COUNT, href: LINK }),
        },
        ...(codes.length === 0 ? {} : { locales: { type: 'array', items: { enum: codes } } }),
        // Locale → the locale that it falls back to.
        ...(fallbacks.length === 0 ? {} : { fallbacks: objectWithAll(members(fallbacks)) }),
      },
      ['space', 'contentTypes'],
    ),
  });
}

const TEXTS: Schema = { type: 'array', items: { type: 'string' } };
const PARAMETERS: Schema = {
  type: 'array',
  items: objectWith({ parameter: { type: 'string' }, value: { type: 'string' } }, ['parameter']),
};

/** @param codes possible error codes */
export const errorDocument = (components: Components, codes: readonly string[]): Schema =>
  objectWithAll({
    jsonapi: versionSchema(components),
    errors: {
      type: 'array',
      minItems: 1,
      items: objectWith(
        {
          id: { type: 'string', description: 'Id of this failure, to find its reason in the log.' },
          status: { type: 'string' },
          code: { enum: codes },
          title: { type: 'string' },
          detail: { type: 'string', description: 'The cause of the error, and how to correct it.' },
          source: anyOf([
            objectWithAll({ parameter: { type: 'string' } }),
            objectWithAll({ header: { type: 'string' } }),
          ]),
          meta: objectWithAll({
            corrections: {
              type: 'array',
              description: 'Single changes, each of which corrects the request. The members of one apply together.',
              items: objectWith(
                {
                  replace: { type: 'string' },
                  with: { type: 'string' },
                  send: PARAMETERS,
                  set: PARAMETERS,
                  omit: TEXTS,
                },
                [],
              ),
            },
          }),
        },
        ['status', 'code', 'title', 'detail'],
      ),
    },
  });
