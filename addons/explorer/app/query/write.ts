/**
 * Writes a query as parameters. The alternatives of a group are numbered, a form that every client can send.
 */
import type { Param } from '../address/place.js';
import { type FilterNode, isList, type Query } from './query.js';

export function writeNode(node: FilterNode, prefix: string): readonly Param[] {
  if (node.kind === 'group') {
    return node.alternatives.flatMap((nodes, place) =>
      nodes.flatMap((inner) => writeNode(inner, `${prefix}[${node.group}][${place}]`)),
    );
  }
  const name = `${prefix}${node.path.map((part) => `[${part}]`).join('')}[${node.operator}]`;
  if (!isList(node.operator)) return [[name, node.values[0] ?? '']];
  return node.values.some((value) => value.includes(','))
    ? node.values.map((value): Param => [`${name}[]`, value])
    : [[name, node.values.join(',')]];
}

export const writeFilter = (filter: readonly FilterNode[]): readonly Param[] =>
  filter.flatMap((node) => writeNode(node, 'filter'));

export function writeQuery(query: Query): readonly Param[] {
  const optional = (name: string, value: string | undefined): readonly Param[] =>
    value === undefined ? [] : [[name, value]];
  const sort = query.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
  return [
    ...optional('localeCode', query.locale),
    ...optional('filter[_search]', query.search),
    ...writeFilter(query.filter),
    ...optional('sort', sort === '' ? undefined : sort),
    ...optional('include', query.include?.join(',')),
    ...optional('page[limit]', query.limit),
    ...optional('page[skip]', query.skip),
    ...[...query.windows].map(
      ([path, value]): Param => [
        `page${path
          .split('.')
          .map((part) => `[${part}]`)
          .join('')}`,
        value,
      ],
    ),
    ...[...query.fields].map(([type, names]): Param => [`fields[${type}]`, names.join(',')]),
    ...query.others,
  ];
}
