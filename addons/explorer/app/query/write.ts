/**
 * Writes a query as parameters. The alternatives of a group are numbered, a form that every client can send.
 */
import type { Param } from '../address/place.js';
import { type Condition, type FilterNode, type Group, isList, type Query } from './query.js';

/** @param prefix name of the parameter before the node: `filter`, or `filter[_OR][0]` */
export function writeNode(node: FilterNode, prefix: string): readonly Param[] {
  return node.kind === 'group' ? writeGroup(node, prefix) : writeCondition(node, prefix);
}

const writeGroup = ({ group, alternatives }: Group, prefix: string): readonly Param[] =>
  alternatives.flatMap((nodes, index) => nodes.flatMap((node) => writeNode(node, `${prefix}[${group}][${index}]`)));

function writeCondition({ path, operator, values }: Condition, prefix: string): readonly Param[] {
  const name = `${prefix}${writeBrackets(path)}[${operator}]`;
  if (!isList(operator)) return [[name, values[0] ?? '']];
  // Commas separate the values of a list, so a value that contains one needs a parameter of its own.
  if (values.some((value) => value.includes(','))) return values.map((value): Param => [`${name}[]`, value]);
  return [[name, values.join(',')]];
}

/** @returns `[a][b]` for the steps `a` and `b` */
const writeBrackets = (steps: readonly string[]): string => steps.map((step) => `[${step}]`).join('');

export const writeFilter = (filter: readonly FilterNode[]): readonly Param[] =>
  filter.flatMap((node) => writeNode(node, 'filter'));

export function writeQuery(query: Query): readonly Param[] {
  const params: Param[] = [];
  const addOptional = (name: string, value: string | undefined): void => {
    if (value !== undefined) params.push([name, value]);
  };
  addOptional('localeCode', query.locale);
  addOptional('filter[_search]', query.search);
  params.push(...writeFilter(query.filter));
  const sort = query.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
  if (sort !== '') params.push(['sort', sort]);
  addOptional('include', query.include?.join(','));
  addOptional('page[limit]', query.limit);
  addOptional('page[skip]', query.skip);
  for (const [path, value] of query.windows) params.push([`page${writeBrackets(path.split('.'))}`, value]);
  for (const [type, fields] of query.fields) params.push([`fields[${type}]`, fields.join(',')]);
  params.push(...query.otherParams);
  return params;
}
