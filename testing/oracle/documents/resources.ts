/**
 * One resource object: attributes, and each relationship with the requested part of its linkage.
 */

import { LIMITS, type RelationshipField } from '../../../src/content/model/index.js';
import type { Window } from '../../../src/engine/query/query-tree.js';
import type { Fieldsets } from '../../../src/jsonapi/request/parsed-request.js';
import { linksOf, type OracleIdentifier, type OracleItem, type OracleSpace, typeOf } from '../content/dataset.js';
import { shownValue } from '../content/values.js';
import { pageSearch, relatedUrl, relationshipUrl, resourceUrl } from './addresses.js';

export type Member = Readonly<Record<string, unknown>>;

/** Window of a to-many relationship if neither a `page[…]` nor the model sets another. */
export const DEFAULT_WINDOW: Window = { skip: 0, limit: LIMITS.relationshipLimitDefault };

/** Number of links that the relationship shows if no `page[…]` sets another. */
export const defaultLimit = ({ page }: RelationshipField): number => page?.limit ?? DEFAULT_WINDOW.limit;

/** A fresh identifier: the stored one may be a whole item. */
export const identifier = ({ type, id }: OracleIdentifier): OracleIdentifier => ({ type, id });

const isShown = (window: Window, index: number): boolean => index >= window.skip && index < window.skip + window.limit;

/** @returns the links that at least one window shows, in stored order */
export const shownLinks = (
  links: readonly OracleIdentifier[],
  windows: readonly Window[],
): readonly OracleIdentifier[] => links.filter((_, index) => windows.some((window) => isShown(window, index)));

/**
 * The window whose shown part ends last, and of several the one that begins first; undefined if none shows anything.
 */
function lastWindow(windows: readonly Window[], total: number): Window | undefined {
  const end = (window: Window): number => Math.min(total, window.skip + window.limit);
  return windows
    .filter((window) => window.limit > 0 && window.skip < total)
    .toSorted((a, b) => a.skip - b.skip)
    .reduce<Window | undefined>(
      (last, window) => (last === undefined || end(window) > end(last) ? window : last),
      undefined,
    );
}

/** @param windows every window under which the resource was reached, in the order it was */
function relationshipObject(
  base: string,
  item: OracleItem,
  relationship: RelationshipField,
  windows: readonly Window[],
): Member {
  const links = linksOf(item, relationship.name);
  const self = relationshipUrl(base, item, relationship.name);
  const addresses = { self, related: relatedUrl(base, item, relationship.name) };
  if (!relationship.many) return { data: links[0] === undefined ? null : identifier(links[0]), links: addresses };
  const shown = shownLinks(links, windows);
  const last = lastWindow(windows, links.length);
  // Clients read `data: []` as "none", so a window that is empty though the total is not shows no data at all.
  const data = shown.length === 0 && links.length > 0 ? {} : { data: shown.map(identifier) };
  const isCut = last !== undefined && last.skip + last.limit < links.length;
  const next = isCut ? { next: self + pageSearch('', { limit: last.limit, skip: last.skip + last.limit }) } : {};
  return { ...data, links: { ...addresses, ...next }, meta: { total: links.length } };
}

/** @returns the member under its name, or nothing if it would be empty */
const unlessEmpty = (name: string, members: readonly (readonly [string, unknown])[]): Member =>
  members.length === 0 ? {} : { [name]: Object.fromEntries(members) };

/**
 * The resource object of one item.
 *
 * @param windowsOf of a relationship, every window under which the item was reached
 */
export function resourceObject(
  space: OracleSpace,
  base: string,
  item: OracleItem,
  fieldsets: Fieldsets,
  windowsOf: (relationship: RelationshipField) => readonly Window[],
): Member {
  const type = typeOf(space, item.type);
  const fieldset = fieldsets.get(item.type);
  const isKept = ({ name }: { readonly name: string }): boolean => fieldset === undefined || fieldset.has(name);
  return {
    ...identifier(item),
    ...unlessEmpty(
      'attributes',
      type.attributes.filter(isKept).map((field) => [field.name, shownValue(field, item.values.get(field.name))]),
    ),
    ...unlessEmpty(
      'relationships',
      type.relationships
        .filter(isKept)
        .map((field) => [field.name, relationshipObject(base, item, field, windowsOf(field))]),
    ),
    links: { self: resourceUrl(base, item) },
  };
}
