/**
 * A query as a nested object, from which clients write parameters.
 *
 * The alternatives of a group are an object with numbers as names, because some clients write arrays without indexes.
 */
import { type FilterNode, isList, type Query, splitName } from '../query/query.js';

interface Nested {
  [name: string]: string | readonly string[] | Nested;
}

const isNested = (value: Nested[string] | undefined): value is Nested =>
  typeof value === 'object' && !Array.isArray(value);

/** Sets the value at a path. @returns false if the path already has a value */
function setValue(target: Nested, path: readonly string[], value: string | readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const existing = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    if (existing !== undefined) return false;
    target[name] = value;
    return true;
  }
  if (existing !== undefined && !isNested(existing)) return false;
  const inner = existing ?? {};
  target[name] = inner;
  return setValue(inner, rest, value);
}

function buildFilterObject(nodes: readonly FilterNode[]): Nested {
  const object: Nested = {};
  const conflictingNodes: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'group') {
      const alternatives = node.alternatives.map((inner, place) => [String(place), buildFilterObject(inner)] as const);
      object[node.group] = Object.fromEntries(alternatives);
      continue;
    }
    const value = !isList(node.operator)
      ? (node.values[0] ?? '')
      : node.values.some((one) => one.includes(','))
        ? node.values
        : node.values.join(',');
    // A second condition with the same field and operator needs an object of its own.
    if (!setValue(object, [...node.path, node.operator], value)) conflictingNodes.push(node);
  }
  if (conflictingNodes.length > 0) {
    const existingGroup = isNested(object['_AND']) ? object['_AND'] : {};
    const first = Object.keys(existingGroup).length;
    for (const [place, node] of conflictingNodes.entries())
      existingGroup[String(first + place)] = buildFilterObject([node]);
    object['_AND'] = existingGroup;
  }
  return object;
}

export function buildNestedParams(query: Query): Nested {
  const params: Nested = {};
  if (query.locale !== undefined) params['localeCode'] = query.locale;
  const filter = buildFilterObject(query.filter);
  if (query.search !== undefined) filter['_search'] = query.search;
  if (Object.keys(filter).length > 0) params['filter'] = filter;
  const sort = query.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
  if (sort !== '') params['sort'] = sort;
  if (query.include !== undefined) params['include'] = query.include.join(',');
  if (query.limit !== undefined) setValue(params, ['page', 'limit'], query.limit);
  if (query.skip !== undefined) setValue(params, ['page', 'skip'], query.skip);
  for (const [path, value] of query.windows) setValue(params, ['page', ...path.split('.')], value);
  for (const [type, names] of query.fields) setValue(params, ['fields', type], names.join(','));
  for (const [name, value] of query.otherParams)
    if (!setValue(params, splitName(name) ?? [name], value)) params[name] = value;
  return params;
}
