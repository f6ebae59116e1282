/**
 * Schemas of documents under `#/components/schemas`: resources, linkage, links, counts and errors.
 *
 * Schemas of a content type have names with a dot. Names of content types have no dots, so the names cannot collide.
 */
import {
  type ContentModel,
  type ContentType,
  isLocalized,
  isRelationship,
  type RelationshipField,
  similarFields,
} from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { withTexts } from '../descriptive-texts.js';
import { describeValue, FILE, IMAGE } from '../field-shapes.js';
import { findReachableTypes } from '../include-paths.js';
import { countMembers, typeCounts } from './counted.js';
import { anyOf, members, objectWith, objectWithAll, type Schema } from './json-schema.js';

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const LINK: Schema = { type: 'string', format: 'uri-reference' };
const COUNT: Schema = { type: 'integer', minimum: 0 };

export const resourceName = (type: string): string => `${type}.resource`;
export const identifierName = (type: string): string => `${type}.identifier`;

const resource = ({ name }: ContentType): Schema => schemaRef(resourceName(name));
const identifiers = (types: readonly string[]): Schema => anyOf(types.map((name) => schemaRef(identifierName(name))));

function relationship(field: RelationshipField): Schema {
  const links = { self: LINK, related: LINK };
  if (!field.many) {
    return objectWithAll({
      data: { anyOf: [...field.to.map((name) => schemaRef(identifierName(name))), { type: 'null' }] },
      links: objectWithAll(links),
    });
  }
  return objectWith(
    {
      // Absent if the requested part is empty although there are related items.
      data: { type: 'array', items: identifiers(field.to) },
      links: objectWith({ ...links, next: LINK }, ['self', 'related']),
      meta: objectWithAll({ total: COUNT }),
    },
    ['links', 'meta'],
  );
}

const HIGHLIGHT = objectWithAll({
  text: { type: 'string' },
  words: { type: 'array', items: objectWithAll({ start: COUNT, end: COUNT }) },
});

/** @returns the schema of `meta.shared`: words and values that a similar item shares */
function sharedSchema(type: ContentType): Schema {
  const valuesOf = (isLink: boolean): Schema =>
    objectWith(
      members(
        similarFields(type)
          .filter((field) => isRelationship(field) === isLink)
          .map((field): [string, Schema] => [
            field.name,
            { type: 'array', items: isRelationship(field) ? identifiers(field.to) : { type: 'string' } },
          ]),
      ),
      [],
    );
  return objectWith(
    { words: { type: 'array', items: { type: 'string' } }, tags: valuesOf(false), links: valuesOf(true) },
    [],
  );
}

/** Attributes and relationships are optional, because `fields[<type>]` can leave out each of them. */
function resourceSchema(type: ContentType): Schema {
  const attributes = objectWith(
    members(
      type.attributes.map((field): [string, Schema] => [field.name, withTexts(describeValue(field).answered, field)]),
    ),
    [],
  );
  const relationships = objectWith(
    members(type.relationships.map((field): [string, Schema] => [field.name, withTexts(relationship(field), field)])),
    [],
  );
  const isLocalizedType = type.fields.some(isLocalized);
  const hasLocation = listCapabilities([type]).distances.length > 0;
  const highlights = (type.search?.fields ?? []).map(({ field }): [string, Schema] => [
    field.name,
    schemaRef('Highlight'),
  ]);
  const meta = {
    ...(highlights.length === 0 ? {} : { highlights: objectWith(members(highlights), []) }),
    ...(hasLocation ? { distance: { type: 'number', minimum: 0 } } : {}),
    ...(type.similar === true ? { shared: sharedSchema(type) } : {}),
    // The locales in which the item has its own values.
    ...(isLocalizedType ? { locales: { type: 'array', items: { enum: type.locales.map(({ code }) => code) } } } : {}),
  };
  return objectWith(
    {
      type: { const: type.name },
      id: { type: 'string' },
      ...(type.attributes.length === 0 ? {} : { attributes }),
      ...(type.relationships.length === 0 ? {} : { relationships }),
      links: objectWithAll({ self: LINK }),
      ...(Object.keys(meta).length === 0 ? {} : { meta: objectWith(meta, []) }),
    },
    ['type', 'id', 'links'],
  );
}

