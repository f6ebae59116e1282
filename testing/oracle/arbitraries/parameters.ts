/**
 * Writes a checked request as decoded query parameters, as a client would send it.
 */

import type { SortKey, Window } from '../../../src/engine/query/query-tree.js';
import type { Fieldsets, Shape } from '../../../src/jsonapi/request/parsed-request.js';
import { DEFAULT_WINDOW } from '../documents/resources.js';
import { oneOf, type Pick } from './picking.js';
import type { Parameter } from './spelling.js';

/** Dot paths in the order of the tree; a path that a longer one contains may be left out. */
function includePaths(pick: Pick, shape: Shape): string[] {
  return [...shape.includes].flatMap(([name, next]) => {
    const longer = includePaths(pick, next).map((path) => `${name}.${path}`);
    return longer.length > 0 && pick(2) === 0 ? longer : [name, ...longer];
  });
}

/** Writes a window as one or two parameters; defaults may be left out. */
function windowParameters(pick: Pick, place: string, window: Window): Parameter[] {
  const limit = { name: `page${place}[limit]`, value: String(window.limit) };
  const skip = { name: `page${place}[skip]`, value: String(window.skip) };
  if (window.skip === 0 && pick(2) === 0) return [limit];
  if (window.limit === DEFAULT_WINDOW.limit && pick(2) === 0) return [skip];
  return oneOf(pick, [limit, skip], [skip, limit]);
}

/** `page[<relationship>]…` at every place of the include tree. */
function linkageParameters(pick: Pick, shape: Shape, place: string): Parameter[] {
  return [
    ...[...shape.windows].flatMap(([name, window]) => windowParameters(pick, `${place}[${name}]`, window)),
    ...[...shape.includes].flatMap(([name, next]) => linkageParameters(pick, next, `${place}[${name}]`)),
  ];
}

/** Parameters that decide which resources a document shows, and how much of them. */
export function shapeParameters(pick: Pick, shape: Shape, hasInclude: boolean, fieldsets: Fieldsets): Parameter[] {
  return [
    ...(hasInclude ? [{ name: 'include', value: includePaths(pick, shape).join(',') }] : []),
    ...linkageParameters(pick, shape, ''),
    ...[...fieldsets].map(([type, names]) => ({ name: `fields[${type}]`, value: [...names].join(',') })),
  ];
}

const written = ({ field, descending, from }: SortKey): string => {
  const distance = from === undefined ? '' : `.distance(${from.latitude},${from.longitude})`;
  return `${descending ? '-' : ''}${field}${distance}`;
};

export function sortParameters(keys: readonly SortKey[]): Parameter[] {
  if (keys.length === 0) return [];
  return [{ name: 'sort', value: keys.map(written).join(',') }];
}

/** The page of a list; the default one may go without saying. */
export function pageParameters(pick: Pick, page: Window): Parameter[] {
  const isDefault = page.skip === DEFAULT_WINDOW.skip && page.limit === DEFAULT_WINDOW.limit;
  return isDefault && pick(2) === 0 ? [] : windowParameters(pick, '', page);
}
