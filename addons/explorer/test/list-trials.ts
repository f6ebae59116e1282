/**
 * Lists the requests that the reference sends when each trial of each endpoint is tried with its example, and those that
 * the server refuses.
 */
import { RequestError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { writeTarget } from '../app/address/place.js';
import { isObject } from '../app/model/resource.js';
import { primaryTypes, readEndpoint } from '../app/model/space.js';
import { examplePath, listPaths, readOperation } from '../app/reference/openapi-document.js';
import { groupTrials, listTrialParams } from '../app/reference/trials.js';
import { fetchDescription } from './read-description.js';

/** @returns path and query below the delivery root, of every trial. @param origin server of one space */
export async function listTrialTargets(origin: string): Promise<readonly string[]> {
  const [{ space }, document]: [Awaited<ReturnType<typeof fetchDescription>>, unknown] = await Promise.all([
    fetchDescription(origin),
    fetch(`${origin}/openapi.json`).then((reply) => reply.json()),
  ]);
  if (!isObject(document)) throw new Error('The server has no OpenAPI document.');
  return listPaths(document).flatMap((template) => {
    const operation = readOperation(document, template);
    if (operation === undefined) return [];
    const path = examplePath(document, template);
    const types = primaryTypes(space, readEndpoint(space, path));
    return groupTrials(operation, types)
      .flatMap(({ trials }) => trials)
      .filter(({ canBeTried }) => canBeTried)
      .map((trial) => writeTarget({ path, params: listTrialParams(trial, trial.value, []) }));
  });
}

/** The cost limit of a server without options, in milliseconds. */
const maxCostMs = 25;

/** @returns the trials that are refused, with the reasons */
export function listRefused(space: Space, targets: readonly string[]): readonly string[] {
  return targets.flatMap((target) => {
    try {
      answer(space, parseTarget(space.model, target), '', { maxCostMs });
      return [];
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return [`${target}: ${error.problems.map(({ code, detail }) => `${code} ${detail}`).join('; ')}`];
    }
  });
}
