/**
 * Asking a running server how it is: what `/health` and `/metrics` say, as far as they say it.
 */
import { isRecord } from '../../format/index.js';

export interface SpaceState {
  readonly name: string;
  /** Undefined while there is none. */
  readonly snapshot: string | undefined;
  /** Since the server began to answer from it; undefined where its metrics cannot be read. */
  readonly servedSeconds: number | undefined;
  /** Since the snapshot was built; undefined where its metrics do not tell. */
  readonly ageSeconds: number | undefined;
}

export interface ServerState {
  readonly url: string;
  /** As `/health` has it; `silent` where nothing that can be understood answers. */
  readonly status: string;
  /** Why it is silent. */
  readonly problem: string | undefined;
  readonly version: string | undefined;
  readonly spaces: readonly SpaceState[];
  /** Undefined where its metrics cannot be read. */
  readonly requests: number | undefined;
}

/** @returns the body of an answer, whatever its status. @throws where there is none */
export type Ask = (url: string) => Promise<string>;

const patienceMs = 5_000;

export const askOverHttp: Ask = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'follow' });
  return response.text();
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const silent = (url: string, problem: string): ServerState => ({
  url,
  status: 'silent',
  problem,
  version: undefined,
  spaces: [],
  requests: undefined,
});

/** What fetch throws says little; what caused it says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** @param url of the server, without a slash at its end. Never throws. */
export async function askServer(url: string, ask: Ask = askOverHttp): Promise<ServerState> {
  let health: unknown;
  try {
    health = JSON.parse(await ask(`${url}/health`));
  } catch (error) {
    return silent(url, error instanceof SyntaxError ? 'another program answers there, not stele' : reasonOf(error));
  }
  const spaces = isRecord(health) ? health['spaces'] : undefined;
  const status = isRecord(health) ? textOf(health['status']) : undefined;
  if (!isRecord(health) || !Array.isArray(spaces) || status === undefined) {
    return silent(url, 'another program answers there, not stele');
  }
  const metrics = await ask(`${url}/metrics`).catch(() => '');
  return {
    url,
    status,
    problem: undefined,
    version: textOf(health['version']),
    spaces: spaces.filter(isRecord).map((space) => {
      const name = textOf(space['name']) ?? '';
      return {
        name,
        snapshot: textOf(space['snapshot']),
        servedSeconds: secondsIn(metrics, 'stele_snapshot_served_seconds', name),
        ageSeconds: secondsIn(metrics, 'stele_snapshot_age_seconds', name),
      };
    }),
    requests: requestsIn(metrics),
  };
}

/** Samples as Prometheus' text form has them: name, labels, value. */
const samplesIn = (metrics: string, name: string): readonly (readonly [labels: string, value: number])[] =>
  metrics.split('\n').flatMap((line) => {
    if (!line.startsWith(`${name}{`)) return [];
    const end = line.lastIndexOf('} ');
    return end < 0 ? [] : [[line.slice(name.length + 1, end), Number(line.slice(end + 2))] as const];
  });

function requestsIn(metrics: string): number | undefined {
  const samples = samplesIn(metrics, 'stele_requests_total');
  return samples.length === 0 ? undefined : samples.reduce((sum, [, value]) => sum + value, 0);
}

const secondsIn = (metrics: string, name: string, space: string): number | undefined =>
  samplesIn(metrics, name).find(([labels]) => labels === `space="${space}"`)?.[1];
