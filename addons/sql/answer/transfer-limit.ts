/**
 * Limit of rows that a request moves between the servers of Citus, estimated before it is answered.
 *
 * A filter, sort or count through a relationship to a distributed type collects ids or values on all servers and sends them to
 * each. The estimate is an upper bound: all items of the type, once for each use in the request.
 */

import { RequestError, type RequestProblem } from '../../../src/content/errors/index.js';
import { splitFieldPath } from '../../../src/content/model/index.js';
import type { Filter } from '../../../src/engine/query/index.js';
import type { ParsedRequest } from '../../../src/jsonapi/index.js';
import { isListRequest, primaryTypes } from '../../../src/jsonapi/index.js';
import type { TypeSource } from '../statements/type-source.js';
import { createTypeSource, type LoadedTables } from './loaded-space.js';

/** Rows; a million ids take about two seconds. */
const transferLimit = 2_000_000;

/** @throws RequestError QueryTooCostly that names the parameter with the most rows */
export function refuseLargeTransfers(request: ParsedRequest, loaded: LoadedTables, maximum = transferLimit): void {
  if (loaded.distributed === undefined || !isListRequest(request)) return;
  const locale = request.locale?.place ?? 0;
  const sources = primaryTypes(loaded.model, request).map(({ name }) => createTypeSource(loaded, name, locale));
  const { filter, sort, counting } = request;
  const facetPaths = (counting?.facets ?? []).map(({ field }) => field);
  const uses: readonly (readonly [parameter: string, rows: number])[] = sources.flatMap((source) => [
    ...(filter === undefined ? [] : [['filter', countSentByFilter(source, filter)] as const]),
    ...sort.map(({ field }) => ['sort', countSentByPath(source, field)] as const),
    ...facetPaths.map((path) => [`_facet[${path}]`, countSentByPath(source, path)] as const),
    ...(counting?.statistics ?? []).map((path) => ['_stats', countSentByPath(source, path)] as const),
  ]);
  const rows = uses.reduce((sum, [, sentRows]) => sum + sentRows, 0);
  if (rows <= maximum) return;
  const [largest] = uses.toSorted(([, a], [, b]) => b - a);
  throw new RequestError([createProblem(rows, maximum, largest?.[0])], request.complexity);
}

function createProblem(rows: number, maximum: number, parameter: string | undefined): RequestProblem {
  const count = (value: number): string => value.toLocaleString('en-US');
  return {
    code: 'QueryTooCostly',
    detail: `This may send ${count(rows)} items from one server of the database to another; the maximum is ${count(maximum)}. Ask for the related items first, and filter by their ids, or use fewer relationships.`,
    ...(parameter === undefined ? {} : { parameter }),
  };
}

function countSentByFilter(source: TypeSource, filter: Filter): number {
  switch (filter.kind) {
    case 'condition':
      return 0;
    case 'not':
      return countSentByFilter(source, filter.child);
    case 'and':
    case 'or':
      return filter.children.reduce((sum, child) => sum + countSentByFilter(source, child), 0);
    case 'through': {
      const { relationship, type, child } = filter;
      if (child === undefined) return 0;
      const field = source.field(relationship);
      const types = type === undefined && field.type === 'relationship' ? field.to : [type ?? ''];
      return types
        .map((name) => source.typeSource(name))
        .reduce((sum, related) => sum + countSentTo(related) + countSentByFilter(related, child), 0);
    }
  }
}

function countSentByPath(source: TypeSource, path: string): number {
  let sentCount = 0;
  let related = source;
  for (const hop of splitFieldPath(path).hops) {
    const field = related.field(hop);
    related = related.typeSource(field.type === 'relationship' ? (field.to[0] ?? '') : '');
    sentCount += countSentTo(related);
  }
  return sentCount;
}

const countSentTo = (related: TypeSource): number => (related.isDistributed ? related.itemCount : 0);
