/**
 * Document structure: the top level, links, meta, the `jsonapi` member, and the names of members.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { at, expectValidDocument, listAt } from '../../../testing/jsonapi-schema/index.js';
import { allReplies, contentReplies, failureReplies, objectsIn } from './samples.js';
import { query, talk } from './talk.js';

const shop = talk();

/** Every value that stands under this name anywhere in a document, but for the values of attributes. */
const membersCalled = (document: unknown, name: string): unknown[] =>
  objectsIn(document)
    .filter(({ path }) => !path.includes('attributes'))
    .filter(({ object }) => Object.hasOwn(object, name))
    .map(({ object }) => object[name]);

describe('document structure', () => {
  it('[json-object] [required-top-level] [data-errors] every document › is an object with data, errors or meta, and never data beside errors', async () => {
    for (const { path, document } of await allReplies(shop)) {
      if (!isRecord(document)) throw new Error(`${path} is answered with no object`);
      expect(
        ['data', 'errors', 'meta'].some((name) => name in document),
        path,
      ).toBe(true);
      expect('data' in document && 'errors' in document, path).toBe(false);
    }
  });

  it('[additional-members] every document › has only members that the specification defines', async () => {
    for (const { path, document } of await allReplies(shop)) {
      expect(() => expectValidDocument(document), path).not.toThrow();
    }
  });

  it('[optional-top-level] [top-level-json-api-member] [json-api-type] [json-api-version] every document › says which version it is', async () => {
    for (const { path, document } of await allReplies(shop)) {
      expect(at(document, 'jsonapi'), path).toEqual({ version: '1.1' });
    }
  });

  it('[data-included] documents without data › have no included', async () => {
    const replies = [...(await failureReplies(shop)), await shop.ask('')];
    for (const { path, document } of replies) {
      if (!isRecord(document) || 'data' in document) continue;
      expect(document, path).not.toHaveProperty('included');
    }
    expect(replies.filter(({ document }) => isRecord(document) && !('data' in document)).length).toBeGreaterThan(5);
  });

  it('[ignore-additional-members] [member-name-at-members-no-process] [member-name-at-members-ignore-for-definitions] a body with unknown and @-members › changes nothing', async () => {
    const body = JSON.stringify({ '@note': 1, unknown: { '@type': 2 }, data: { type: 'book', '@id': 3 } });
    const headers = { 'content-type': 'application/vnd.api+json', 'content-length': String(Buffer.byteLength(body)) };
    const plain = await shop.ask('/book/the-salt-road');
    const answered = await shop.ask('/book/the-salt-road', { headers, body });
    expect(answered.status).toBe(200);
    expect(answered.text).toBe(plain.text);
  });
});

describe('links and meta', () => {
  it('[top-level-links] [top-level-links-members] every links member › is an object of links, each a string', async () => {
    for (const { path, document } of await allReplies(shop)) {
      const found = membersCalled(document, 'links');
      for (const links of found) {
        if (!isRecord(links)) throw new Error(`${path} has a links member that is not an object`);
        expect(
          Object.values(links).every((link) => typeof link === 'string'),
          path,
        ).toBe(true);
      }
    }
    const [{ document } = { document: undefined }] = await contentReplies(shop);
    expect(Object.keys(at(document, 'links') ?? {})).toEqual(expect.arrayContaining(['self', 'first', 'last']));
  });

  it('[meta-objects] [meta-object-members] every meta member › is an object', async () => {
    let count = 0;
    for (const { path, document } of await allReplies(shop)) {
      for (const meta of membersCalled(document, 'meta')) {
        expect(isRecord(meta), path).toBe(true);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('member names', () => {
  it('[member-name-character] [member-name-allowed-characters-only] [member-name-globally-allowed] [member-name-url-safe] [member-name-allowed-characters] [member-name-reserved-characters] every member name › is one that needs no encoding in an address', async () => {
    for (const { path, document } of await allReplies(shop)) {
      const names = objectsIn(document).flatMap(({ object }) => Object.keys(object));
      expect(
        names.filter((name) => !/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/.test(name)),
        path,
      ).toEqual([]);
    }
  });

  it('[member-name-case] names in another case › are other names', async () => {
    for (const parameters of [
      { sort: 'Title' },
      { include: 'Author' },
      { 'fields[book]': 'Title' },
      { 'fields[Book]': 'title' },
      { 'filter[Title][_eq]': 'x' },
    ]) {
      const { status, document } = await shop.ask(`/book${query(parameters)}`);
      expect(status, Object.keys(parameters).join()).toBe(400);
      expect(listAt(document, 'errors')).toHaveLength(1);
    }
    expect((await shop.ask('/Book')).status).toBe(404);
  });
});
