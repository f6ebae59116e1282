/**
 * A query as a nested object, from which clients write parameters.
 *
 * The alternatives of a group are an object with numbers as names, because some clients write arrays without indexes.
 */
import { type Condition, type FilterNode, isList, type Query, splitName } from '../query/query.js';

interface Nested {
  [name: string]: string | readonly string[] | Nested;
}

const isNested = (value: Nested[string] | undefined): value is Nested =>
  typeof value === 'object' && !Array.isArray(value);

/**
 * Sets the value at a path.
 *
 * @returns false if the path, or a part of it, already has a value; nothing is changed then
 */
function setValue(target: Nested, path: readonly string[], value: string | readonly string[]): boolean {
  const [name, ...innerPath] = path;
  if (name === undefined) return false;
  const existing = Object.hasOwn(target, name) ? target[name] : undefined;
  if (innerPath.length === 0) {
    if (existing !== undefined) return false;
    target[name] = value;
    return true;
  }
  if (existing !== undefined && !isNested(existing)) return false;
  const inner = existing ?? {};
  target[name] = inner;
  return setValue(inner, innerPath, value);
}

function buildFilterObject(nodes: readonly FilterNode[]): Nested {
  const filter: Nested = {};
  const conflictingConditions: Condition[] = [];
  for (const node of nodes) {
    if (node.kind === 'group') {
      filter[node.group] = numberMembers(node.alternatives.map(buildFilterObject));
    } else if (!setValue(filter, [...node.path, node.operator], operandOf(node))) {
      // A second condition with the same field and operator needs an object of its own.
      conflictingConditions.push(node);
    }
  }
  if (conflictingConditions.length === 0) return filter;
  const existingAlternatives = isNested(filter['_AND']) ? Object.values(filter['_AND']) : [];
  const addedAlternatives = conflictingConditions.map((condition) => buildFilterObject([condition]));
  filter['_AND'] = numberMembers([...existingAlternatives, ...addedAlternatives]);
  return filter;
}

/** @returns an object with the values under `0`, `1` and so on */
const numberMembers = (values: readonly Nested[string][]): Nested =>
  Object.fromEntries(values.map((value, index) => [String(index), value]));

function operandOf({ operator, values }: Condition): string | readonly string[] {
  if (!isList(operator)) return values[0] ?? '';
  // Commas separate the values of a list, so a value that contains one needs an array.
  return values.some((value) => value.includes(',')) ? values : values.join(',');
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
  for (const [type, fields] of query.fields) setValue(params, ['fields', type], fields.join(','));
  for (const [name, value] of query.otherParams)
    if (!setValue(params, splitName(name) ?? [name], value)) params[name] = value;
  return params;
}
