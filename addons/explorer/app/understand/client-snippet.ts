/**
 * The code snippet for `stele/client`, the client of the package: the request as a typed query object.
 *
 * Elsewhere: snippets for other clients (snippets), what the members of a query object mean (src/jsonapi/query-object).
 */
import type { Endpoint } from '../model/space.js';
import { type Condition, type FilterNode, isList, type Query, splitList, splitName } from '../query/query.js';
import { quoteText, writeLiteral } from './write-literal.js';

type QueryMember = string | number | boolean | readonly QueryMember[] | { [name: string]: QueryMember };
interface QueryMembers {
  [name: string]: QueryMember;
}

const isMembers = (value: QueryMember | undefined): value is QueryMembers =>
  typeof value === 'object' && !Array.isArray(value);

/** @returns the number if the text is a plain one, so that the program reads naturally */
const readPlainNumber = (text: string): string | number => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text);

/** Adds the condition under its path. @returns false if its path and operator already have one */
function addCondition(filter: QueryMembers, { path, operator, values }: Condition): boolean {
  let target = filter;
  for (const step of path) {
    const existing = Object.hasOwn(target, step) ? target[step] : undefined;
    const inner: QueryMembers = isMembers(existing) ? existing : {};
    target[step] = inner;
    target = inner;
  }
  if (Object.hasOwn(target, operator)) return false;
  target[operator] = isList(operator) ? values.map(readPlainNumber) : readPlainNumber(values[0] ?? '');
  return true;
}

function buildFilter(nodes: readonly FilterNode[]): QueryMembers {
  const filter: QueryMembers = {};
  // A second group of one kind, or a second condition with the same operator, is an alternative of `_AND`.
  const others: QueryMembers[] = [];
  for (const node of nodes) {
    if (node.kind === 'condition') {
      if (!addCondition(filter, node)) others.push(buildFilter([node]));
    } else if (Object.hasOwn(filter, node.group)) others.push(buildFilter([node]));
    else filter[node.group] = node.alternatives.map(buildFilter);
  }
  if (others.length === 0) return filter;
  const alternatives = filter['_AND'];
  return { ...filter, _AND: [...(Array.isArray(alternatives) ? alternatives : []), ...others] };
}

/** Adds the members of parameters without a control. @returns false if a parameter has no member */
function addOtherParams(members: QueryMembers, { otherParams }: Query): boolean {
  const facets: QueryMembers = {};
  for (const [name, value] of otherParams) {
    const [head, field, option, ...deeper] = splitName(name) ?? [];
    if (head === '_stats' && field === undefined) members['stats'] = splitList(value);
    else if (head === '_highlight' && field === undefined) members['highlight'] = splitList(value);
    else if (head === '_match' && field === undefined) members['match'] = value;
    else if (head === '_facet' && field !== undefined && deeper.length === 0) {
      const facet = facets[field];
      const given: QueryMembers = isMembers(facet) ? facet : {};
      const list = option === 'ranges' ? splitList(value).map(readPlainNumber) : readPlainNumber(value);
      facets[field] = { ...given, [option ?? 'limit']: list };
    } else return false;
  }
  for (const [field, facet] of Object.entries(facets)) {
    // A facet without options is written as its number of values.
    if (isMembers(facet) && Object.keys(facet).join() === 'limit') facets[field] = facet['limit'] ?? 0;
  }
  if (Object.keys(facets).length > 0) members['facets'] = facets;
  return true;
}

/** @returns the members of the query object; undefined if a parameter has no member */
function buildQueryObject(query: Query): QueryMembers | undefined {
  const members: QueryMembers = {};
  const filter = buildFilter(query.filter);
  if (query.search !== undefined) filter['_search'] = query.search;
  if (Object.keys(filter).length > 0) members['filter'] = filter;
  if (query.sort.length > 0)
    members['sort'] = query.sort.map(({ field, descending }) => (descending ? `-${field}` : field));
  if (query.include !== undefined) members['include'] = query.include;
  const page: QueryMembers = {};
  if (query.limit !== undefined) page['limit'] = readPlainNumber(query.limit);
  if (query.skip !== undefined) page['skip'] = readPlainNumber(query.skip);
  if (Object.keys(page).length > 0) members['page'] = page;
  const relatedPage: QueryMembers = {};
  for (const [path, value] of query.windows) {
    const [option = '', ...reversedPath] = path.split('.').reverse();
    const relationship = reversedPath.reverse().join('.');
    const given = relatedPage[relationship];
    relatedPage[relationship] = { ...(isMembers(given) && given), [option]: readPlainNumber(value) };
  }
  if (Object.keys(relatedPage).length > 0) members['relatedPage'] = relatedPage;
  if (query.fields.size > 0) members['fields'] = Object.fromEntries(query.fields);
  if (query.locale !== undefined) members['locale'] = query.locale;
  return addOtherParams(members, query) ? members : undefined;
}

/** @returns the call that sends the query, and whether it may find nothing */
function writeCall(
  endpoint: Endpoint,
  query: string,
): { readonly call: string; readonly isOptional: boolean } | undefined {
  const argument = query === '' ? '' : `, ${query}`;
  switch (endpoint.kind) {
    case 'search':
      return { call: `search(${query})`, isOptional: false };
    case 'collection':
      return { call: `type(${quoteText(endpoint.type.name)}).find(${query})`, isOptional: false };
    case 'item': {
      const call = `type(${quoteText(endpoint.type.name)}).get(${quoteText(endpoint.id)}${argument})`;
      return { call, isOptional: true };
    }
    case 'related': {
      const { type, id, field } = endpoint;
      const isSimilar = field.name.startsWith('_');
      const relationship = isSimilar ? '' : `, ${quoteText(field.name)}`;
      const method = isSimilar ? 'similar' : 'related';
      return {
        call: `type(${quoteText(type.name)}).${method}(${quoteText(id)}${relationship}${argument})`,
        isOptional: true,
      };
    }
    default:
      return undefined;
  }
}

/**
 * @param root absolute URL of the delivery root
 * @returns undefined if the client has no method, or no member, for a part of the request
 */
export function writeClientSnippet(root: string, endpoint: Endpoint, query: Query): string | undefined {
  const members = buildQueryObject(query);
  if (members === undefined) return undefined;
  const written = writeCall(endpoint, Object.keys(members).length === 0 ? '' : writeLiteral(members));
  if (written === undefined) return undefined;
  const returnsItem = endpoint.kind === 'item' || (endpoint.kind === 'related' && !endpoint.field.many);
  const start = `import { connect } from 'stele/client';

const space = connect(${quoteText(root)});
const answer = await space.${written.call};
`;
  const missing = written.isOptional ? '?' : '';
  if (endpoint.kind === 'item') return `${start}console.log(answer${missing}.item.id);`;
  return returnsItem
    ? `${start}console.log(answer${missing}.items[0]?.id);`
    : `${start}console.log(answer${missing}.total);`;
}
