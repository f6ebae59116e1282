/**
 * The naive JSON:API document of a request, as a plain object (contract §§4 and 6).
 *
 * Members have the order of a server, so that texts can be compared too.
 */

import type { Window } from '../../../src/engine/query/query-tree.js';
import type {
  CollectionRequest,
  ItemRequest,
  LinkageRequest,
  ParsedRequest,
  RelatedRequest,
  RootRequest,
  SearchRequest,
  Shape,
  SuggestRequest,
} from '../../../src/jsonapi/request/parsed-request.js';
import { countedMembers } from '../answers/counting.js';
import { metresBetween, type Selection, select } from '../answers/evaluate.js';
import {
  findItem,
  isImage,
  itemsOf,
  linksOf,
  type OracleItem,
  type OracleSpace,
  targetOf,
} from '../content/dataset.js';
import { pageLinks, relatedUrl, relationshipUrl, resourceUrl } from './addresses.js';
import { reach, windowAt } from './includes.js';
import { identifier, type Member, resourceObject } from './resources.js';

/** Requests that are answered from items. The root is answered from the model, a search by rank. */
export type ContentRequest = Exclude<ParsedRequest, RootRequest | SearchRequest | SuggestRequest>;

const JSONAPI: Member = { version: '1.1' };

const BARE: Shape = { windows: new Map(), includes: new Map() };

/** @returns the member with its brackets, or nothing */
const optional = (isThere: boolean, member: Member): Member => (isThere ? member : {});

/** Primary resources, and the resources that `include` adds. */
function resources(
  space: OracleSpace,
  base: string,
  request: CollectionRequest | ItemRequest | RelatedRequest,
  primary: readonly OracleItem[],
  counted: readonly OracleItem[] = [],
): { readonly data: readonly Member[]; readonly included: Member } {
  const reached = [...reach(space, primary, request.shape)];
  for (const item of counted) {
    if (!reached.some((one) => one.item === item)) reached.push({ item, shapes: [BARE] });
  }
  const isThere = request.hasInclude || ('counting' in request && (request.counting?.included.size ?? 0) > 0);
  const objects = reached.map(({ item, shapes }) =>
    resourceObject(space, base, item, request.fieldsets, (relationship) =>
      shapes.map((shape) => windowAt(shape, relationship)),
    ),
  );
  return {
    data: objects.slice(0, primary.length),
    included: optional(isThere, { included: objects.slice(primary.length) }),
  };
}

function listDocument(
  space: OracleSpace,
  base: string,
  path: string,
  request: CollectionRequest | RelatedRequest,
  candidates: readonly OracleItem[],
): Member {
  const { total, items }: Selection = select(space, candidates, request.filter, request.sort, request.page);
  const counted = countedMembers(space, candidates, request);
  const shown = counted.included.map((link) => targetOf(space, link));
  const { data: plain, included } = resources(space, base, request, items, shown);
  const measured = request.sort.find(({ from }) => from !== undefined);
  const data = plain.map((member, place) => {
    const value = measured && items[place]?.values.get(measured.field);
    if (measured?.from === undefined || value === undefined || !isImage(value)) return member;
    return { ...member, meta: { distance: Math.round(metresBetween(value, measured.from) * 10) / 10 } };
  });
  return {
    jsonapi: JSONAPI,
    links: { self: path + request.search, ...pageLinks(path, request.search, request.page, total) },
    data,
    ...included,
    meta: { total, ...counted.meta },
  };
}

function singleDocument(
  space: OracleSpace,
  base: string,
  path: string,
  request: ItemRequest | RelatedRequest,
  item: OracleItem | undefined,
): Member {
  const { data, included } = resources(space, base, request, item === undefined ? [] : [item]);
  return { jsonapi: JSONAPI, links: { self: path + request.search }, data: data[0] ?? null, ...included };
}

function relatedDocument(space: OracleSpace, base: string, request: RelatedRequest, item: OracleItem): Member {
  const path = relatedUrl(base, item, request.relationship.name);
  const targets = linksOf(item, request.relationship.name).map((link) => targetOf(space, link));
  if (!request.relationship.many) return singleDocument(space, base, path, request, targets[0]);
  return listDocument(space, base, path, request, targets);
}

const inWindow = <T>(list: readonly T[], { skip, limit }: Window): readonly T[] => list.slice(skip, skip + limit);

function linkageDocument(base: string, request: LinkageRequest, item: OracleItem): Member {
  const { name, many } = request.relationship;
  const path = relationshipUrl(base, item, name);
  const links = linksOf(item, name).map(identifier);
  const addresses = { self: path + request.search, related: relatedUrl(base, item, name) };
  if (!many) return { jsonapi: JSONAPI, links: addresses, data: links[0] ?? null };
  return {
    jsonapi: JSONAPI,
    links: { ...addresses, ...pageLinks(path, request.search, request.page, links.length) },
    data: inWindow(links, request.page),
    meta: { total: links.length },
  };
}

/**
 * The document that answers a request.
 *
 * @param base prefix of every link: public URL and mount path, without a slash at its end
 * @returns undefined if the item in the path does not exist, so that the answer is 404 ItemNotFound
 */
export function expectedDocument(space: OracleSpace, request: ContentRequest, base: string): Member | undefined {
  if (request.kind === 'collection') {
    return listDocument(space, base, `${base}/${request.type.name}`, request, itemsOf(space, request.type.name));
  }
  const item = findItem(space, request.type.name, request.id);
  if (item === undefined) return undefined;
  switch (request.kind) {
    case 'item':
      return singleDocument(space, base, resourceUrl(base, item), request, item);
    case 'related':
      return relatedDocument(space, base, request, item);
    case 'linkage':
      return linkageDocument(base, request, item);
    default:
      return request satisfies never;
  }
}
