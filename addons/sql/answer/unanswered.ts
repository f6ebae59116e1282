/**
 * What is asked of snapshots and not of a database yet: refused, never answered otherwise.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { type ContentModel, isNatural } from '../../../src/content/model/index.js';
import type { ParsedRequest } from '../../../src/jsonapi/index.js';

/** @throws RequestError that names the parameter */
export function refuseUnanswered(request: ParsedRequest, model: ContentModel): void {
  if (request.kind !== 'related') return;
  if (request.relationship.to.length < 2) return;
  const types = request.relationship.to.map((name) => model.contentTypes.get(name));
  const natural = request.sort.find(({ field }) =>
    types.some((type) => {
      const found = type?.fieldByName.get(field);
      return found !== undefined && isNatural(found);
    }),
  );
  if (natural === undefined) return;
  const detail = `The natural order of "${natural.field}" over several types cannot be answered from a database. Ask a server of snapshots, which answers it, or sort by another field.`;
  throw new RequestError([{ code: 'NotIndexed', parameter: 'sort', detail }], request.complexity);
}
