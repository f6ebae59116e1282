/**
 * Resource objects: identity, fields, relationships, linkage, and compound documents.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { shop as sample } from '../../../testing/clients/books.js';
import { at, keysAt, linkageProblems, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { contentReplies, objectsIn, relationshipsOf, resourcesOf } from './samples.js';
import { query, type Reply, talk } from './talk.js';

const shop = talk();

/** Documents of resources: linkage documents hold identifiers instead. */
const ofResources = async (): Promise<readonly Reply[]> =>
  (await contentReplies(shop)).filter(({ path }) => !path.includes('/relationships/'));

const modelOf = (type: string) => {
  const found = sample.model.contentTypes.get(type);
  if (found === undefined) throw new Error(`the bookshop has no content type "${type}"`);
  return found;
};

/** @returns the members of the object at the path, or none. */
const namesAt = (value: unknown, ...path: readonly string[]): string[] => {
  const found = at(value, ...path);
  return isRecord(found) ? Object.keys(found) : [];
};

describe('resource objects', () => {
  it('[resource-required-top-level] [resource-id-type] [resource-id-type-types] [resource-identifier-required-members] every resource and identifier › has type and id as strings', async () => {
    for (const { path, document } of await contentReplies(shop)) {
      const linked = relationshipsOf(document).flatMap(({ relationship }) => {
        const data = at(relationship, 'data');
        return (Array.isArray(data) ? data : [data]).filter(isRecord);
      });
      for (const resource of [...resourcesOf(document), ...linked]) {
        expect([typeof resource['type'], typeof resource['id']], path).toEqual(['string', 'string']);
      }
    }
  });

  it('[resource-optional-top-level] [resource-attributes-key] [resource-relationships-key] [resource-links] every resource › has attributes, relationships, links and meta as objects, and nothing else', async () => {
    for (const { path, document } of await ofResources()) {
      for (const { type, id, ...members } of resourcesOf(document)) {
        expect(['attributes', 'links', 'meta', 'relationships'], path).toEqual(
          expect.arrayContaining(Object.keys(members)),
        );
        expect(Object.values(members).every(isRecord), `${path} ${String(type)} ${String(id)}`).toBe(true);
        expect(namesAt(members, 'links')).toEqual(['self']);
      }
    }
  });

  it('[resource-unique] type and id › identify one resource: wherever it is shown, it is the same', async () => {
    const seen = new Map<string, unknown>();
    for (const { path, document } of await ofResources()) {
      for (const resource of resourcesOf(document)) {
        const key = `${textAt(resource, 'type')}/${textAt(resource, 'id')}`;
        const { attributes } = resource;
        if (seen.has(key)) expect(attributes, `${path} ${key}`).toEqual(seen.get(key));
        seen.set(key, attributes);
      }
    }
    // Reviews are more than a page holds; of all other types every item was seen.
    expect(seen.size).toBeGreaterThan(300);
  });

  it('[resource-type-constraints] every type › is spelt as a member name is', async () => {
    for (const { path, document } of await contentReplies(shop)) {
      const types = resourcesOf(document).map((resource) => textAt(resource, 'type'));
      expect(
        types.filter((type) => !/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/.test(type)),
        path,
      ).toEqual([]);
    }
  });

  it('[resource-fields] [resource-attributes-reserve-members] fields › share one namespace without type, id, links and relationships; linkage never stands among attributes', async () => {
    for (const { path, document } of await ofResources()) {
      for (const resource of resourcesOf(document)) {
        const attributes = namesAt(resource, 'attributes');
        const relationships = namesAt(resource, 'relationships');
        const model = modelOf(textAt(resource, 'type'));
        // The model's relationships are all and only under `relationships`: no attribute is a foreign key.
        expect(attributes, path).toEqual(model.attributes.map(({ name }) => name));
        expect(relationships, path).toEqual(model.relationships.map(({ name }) => name));
        const fields = [...attributes, ...relationships];
        expect(new Set([...fields, 'type', 'id']).size).toBe(fields.length + 2);
        const inside = objectsIn(at(resource, 'attributes')).flatMap(({ object }) => Object.keys(object));
        expect(inside.filter((name) => name === 'links' || name === 'relationships')).toEqual([]);
      }
    }
  });
});

