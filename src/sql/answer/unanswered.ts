/**
 * What is asked of snapshots and not of a database yet: refused, never answered otherwise.
 */

import { isListRequest, type ParsedRequest } from '../../api/jsonapi/index.js';
import { RequestError, type RequestProblem } from '../../content/errors/index.js';
import { type ContentModel, isNatural } from '../../content/model/index.js';

const instead = 'Ask a server of snapshots, which answers it';

/** @throws RequestError that names each parameter */
export function refuseUnanswered(request: ParsedRequest, model: ContentModel): void {
  if (!isListRequest(request)) return;
  const problems: RequestProblem[] = [];
  const refuse = (parameter: string, what: string, more: string): void => {
    problems.push({
      code: 'NotIndexed',
      parameter,
      detail: `${what} cannot be answered from a database. ${instead}${more}.`,
    });
  };
  if (request.kind !== 'search' && request.counting !== undefined && request.counting.facets.length > 0) {
    refuse('_facet', 'Facets', ', or ask for the totals of filters');
  }
  if (request.counting !== undefined && request.counting.statistics.length > 0) refuse('_stats', 'Statistics', '');
  if (request.kind === 'related' && request.relationship.to.length > 1) {
    const types = request.relationship.to.map((name) => model.contentTypes.get(name));
    const natural = request.sort.find(({ field }) =>
      types.some((type) => {
        const found = type?.fieldByName.get(field);
        return found !== undefined && isNatural(found);
      }),
    );
    if (natural !== undefined) {
      refuse('sort', `The natural order of "${natural.field}" over several types`, ', or sort by another field');
    }
  }
  if (problems.length > 0) throw new RequestError(problems, request.complexity);
}
