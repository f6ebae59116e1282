/**
 * `GET /explore/explain?space=…&request=…`: the executed plan of a request, as `stele query --explain` prints it.
 *
 * The request is answered several times within a few milliseconds, so it is refused whenever content would be refused.
 */

import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../../../src/content/errors/index.js';
import {
  type ExplainedRequest,
  explainRequest,
  type IgnoresParameter,
  runPaged,
  snapshotIn,
} from '../../../src/jsonapi/index.js';
import {
  checkOpensSpace,
  type Mount,
  mountFor,
  NO_STORE,
  type Overload,
  type RequestState,
  splitTarget,
} from '../../../src/server/index.js';

export interface ExplainOptions {
  readonly mounts: readonly Mount[];
  readonly overload: Overload;
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
}

/** Time for repeated answers, in addition to the first. */
const timeLimitNs = 5_000_000;

const clock = (): number => Number(process.hrtime.bigint());

function given(search: string, name: string): string {
  const values = new URLSearchParams(search).getAll(name);
  const [value] = values;
  if (value !== undefined && values.length === 1) return value;
  const detail = `Give "${name}" once, as in /explore/explain?space=<space>&request=<path and query below the delivery root>.`;
  throw new RequestError([{ code: 'InvalidParameter', detail, parameter: name }]);
}

function mountNamed(mounts: readonly Mount[], name: string): Mount {
  const found = mounts.find(({ served }) => served.name === name);
  if (found !== undefined) return found;
  const names = mounts.map(({ served }) => served.name);
  const detail = `There is no space "${excerpt(name)}".${didYouMean(name, names)} The spaces are: ${list(names)}.`;
  throw new RequestError([{ code: 'InvalidValue', detail, parameter: 'space' }]);
}

/** @returns the handler of the route */
export function explainHandler({ mounts, overload, maxCostMs, ignores }: ExplainOptions): Middleware<RequestState> {
  return (ctx) => {
    const { search } = splitTarget(ctx.url);
    const name = given(search, 'space');
    checkOpensSpace(ctx.state, name);
    const mount = mountFor(mountNamed(mounts, name), ctx.state.readsPreviews);
    const target = splitTarget(given(search, 'request'));
    const { space } = mount.served;
    if (space === undefined || !overload.hasTime()) {
      const detail =
        space === undefined ? 'No snapshot is loaded; try again later.' : 'The server is busy; try again later.';
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    const snapshot = snapshotIn(space);
    if (snapshot === undefined) {
      const detail =
        'This server does not answer from a snapshot, so it has no plan to show. Only a server of snapshots explains its answers.';
      throw new RequestError([{ code: 'NotFound', detail }]);
    }
    const bounds = { timeLimitNs, maxCostMs, ignores };
    const explain = (): ExplainedRequest =>
      explainRequest(snapshot, target.path, target.search, mount.base, clock, bounds);
    const tell = (explanation: ExplainedRequest): void => {
      ctx.status = 200;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Cache-Control', NO_STORE);
      ctx.body = Buffer.from(JSON.stringify(explanation));
    };
    const explanation = runPaged(snapshot, explain, 0);
    return explanation instanceof Promise ? explanation.then(tell) : tell(explanation);
  };
}
