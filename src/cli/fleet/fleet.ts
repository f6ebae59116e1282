/**
 * `stele fleet`: servers side by side, and whether they answer from the same snapshot.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { askServer, differencesOf, type ServerState, until } from '../../ship/fleet/index.js';
import { repeated, seconds } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import type { CommandIo } from '../io.js';
import { type ColumnHead, count, left, right, table } from '../table.js';
import { serverUrl } from './server-url.js';

const examples = `
Asks /health and /metrics of each server. The exit code is 1 when one does not answer, has no snapshot, or answers from
another snapshot than the others, for longer than --within.

Examples:
  $ stele fleet http://content-1:8080 http://content-2:8080 http://content-3:8080
  $ stele fleet http://content-1:8080 http://content-2:8080 --within 60
  $ stele fleet http://content-1:8080 --json | jq '.servers[].spaces[].snapshot'`;

interface Seen extends ServerState {
  readonly requestsPerSecond: number | undefined;
}

const RATE_MS = 1_000;
const PAUSE_MS = 1_000;

const heads: readonly ColumnHead[] = [
  left('server'),
  left('space'),
  left('snapshot'),
  right('age'),
  right('served for'),
  left('status'),
  left('version'),
  right('requests/s'),
];

/** @returns such as `2 h 5 min` */
function duration(value: number): string {
  const minutes = Math.floor(value / 60);
  if (minutes < 1) return `${Math.floor(value)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

function rows({ url, status, version = '-', spaces, requestsPerSecond }: Seen): readonly (readonly string[])[] {
  const rate = requestsPerSecond === undefined ? '-' : count(Math.round(requestsPerSecond));
  if (spaces.length === 0) return [[url, '-', '-', '-', '-', status, version, rate]];
  return spaces.map(({ name, snapshot = '-', servedSeconds, ageSeconds }, index) => {
    const since = [ageSeconds, servedSeconds].map((passed) => (passed === undefined ? '-' : duration(passed)));
    const [server, its] = index === 0 ? [url, [status, version, rate]] : ['', []];
    return [server, name, snapshot.slice(0, 16), ...since, ...its];
  });
}

/** Asks each server twice, for how many requests come in between. */
async function look(urls: readonly string[]): Promise<readonly Seen[]> {
  const startMs = performance.now();
  const first = await Promise.all(urls.map((url) => askServer(url)));
  await sleepFor(RATE_MS);
  const second = await Promise.all(urls.map((url) => askServer(url)));
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  return second.map((state, index) => {
    const [before, after] = [first[index]?.requests, state.requests];
    const isKnown = before !== undefined && after !== undefined && after >= before;
    // Two of them are our own questions.
    return { ...state, requestsPerSecond: isKnown ? Math.max(0, after - before - 2) / elapsedSeconds : undefined };
  });
}

const asJson = ({ url, status, problem, version, spaces, requestsPerSecond }: Seen): object => ({
  url,
  status,
  problem: problem ?? null,
  version: version ?? null,
  requestsPerSecond: requestsPerSecond ?? null,
  spaces: spaces.map(({ name, snapshot, servedSeconds, ageSeconds }) => ({
    name,
    snapshot: snapshot ?? null,
    ageSeconds: ageSeconds ?? null,
    servedSeconds: servedSeconds ?? null,
  })),
});

export function fleetCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('fleet')
    .description('show which snapshots several servers answer from, and whether they are the same')
    .argument('<url...>', 'addresses of the servers', repeated(serverUrl))
    .option('--within <seconds>', 'how long the servers may differ before it is an error', seconds, 0)
    .option('--json', 'print the same as JSON', false)
    .addHelpText('after', examples)
    .action(async (urls: readonly string[], { within, json }) => {
      const seen = await until({
        look: () => look(urls),
        isWell: (states) => differencesOf(states).length === 0,
        withinMs: within * 1000,
        pauseMs: PAUSE_MS,
      });
      const differences = differencesOf(seen);
      if (json) io.stdout.write(`${JSON.stringify({ servers: seen.map(asJson), differences }, undefined, 2)}\n`);
      else io.stdout.write(table(heads, seen.flatMap(rows)));
      if (differences.length === 0) return;
      io.stderr.write(differences.map((difference) => `stele: ${difference}\n`).join(''));
      throw new CommandFailed('the servers differ');
    });
}
