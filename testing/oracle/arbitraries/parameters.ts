/**
 * Writes a checked request as decoded query parameters, as a client would send it.
 */

import type { ContentModel, RelationshipField } from '../../../src/content/model/index.js';
import type { SortKey, Window } from '../../../src/engine/query/query-tree.js';
import type { Fieldsets, Shape } from '../../../src/jsonapi/request/parsed-request.js';
import { relationshipsOf } from '../documents/complexity.js';
import { defaultLimit } from '../documents/resources.js';
import { oneOf, type Pick } from './picking.js';
import type { Parameter } from './spelling.js';

/** Dot paths in the order of the tree; a path that a longer one contains may be left out. */
function includePaths(pick: Pick, shape: Shape): string[] {
  return [...shape.includes].flatMap(([name, next]) => {
    const longer = includePaths(pick, next).map((path) => `${name}.${path}`);
    return longer.length > 0 && pick(2) === 0 ? longer : [name, ...longer];
  });
}

/** Writes a window as one or two parameters; defaults may be left out. @param limitDefault applies if the request has no limit */
function windowParameters(pick: Pick, place: string, window: Window, limitDefault: number): Parameter[] {
  const limit = { name: `page${place}[limit]`, value: String(window.limit) };
  const skip = { name: `page${place}[skip]`, value: String(window.skip) };
  if (window.skip === 0 && pick(2) === 0) return [limit];
  if (window.limit === limitDefault && pick(2) === 0) return [skip];
  return oneOf(pick, [limit, skip], [skip, limit]);
}

/** The resources at one place of the include tree. */
interface ShownTypes {
  readonly model: ContentModel;
  readonly types: readonly string[];
}

/** `page[<relationship>]…` at every place of the include tree. */
function linkageParameters(pick: Pick, { model, types }: ShownTypes, shape: Shape, place: string): Parameter[] {
  const relationships = relationshipsOf(model, types);
  const fieldsOf = (name: string): readonly RelationshipField[] => relationships.get(name) ?? [];
  return [
    ...[...shape.windows].flatMap(([name, window]) => {
      const limitDefault = Math.min(...fieldsOf(name).map(defaultLimit));
      return windowParameters(pick, `${place}[${name}]`, window, limitDefault);
    }),
    ...[...shape.includes].flatMap(([name, next]) => {
      const nextTypes = [...new Set(fieldsOf(name).flatMap(({ to }) => to))];
      return linkageParameters(pick, { model, types: nextTypes }, next, `${place}[${name}]`);
    }),
  ];
}

/** The parts of a request that decide which resources a document shows, and how much of them. */
interface ShownParts {
  readonly shape: Shape;
  readonly hasInclude: boolean;
  readonly fieldsets: Fieldsets;
}

/** The parameters of those parts. */
export function shapeParameters(pick: Pick, shown: ShownTypes, parts: ShownParts): Parameter[] {
  const { shape, hasInclude, fieldsets } = parts;
  return [
    ...(hasInclude ? [{ name: 'include', value: includePaths(pick, shape).join(',') }] : []),
    ...linkageParameters(pick, shown, shape, ''),
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
export function pageParameters(pick: Pick, page: Window, limitDefault: number): Parameter[] {
  const isDefault = page.skip === 0 && page.limit === limitDefault;
  return isDefault && pick(2) === 0 ? [] : windowParameters(pick, '', page, limitDefault);
}
