/**
 * Converts a query string to the equivalent query object, in the simplest way.
 *
 * Alternatives become members with their index as name; a condition that occurs twice moves into an `_AND`.
 */
type Node = { [key: string]: Node | string | string[] };

let fresh = 5000;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function child(node: Node, key: string): Node {
  const known = node[key];
  if (isNode(known)) return known;
  const object: Node = {};
  node[key] = object;
  return object;
}

function isList(part: string | undefined): boolean {
  return part === '_in' || part === '_nin';
}

function insert(top: Node, path: readonly string[], value: string): void {
  const parts = isList(path.at(-2)) ? path.slice(0, -1) : path;
  const values = isList(path.at(-2)) ? [value] : isList(path.at(-1)) ? value.split(',') : value;
  let node = top;
  for (const part of parts.slice(0, -1)) {
    fresh += 1;
    node = child(node, part === '' ? String(fresh) : part);
  }
  const last = parts.at(-1) ?? '';
  const known = node[last];
  if (known === undefined) node[last] = values;
  else if (Array.isArray(known) && Array.isArray(values)) known.push(...values);
  else {
    fresh += 1;
    const field = parts.length - parts.findLastIndex((part) => /^(_OR|_AND|_NOT)$/.test(part)) - 1;
    const from = parts.some((part) => /^(_OR|_AND|_NOT)$/.test(part)) ? parts.length - field + 1 : 0;
    insert(top, [...resolved(top, parts.slice(0, from)), '_AND', String(fresh), ...parts.slice(from)], value);
  }
}

/** `[]` was given an index already: the one that was made last. */
const resolved = (_top: Node, parts: readonly string[]): readonly string[] =>
  parts.map((part) => (part === '' ? String(fresh - 1) : part));

const listOf = (value: string): readonly string[] => (value === '' ? [] : value.split(','));

/** @returns undefined if a condition is repeated inside `[]` of a group, because an object cannot express it */
export function asObject(search: string): object {
  const query: { [key: string]: unknown } = {};
  const filter: Node = {};
  const page: Node = {};
  const relatedPage: Record<string, Node> = {};
  const fields: Record<string, readonly string[]> = {};
  const facets: Record<string, Node> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const [head = '', ...path] = name.replaceAll(']', '').split('[');
    const [first = '', second] = path;
    if (head === 'filter') insert(filter, path, value);
    else if (head === 'fields') fields[first] = listOf(value);
    else if (head === 'page' && path.length === 1) page[first] = value;
    else if (head === 'page') child(relatedPage, path.slice(0, -1).join('.'))[path.at(-1) ?? ''] = value;
    else if (head === '_facet')
      child(facets, first)[second ?? 'limit'] = second === 'ranges' ? value.split(',') : value;
    else if (head === 'localeCode') query['locale'] = value;
    // An empty list of the query itself counts as absent, and an empty parameter does not.
    else query[head.replace('_', '')] = value.split(',');
  }
  return { ...query, filter, page, relatedPage, fields, facets };
}
