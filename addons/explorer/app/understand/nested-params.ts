/**
 * A query as a nested object, from which clients write parameters.
 *
 * The alternatives of a group are an object with numbers as names, because some clients write arrays without indexes.
 */
import { type FilterNode, isList, partsOf, type Query } from '../query/query.js';

interface Nested {
  [name: string]: string | readonly string[] | Nested;
}

const isNested = (value: Nested[string] | undefined): value is Nested =>
  typeof value === 'object' && !Array.isArray(value);

/** Sets the value at a path. @returns false if the path already has a value */
function put(into: Nested, path: readonly string[], value: string | readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const there = Object.hasOwn(into, name) ? into[name] : undefined;
  if (rest.length === 0) {
    if (there !== undefined) return false;
    into[name] = value;
    return true;
  }
  if (there !== undefined && !isNested(there)) return false;
  const inner = there ?? {};
  into[name] = inner;
  return put(inner, rest, value);
}

function filterObject(nodes: readonly FilterNode[]): Nested {
  const object: Nested = {};
  const again: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'group') {
      const alternatives = node.alternatives.map((inner, place) => [String(place), filterObject(inner)] as const);
      object[node.group] = Object.fromEntries(alternatives);
      continue;
    }
    const value = !isList(node.operator)
      ? (node.values[0] ?? '')
      : node.values.some((one) => one.includes(','))
        ? node.values
        : node.values.join(',');
    // A second condition with the same field and operator needs an object of its own.
    if (!put(object, [...node.path, node.operator], value)) again.push(node);
  }
  if (again.length > 0) {
    const before = isNested(object['_AND']) ? object['_AND'] : {};
    const first = Object.keys(before).length;
    for (const [place, node] of again.entries()) before[String(first + place)] = filterObject([node]);
    object['_AND'] = before;
  }
  return object;
}

export function nestedParams(query: Query): Nested {
  const params: Nested = {};
  if (query.locale !== undefined) params['localeCode'] = query.locale;
  const filter = filterObject(query.filter);
  if (query.search !== undefined) filter['_search'] = query.search;
  if (Object.keys(filter).length > 0) params['filter'] = filter;
  const sort = query.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
  if (sort !== '') params['sort'] = sort;
  if (query.include !== undefined) params['include'] = query.include.join(',');
  if (query.limit !== undefined) put(params, ['page', 'limit'], query.limit);
  if (query.skip !== undefined) put(params, ['page', 'skip'], query.skip);
  for (const [path, value] of query.windows) put(params, ['page', ...path.split('.')], value);
  for (const [type, names] of query.fields) put(params, ['fields', type], names.join(','));
  for (const [name, value] of query.others) if (!put(params, partsOf(name) ?? [name], value)) params[name] = value;
  return params;
}
