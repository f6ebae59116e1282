/**
 * Parameters → a query.
 */
import type { Param } from '../address/place.js';
import { listOf, partsOf, type Query, type SortKey } from './query.js';
import { FilterReader } from './read-filter.js';

const sortKey = (text: string): SortKey =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false };

export function readQuery(params: readonly Param[]): Query {
  const filter = new FilterReader();
  const windows = new Map<string, string>();
  const fields = new Map<string, readonly string[]>();
  const others: Param[] = [];
  let search: string | undefined;
  let sort: readonly SortKey[] = [];
  let include: readonly string[] | undefined;
  let limit: string | undefined;
  let skip: string | undefined;
  let locale: string | undefined;

  /** @returns whether the parameter has a place in the query */
  const take = (name: string, value: string): boolean => {
    const parts = partsOf(name);
    if (parts === undefined) return false;
    const [family, ...rest] = parts;
    switch (family) {
      case 'filter':
        if (rest.length !== 1 || rest[0] !== '_search') return filter.add(rest, value);
        search = value;
        return true;
      case 'sort':
        if (rest.length > 0) return false;
        sort = listOf(value).map(sortKey);
        return true;
      case 'include':
        if (rest.length > 0) return false;
        include = listOf(value);
        return true;
      case 'page':
        if (rest.length > 1) windows.set(rest.join('.'), value);
        else if (rest[0] === 'limit') limit = value;
        else if (rest[0] === 'skip') skip = value;
        else return false;
        return true;
      case 'fields':
        if (rest.length !== 1 || rest[0] === undefined) return false;
        fields.set(rest[0], listOf(value));
        return true;
      case 'localeCode':
        locale = value;
        return rest.length === 0;
      default:
        return false;
    }
  };
  for (const [name, value] of params) if (!take(name, value)) others.push([name, value]);
  return { filter: filter.nodes(), search, sort, include, limit, skip, windows, fields, locale, others };
}
