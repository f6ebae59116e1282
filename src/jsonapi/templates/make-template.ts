/**
 * A request that was right → the template of all that differ from it in values only.
 */
import { type ContentModel, encodeComponent, LIMITS } from '../../model/index.js';
import type { Condition, Filter } from '../../query/index.js';
import { complexityOf, countingScore } from '../check/complexity.js';
import { demandOf } from '../check/demand.js';
import { parseFilter } from '../check/filter.js';
import { DEFAULT_LINKAGE, DEFAULT_PAGE } from '../check/page-windows.js';
import { sharedField } from '../check/shared-fields.js';
import { type Endpoint, primaryTypes } from '../request/endpoint.js';
import type { Query } from '../request/parameter.js';
import { BARE, type ParsedRequest } from '../request/parsed-request.js';
import { decode } from '../request/percent.js';
import { Problems } from '../request/problems.js';
import { plainCount } from '../request/read-query.js';
import { type FilterTemplate, type Hole, RequestTemplate } from './request-template.js';
import type { Placed } from './template-cache.js';

/**
 * @param model    as the request's locale has it
 * @param endpoint of that model
 * @param placed   the request's parameters in order, none of them a list of values or a search
 * @returns undefined where the canonical query is not what its parameters make
 */
export function makeTemplate(
  model: ContentModel,
  endpoint: Endpoint,
  query: Query,
  request: ParsedRequest,
  placed: readonly Placed[],
): RequestTemplate | undefined {
  const types = primaryTypes(model, endpoint);
  const conditions: Condition[] = [];
  const filter = parseFilter(types, query.filter, new Problems(), conditions);
  const holes: Hole[] = [];
  const between: string[] = [];
  let [text, whole, operands] = ['', '', 0];
  for (const { named, value, isHole } of placed) {
    const decoded = decode(value, 'space') ?? '';
    const written = named.head === 'page' ? plainCount(decoded) : decoded;
    const canonical = encodeComponent(named.head === 'localeCode' ? (request.locale?.code ?? '') : written);
    text += `&${named.canonical}=`;
    whole += `&${named.canonical}=${canonical}`;
    if (!isHole) {
      text += canonical;
      continue;
    }
    between.push(text);
    text = '';
    if (named.head === 'page') {
      holes.push({ kind: 'page', named, member: named.path[0] === 'limit' ? 'limit' : 'skip' });
      continue;
    }
    const condition = conditions[operands];
    if (condition === undefined) return undefined;
    operands += 1;
    const { field, operator } = condition;
    const type = field === 'id' ? 'text' : sharedField(types, field)?.type;
    if (type === undefined) return undefined;
    holes.push({ kind: 'operand', named, subject: { name: field, type }, operator });
  }
  between.push(text);
  if (request.search.slice(1) !== whole.slice(1)) return undefined;
  if (placed.length > 0) between[0] = `?${between[0]?.slice(1) ?? ''}`;
  const isLinkage = endpoint.kind === 'linkage';
  const shape = 'shape' in request ? request.shape : BARE;
  const beside = countingScore('counting' in request ? request.counting : undefined);
  return new RequestTemplate({
    request,
    holes,
    between,
    filter: filter === undefined ? undefined : templateOf(filter, conditions),
    page: isLinkage ? DEFAULT_LINKAGE : DEFAULT_PAGE,
    limitMaximum: isLinkage ? LIMITS.relationshipLimitMaximum : LIMITS.pageLimitMaximum,
    complexityAt: (limit) => complexityOf(model, demandOf(endpoint, shape, limit, beside)),
  });
}

function templateOf(filter: Filter, conditions: readonly Condition[]): FilterTemplate {
  switch (filter.kind) {
    case 'condition':
      return { kind: 'condition', field: filter.field, operator: filter.operator, place: conditions.indexOf(filter) };
    case 'not':
      return { kind: 'not', child: templateOf(filter.child, conditions) };
    case 'and':
    case 'or':
      return { kind: filter.kind, children: filter.children.map((child) => templateOf(child, conditions)) };
  }
}
