/**
 * The documents that answer requests: resources, linkage, links, counts and errors, as schemas under
 * `#/components/schemas`.
 *
 * What belongs to a content type has a name with a dot, which no content type has, so that nothing meets.
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
import { FILE, IMAGE, shapeOf } from '../field-shapes.js';
import { reachable } from '../include-paths.js';
import { countedMembers, typeCounts } from './counted.js';
import { anyOf, members, objectOf, type Schema, wholeObject } from './json-schema.js';

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
    return wholeObject({
      data: { anyOf: [...field.to.map((name) => schemaRef(identifierName(name))), { type: 'null' }] },
      links: wholeObject(links),
    });
  }
  return objectOf(
    {
      // Absent where the window is empty though the relationship is not.
      data: { type: 'array', items: identifiers(field.to) },
      links: objectOf({ ...links, next: LINK }, ['self', 'related']),
      meta: wholeObject({ total: COUNT }),
    },
    ['links', 'meta'],
  );
}

const HIGHLIGHT = wholeObject({
  text: { type: 'string' },
  words: { type: 'array', items: wholeObject({ start: COUNT, end: COUNT }) },
});

/** What a similar item shares. */
function sharedSchema(type: ContentType): Schema {
  const valuesOf = (isLink: boolean): Schema =>
    objectOf(
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
  return objectOf(
    { words: { type: 'array', items: { type: 'string' } }, tags: valuesOf(false), links: valuesOf(true) },
    [],
  );
}

/** Nothing in `attributes` and `relationships` is required: `fields[<type>]` leaves out what it does not name. */
function resourceSchema(type: ContentType): Schema {
  const attributes = objectOf(
    members(type.attributes.map((field): [string, Schema] => [field.name, shapeOf(field).answered])),
    [],
  );
  const relationships = objectOf(
    members(type.relationships.map((field): [string, Schema] => [field.name, relationship(field)])),
    [],
  );
  const isLocal = type.fields.some(isLocalized);
  const isPlace = listCapabilities([type]).distances.length > 0;
  const highlights = (type.search?.fields ?? []).map(({ field }): [string, Schema] => [
    field.name,
    schemaRef('Highlight'),
  ]);
  const meta = {
    ...(highlights.length === 0 ? {} : { highlights: objectOf(members(highlights), []) }),
    ...(isPlace ? { distance: { type: 'number', minimum: 0 } } : {}),
    ...(type.similar === true ? { shared: sharedSchema(type) } : {}),
    // The locales in which it has values of its own.
    ...(isLocal ? { locales: { type: 'array', items: { enum: type.locales.map(({ code }) => code) } } } : {}),
  };
  return objectOf(
    {
      type: { const: type.name },
      id: { type: 'string' },
      ...(type.attributes.length === 0 ? {} : { attributes }),
      ...(type.relationships.length === 0 ? {} : { relationships }),
      links: wholeObject({ self: LINK }),
      ...(Object.keys(meta).length === 0 ? {} : { meta: objectOf(meta, []) }),
    },
    ['type', 'id', 'links'],
  );
}

const included = (model: ContentModel, types: readonly ContentType[]): Schema => {
  const found = reachable(model, types);
  return { type: 'array', ...(found.length === 0 ? { maxItems: 0 } : { items: anyOf(found.map(resource)) }) };
};

/**
 * @param types      of the items, which may be several behind one relationship
 * @param isTogether whether they are searched together
 */
export function listDocument(model: ContentModel, types: readonly ContentType[], isTogether = false): Schema {
  const counted = isTogether ? typeCounts(types) : countedMembers(types);
  return objectOf(
    {
      jsonapi: schemaRef('Version'),
      links: schemaRef('PageLinks'),
      data: { type: 'array', items: anyOf(types.map(resource)) },
      included: included(model, types),
      meta: objectOf({ total: COUNT, ...counted }, ['total']),
    },
    ['jsonapi', 'links', 'data', 'meta'],
  );
}

/** Completions: words and titles, which are no resources. @param types that are completed from */
export function suggestDocument(types: readonly ContentType[]): Schema {
  const suggestion = wholeObject({
    text: { type: 'string' },
    kind: { enum: ['word', 'title'] },
    type: { enum: types.map(({ name }) => name) },
    count: COUNT,
  });
  return wholeObject({
    jsonapi: schemaRef('Version'),
    links: wholeObject({ self: LINK }),
    meta: wholeObject({ suggestions: { type: 'array', items: suggestion } }),
  });
}

/** @param mayBeNone whether `data` may be null, as behind a to-one relationship */
export function itemDocument(model: ContentModel, types: readonly ContentType[], mayBeNone: boolean): Schema {
  const items = types.map(resource);
  return objectOf(
    {
      jsonapi: schemaRef('Version'),
      links: wholeObject({ self: LINK }),
      data: anyOf(mayBeNone ? [...items, { type: 'null' }] : items),
      included: included(model, types),
    },
    ['jsonapi', 'links', 'data'],
  );
}

export function linkageDocument(field: RelationshipField): Schema {
  if (!field.many) {
    return wholeObject({
      jsonapi: schemaRef('Version'),
      links: wholeObject({ self: LINK, related: LINK }),
      data: { anyOf: [...field.to.map((name) => schemaRef(identifierName(name))), { type: 'null' }] },
    });
  }
  return wholeObject({
    jsonapi: schemaRef('Version'),
    links: objectOf({ self: LINK, related: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, [
      'self',
      'related',
    ]),
    data: { type: 'array', items: identifiers(field.to) },
    meta: wholeObject({ total: COUNT }),
  });
}

/** The document at the delivery root. */
export function rootDocumentSchema(model: ContentModel): Schema {
  const names = [...model.contentTypes.keys()];
  const codes = model.locales.map(({ code }) => code);
  const fallbacks = model.locales.flatMap(({ code, fallback }): [string, Schema][] =>
    fallback === undefined ? [] : [[code, { const: fallback }]],
  );
  return wholeObject({
    jsonapi: schemaRef('Version'),
    links: wholeObject({ self: LINK, ...members(names.map((name): [string, Schema] => [name, LINK])) }),
    meta: objectOf(
      {
        space: { const: model.space },
        contentTypes: {
          type: 'array',
          items: wholeObject({ name: { enum: names }, items: COUNT, href: LINK }),
        },
        ...(codes.length === 0 ? {} : { locales: { type: 'array', items: { enum: codes } } }),
        // Which falls back to which.
        ...(fallbacks.length === 0 ? {} : { fallbacks: wholeObject(members(fallbacks)) }),
      },
      ['space', 'contentTypes'],
    ),
  });
}

/** @param codes that may stand in it */
export const errorDocument = (codes: readonly string[]): Schema =>
  wholeObject({
    jsonapi: schemaRef('Version'),
    errors: {
      type: 'array',
      minItems: 1,
      items: objectOf(
        {
          id: { type: 'string', description: 'Id of this failure; the log has the reason under it.' },
          status: { type: 'string' },
          code: { enum: codes },
          title: { type: 'string' },
          detail: { type: 'string', description: 'What is wrong, and what to do.' },
          source: anyOf([wholeObject({ parameter: { type: 'string' } }), wholeObject({ header: { type: 'string' } })]),
        },
        ['status', 'code', 'title', 'detail'],
      ),
    },
  });

/** @returns what all operations share, and the resources of each type */
export function sharedSchemas(model: ContentModel): Readonly<Record<string, Schema>> {
  const types = [...model.contentTypes.values()];
  return {
    Version: wholeObject({ version: { const: '1.1' } }),
    PageLinks: objectOf({ self: LINK, first: LINK, prev: LINK, next: LINK, last: LINK }, ['self']),
    Image: IMAGE,
    File: FILE,
    Highlight: HIGHLIGHT,
    ...members(
      types.flatMap((type): [string, Schema][] => [
        [resourceName(type.name), resourceSchema(type)],
        [identifierName(type.name), wholeObject({ type: { const: type.name }, id: { type: 'string' } })],
      ]),
    ),
  };
}
