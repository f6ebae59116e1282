/**
 * Requests that a snapshot answers and a database does not: they are refused with the reason.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { type ContentModel, isNatural } from '../../../src/content/model/index.js';
import type { ParsedRequest } from '../../../src/jsonapi/index.js';

/** @throws RequestError that names the parameter */
export function refuseUnsupported(request: ParsedRequest, model: ContentModel): void {
  if (request.kind !== 'related') return;
  if (request.relationship.to.length < 2) return;
  const types = request.relationship.to.map((name) => model.contentTypes.get(name));
  const naturalKey = request.sort.find(({ field }) =>
    types.some((type) => {
      const sortField = type?.fieldByName.get(field);
      return sortField !== undefined && isNatural(sortField);
    }),
  );
  if (naturalKey === undefined) return;
  const detail = `The natural order of "${naturalKey.field}" over several types cannot be answered from a database. Ask a server of snapshots, which answers it, or sort by another field.`;
  throw new RequestError([{ code: 'NotIndexed', parameter: 'sort', detail }], request.complexity);
}