const included = (model: ContentModel, types: readonly ContentType[]): Schema => {
  const reachableTypes = findReachableTypes(model, types);
  return {
    type: 'array',
    ...(reachableTypes.length === 0 ? { maxItems: 0 } : { items: anyOf(reachableTypes.map(resource)) }),
  };
};

/**
 * @param types      types of the primary data; several for some relationships
 * @param isTogether whether the list is a search of all types
 */
export function listDocument(model: ContentModel, types: readonly ContentType[], isTogether = false): Schema {
  const counted = isTogether ? typeCounts(types) : countMembers(types);
  return objectWith(
    {
      jsonapi: schemaRef('Version'),
      links: schemaRef('PageLinks'),
      data: { type: 'array', items: anyOf(types.map(resource)) },
      included: included(model, types),
      meta: objectWith({ total: COUNT, ...counted }, ['total']),
    },
    ['jsonapi', 'links', 'data', 'meta'],
  );
}

/** The document of completions, which are not resources. @param types types to complete from */
export function suggestDocument(types: readonly ContentType[]): Schema {
  const suggestion = objectWithAll({
    text: { type: 'string' },
    kind: { enum: ['word', 'title'] },
    type: { enum: types.map(({ name }) => name) },
    count: COUNT,
  });
  return objectWithAll({
    jsonapi: schemaRef('Version'),
    links: objectWithAll({ self: LINK }),
    meta: objectWithAll({ suggestions: { type: 'array', items: suggestion } }),
  });
}

/** @param isNullable whether `data` may be null, as for a to-one relationship */
export function itemDocument(model: ContentModel, types: readonly ContentType[], isNullable: boolean): Schema {
  const items = types.map(resource);
  return objectWith(
    {
      jsonapi: schemaRef('Version'),
      links: objectWithAll({ self: LINK }),
      data: anyOf(isNullable ? [...items, { type: 'null' }] : items),
      included: included(model, types),
    },
    ['jsonapi', 'links', 'data'],
  );
}

export function linkageDocument(field: RelationshipField): Schema {
  if (!field.many) {
    return objectWithAll({
      jsonapi: schemaRef('Version'),
      links: objectWithAll({ self: LINK, related: LINK }),
      data: { anyOf: [...field.to.map((name) => schemaRef(identifierName(name))), { type: 'null' }] },
    });
  }
  return objectWithAll({
    jsonapi: schemaRef('Version'),
    links: objectWith({ self: LINK, related: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, [
      'self',
      'related',
    ]),
    data: { type: 'array', items: identifiers(field.to) },
    meta: objectWithAll({ total: COUNT }),
  });
}

/** The document at the delivery root. */
export function rootDocumentSchema(model: ContentModel): Schema {
  const names = [...model.contentTypes.keys()];
  const codes = model.locales.map(({ code }) => code);
  const fallbacks = model.locales.flatMap(({ code, fallback }): [string, Schema][] =>
    fallback === undefined ? [] : [[code, { const: fallback }]],
  );
  return objectWithAll({
    jsonapi: schemaRef('Version'),
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

/** @param codes possible error codes */
export const errorDocument = (codes: readonly string[]): Schema =>
  objectWithAll({
    jsonapi: schemaRef('Version'),
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
        },
        ['status', 'code', 'title', 'detail'],
      ),
    },
  });

/** The schemas that all operations share. */
export const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Version: objectWithAll({ version: { const: '1.1' } }),
  PageLinks: objectWith({ self: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, ['self']),
  Image: IMAGE,
  File: FILE,
  Highlight: HIGHLIGHT,
};

/** @returns the schemas of the resource and the resource identifier */
export const typeSchemas = (type: ContentType): Readonly<Record<string, Schema>> => ({
  [resourceName(type.name)]: withTexts(resourceSchema(type), type),
  [identifierName(type.name)]: objectWithAll({ type: { const: type.name }, id: { type: 'string' } }),
});