describe('relationships', () => {
  it('[resource-relationships-object] [resource-related-resource-link-change] every relationship › has links made of its resource and its name alone', async () => {
    for (const { path, document } of await ofResources()) {
      for (const { resource, name, relationship } of relationshipsOf(document)) {
        const self = textAt(resource, 'links', 'self');
        expect(textAt(relationship, 'links', 'related'), path).toBe(`${self}/${name}`);
        expect(textAt(relationship, 'links', 'self'), path).toBe(`${self}/relationships/${name}`);
      }
    }
  });

  it('[resource-linkage] linkage › is null, an identifier, or a list of them, as the relationship is', async () => {
    const shapes = new Set<string>();
    for (const { path, document } of await ofResources()) {
      for (const { resource, name, relationship } of relationshipsOf(document)) {
        const field = modelOf(textAt(resource, 'type')).relationships.find((candidate) => candidate.name === name);
        const data = at(relationship, 'data');
        expect(Array.isArray(data), `${path} ${name}`).toBe(field?.many);
        if (!Array.isArray(data)) expect(data === null || isRecord(data), `${path} ${name}`).toBe(true);
        if (at(relationship, 'meta', 'total') === 0) expect(data).toEqual([]);
        shapes.add(Array.isArray(data) ? `list of ${Math.min(1, data.length)}` : data === null ? 'null' : 'one');
      }
    }
    expect([...shapes].sort()).toEqual(['list of 0', 'list of 1', 'null', 'one']);
  });

  it('[resource-related-resource-link] a related link › answers even where nothing is related', async () => {
    let empty = 0;
    for (const { document } of (await ofResources()).slice(0, 12)) {
      const unrelated = relationshipsOf(document).filter(({ relationship }) => {
        const data = at(relationship, 'data');
        return data === null || (Array.isArray(data) && data.length === 0);
      });
      for (const { relationship } of unrelated.slice(0, 3)) {
        const { status, document: related } = await shop.follow(textAt(relationship, 'links', 'related'));
        expect(status).toBe(200);
        expect(at(related, 'data')).toEqual(at(relationship, 'data'));
        empty += 1;
      }
    }
    expect(empty).toBeGreaterThan(0);
  });

  it('[resource-relationships-pagination] a to-many cut short › links to its next part', async () => {
    const cut = (await ofResources())
      .flatMap(({ document }) => relationshipsOf(document))
      .find(({ relationship }) => Number(at(relationship, 'meta', 'total')) > listAt(relationship, 'data').length);
    if (cut === undefined) throw new Error('the bookshop has no to-many relationship of more than 20 items');
    const { document } = await shop.follow(textAt(cut.relationship, 'links', 'next'));
    const whole = await shop.follow(`${textAt(cut.relationship, 'links', 'self')}${query({ 'page[limit]': '400' })}`);
    const shown = [...keysAt(cut.relationship, 'data'), ...keysAt(document, 'data')];
    expect(shown).toEqual(keysAt(whole.document, 'data').slice(0, shown.length));
    expect(keysAt(document, 'data').length).toBeGreaterThan(0);
  });
});

describe('compound documents', () => {
  it('[compound-documents-allow] [compound-documents-top-level-included] included resources › are a list of resource objects at the top level', async () => {
    const compound = (await ofResources()).filter(({ path }) => path.includes('include='));
    expect(compound.length).toBeGreaterThan(5);
    for (const { path, document } of compound) {
      expect(Array.isArray(at(document, 'included')), path).toBe(true);
      expect(
        listAt(document, 'included').every((resource) => isRecord(at(resource, 'links'))),
        path,
      ).toBe(true);
    }
    expect(compound.some(({ document }) => listAt(document, 'included').length > 5)).toBe(true);
  });

  it('[compound-documents-full-linkage] [compound-documents-duplicates] included resources › are each linked to, and none is shown twice', async () => {
    for (const { path, document } of await ofResources()) {
      expect(isRecord(document) ? linkageProblems(document, false) : ['no document'], path).toEqual([]);
    }
  });
});
