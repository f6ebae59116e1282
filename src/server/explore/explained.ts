/**
 * `GET /explore/explain?space=…&request=…`: how a request of the explorer's is answered, as `stele query --explain` tells it.
 *
 * It answers the request for a few milliseconds again and again, so it is refused whenever content would be.
 */
import type { Middleware } from 'koa';
import {
  type ExplainedRequest,
  explainRequest,
  type IgnoresParameter,
  isEngine,
  whenRead,
} from '../../api/jsonapi/index.js';
import { didYouMean, excerpt, list, RequestError } from '../../content/errors/index.js';
import { checkOpened } from '../access/guarded.js';
import { type Mount, mountFor } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import { NO_STORE } from '../wire/headers.js';
import type { Overload } from '../wire/overload.js';
import { splitTarget } from '../wire/target.js';

export interface ExplainOptions {
  readonly mounts: readonly Mount[];
  readonly overload: Overload;
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
}

/** What a request may take beside answering it once. */
const enoughNs = 5_000_000;

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

export function explained({ mounts, overload, maxCostMs, ignores }: ExplainOptions): Middleware<RequestState> {
  return (ctx) => {
    const { search } = splitTarget(ctx.url);
    const name = given(search, 'space');
    checkOpened(ctx.state, name);
    const mount = mountFor(mountNamed(mounts, name), ctx.state.previews);
    const target = splitTarget(given(search, 'request'));
    const { space } = mount.served;
    if (space === undefined || !overload.hasTime()) {
      const detail =
        space === undefined ? 'No snapshot is loaded; try again later.' : 'The server is busy; try again later.';
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    if (isEngine(space)) {
      const detail =
        'This server does not answer from a snapshot, so it has no plan to show. Only a server of snapshots explains its answers.';
      throw new RequestError([{ code: 'NotFound', detail }]);
    }
    const bounds = { enoughNs, maxCostMs, ignores };
    const explain = (): ExplainedRequest =>
      explainRequest(space, target.path, target.search, mount.base, clock, bounds);
    const tell = (explanation: ExplainedRequest): void => {
      ctx.status = 200;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Cache-Control', NO_STORE);
      ctx.body = Buffer.from(JSON.stringify(explanation));
    };
    const explanation = whenRead(space, explain, 0);
    return explanation instanceof Promise ? explanation.then(tell) : tell(explanation);
  };
}
