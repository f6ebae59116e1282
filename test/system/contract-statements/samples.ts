/**
 * Documents of every kind the server sends, fetched once for a file of tests: lists, items with all their
 * relationships included, related items and linkage with and without targets, the root, and errors.
 */

import type { ContentType, RelationshipField } from '../../../src/content/model/index.js';
import { isRecord } from '../../../src/format/index.js';
import { shop } from '../../../testing/clients/books.js';
import { at, type Json, listAt } from '../../../testing/jsonapi-schema/index.js';
import { itemsOf, linksOf, type OracleItem } from '../../../testing/oracle/index.js';
import { type Asked, query, type Reply, type Talk } from './talk.js';

const types: readonly ContentType[] = [...shop.model.contentTypes.values()];

const itemPath = ({ type, id }: OracleItem): string => `/${type}/${encodeURIComponent(id)}`;

/** An item with most links of this kind, and one without any, where there are such. */
function extremes(type: ContentType, relationship: RelationshipField): OracleItem[] {
  const count = (item: OracleItem): number => linksOf(item, relationship.name).length;
  const byCount = [...itemsOf(shop, type.name)].sort((a, b) => count(b) - count(a));
  const [most] = byCount;
  const none = byCount.find((item) => count(item) === 0);
  return [most, none].filter((item) => item !== undefined);
}

/** Paths below the delivery root, of which each answers 200 with resources or identifiers. */
export function contentPaths(): string[] {
  return types.flatMap((type) => {
    const [first] = itemsOf(shop, type.name);
    const names = type.relationships.map(({ name }) => name);
    const include = names.length === 0 ? {} : { include: names.join(',') };
    return [
      `/${type.name}${query({ 'page[limit]': '100' })}`,
      `/${type.name}${query({ 'page[limit]': '4', ...include })}`,
      ...(first === undefined ? [] : [itemPath(first), itemPath(first) + query(include)]),
      ...type.relationships.flatMap((relationship) =>
        extremes(type, relationship).flatMap((item) => [
          `${itemPath(item)}/${relationship.name}`,
          `${itemPath(item)}/relationships/${relationship.name}`,
        ]),
      ),
    ];
  });
}

/** Requests that fail, by the status they fail with. */
export const FAILURES: readonly (readonly [number, string, Asked])[] = [
  [404, '/book/no-such-book', {}],
  [404, '/no-such-type', {}],
  [404, '/book/no-such-book/author', {}],
  [400, query({ sort: 'no-such-field' }).replace('?', '/book?'), {}],
  [400, `/book${query({ sort: 'x', include: 'y', 'filter[z][_eq]': '1' })}`, {}],
  [405, '/book', { method: 'POST' }],
  [406, '/book', { headers: { accept: 'application/vnd.api+json; charset=utf-8' } }],
  [415, '/book', { headers: { 'content-type': 'application/vnd.api+json; charset=utf-8' } }],
];

const fetched = new WeakMap<Talk, Promise<readonly Reply[]>>();

/** @returns every content document. Cost: some hundred requests the first time, none afterwards. */
export function contentReplies(talk: Talk): Promise<readonly Reply[]> {
  const replies = fetched.get(talk) ?? fetchAll(talk);
  fetched.set(talk, replies);
  return replies;
}

async function fetchAll(talk: Talk): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const path of contentPaths()) {
    const reply = await talk.ask(path);
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    replies.push(reply);
  }
  return replies;
}

/** @returns the answers to the requests of `FAILURES`, in their order */
export const failureReplies = (talk: Talk): Promise<readonly Reply[]> =>
  Promise.all(FAILURES.map(([, path, asked]) => talk.ask(path, asked)));

/** @returns every document: content, errors and the root */
export const allReplies = async (talk: Talk): Promise<readonly Reply[]> => [
  ...(await contentReplies(talk)),
  ...(await failureReplies(talk)),
  await talk.ask(''),
];

/** Every resource object of a document, primary and included; identifiers of linkage documents too. */
export function resourcesOf(document: unknown): Json[] {
  const data = at(document, 'data');
  return [...(Array.isArray(data) ? data : [data]), ...listAt(document, 'included')].filter(isRecord);
}

/** Every relationship object of a document, with its resource and its name. */
export const relationshipsOf = (document: unknown): { resource: Json; name: string; relationship: unknown }[] =>
  resourcesOf(document).flatMap((resource) => {
    const { relationships } = resource;
    return Object.entries(isRecord(relationships) ? relationships : {}).map(([name, relationship]) => ({
      resource,
      name,
      relationship,
    }));
  });

/** Every object below a value, with its path, the value itself included. */
export function objectsIn(value: unknown, path: readonly string[] = []): { path: readonly string[]; object: Json }[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => objectsIn(element, [...path, String(index)]));
  if (!isRecord(value)) return [];
  return [
    { path, object: value },
    ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name])),
  ];
}
