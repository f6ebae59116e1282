/**
 * The report of an HTTP run: the same rows for the terminal, for `docs/performance.md`, and for its page of tables.
 */

import { environmentLine } from '../harness/results/results-files.js';
import {
  count,
  duration,
  markdownTable,
  megabytes,
  percent,
  right,
  type Table,
  times,
  verdictSection,
} from '../harness/results/tables.js';
import { type HttpResults, type KeyCosts, type Loaded, ratio, type WorkloadResult } from './results.js';
import { httpVerdicts, moreText } from './targets.js';
import type { ContestantName } from './workloads/requests.js';

const NAMES: Readonly<Record<ContestantName, string>> = {
  bare: 'bare node:http',
  koa: 'bare Koa and @koa/router',
  stele: 'stele',
  replay: 'bare node:http, stele’s answers from a map',
  sqlite: 'Koa over SQLite',
};

const optional = <Value>(value: Value | undefined, shown: (value: Value) => string): string =>
  value === undefined ? '–' : shown(value);

const figures = (loaded: Loaded): string[] => [
  count(Math.round(loaded.perSecond)),
  duration(loaded.p50Us),
  duration(loaded.p99Us),
  duration(loaded.p999Us),
  count(loaded.meanBytes),
  optional(loaded.cpuUs, duration),
  optional(loaded.cpuShare, percent),
  optional(loaded.generatorCpuShare, percent),
  optional(loaded.residentBytes, megabytes),
];

const COLUMNS = [
  right('requests/s'),
  right('p50'),
  right('p99'),
  right('p99.9'),
  right('bytes'),
  right('CPU/answer'),
  right('CPU'),
  right('generator'),
  right('memory'),
];

export const workloadTable = (workloads: readonly WorkloadResult[]): Table => ({
  columns: [{ title: 'workload' }, { title: 'contestant' }, right('÷ bare'), ...COLUMNS],
  rows: workloads.flatMap((workload) =>
    workload.loaded.map((loaded, place) => [
      place === 0 ? workload.name : '',
      NAMES[loaded.contestant],
      loaded.contestant === 'bare' ? '' : optional(ratio(workload, loaded.contestant, 'bare'), times),
      ...figures(loaded),
    ]),
  ),
});

/** Stele alone: half of the highest load, the peak, and far beyond it. */
export function strainTable({ halfLoads, overload, threads }: HttpResults): Table {
  const rows = halfLoads.flatMap(({ workload, half, bare, busy }) => [
    [`half of the highest load, ${workload}`, ...figures(half)],
    [`as many to ${NAMES.bare}`, ...figures(bare)],
    ...(busy === undefined ? [] : [[`as many to ${NAMES.bare}, with ${busy.us} µs of work`, ...figures(busy.loaded)]]),
  ]);
  if (overload !== undefined) {
    rows.push([`cold, ${overload.peakConnections} connections (the peak)`, ...figures(overload.peak)]);
    rows.push([`cold, ${overload.connections} connections`, ...figures(overload.over)]);
  }
  if (threads !== undefined && !('missing' in threads)) {
    rows.push([`hot, 1 thread, Node ${threads.node}`, ...figures(threads.one)]);
    rows.push([`hot, 2 threads, Node ${threads.node}`, ...figures(threads.two)]);
  }
  return { columns: [{ title: 'stele under strain' }, ...COLUMNS], rows };
}

const costsText = ({ guarded, sent, noise }: KeyCosts): string =>
  `${moreText(guarded)} with keys, ${moreText(sent)} where a key is sent and none is asked for, ${moreText(noise)} between two servers that are the same`;

/** @returns lines about the cost of keys in hot throughput; empty if it was not measured */
export function keysLines({ keys }: HttpResults): string[] {
  if (keys === undefined) return [];
  const { open, guarded, launches, elapsed, cpu } = keys;
  const rates = [open, guarded].map(({ perSecond }) => count(Math.round(perSecond)));
  const busy = [guarded.cpuShare, guarded.generatorCpuShare].map((share) => optional(share, percent));
  const held =
    (guarded.generatorCpuShare ?? 0) > (guarded.cpuShare ?? 1) ? '; the generator may have held it back' : '';
  return [
    `Keys: ${rates[0]} hot requests a second without and ${rates[1]} with, in ${launches} launches; the server at ${busy[0]} of a core, the generator at ${busy[1]}${held}.`,
    `Keys, how much longer an answer takes: ${costsText(elapsed)}.`,
    ...(cpu === undefined ? [] : [`Keys, how much more processor time an answer takes: ${costsText(cpu)}.`]),
  ];
}

/** @returns lines about refusals under overload, and about throughput by connections; empty if not measured */
export function overloadLines({ overload }: HttpResults): string[] {
  if (overload === undefined) return [];
  const { ladder, over, refusals, refusalP50Us, refusalP99Us, closedConnections } = overload;
  const all = over.answers + refusals;
  const quick =
    refusalP50Us === undefined || refusalP99Us === undefined
      ? ''
      : `, each within ${duration(refusalP50Us)} (p50), ${duration(refusalP99Us)} (p99)`;
  const share = all === 0 ? 0 : refusals / all;
  return [
    `Cold requests a second by connections: ${ladder.map((rung) => `${rung.connections}: ${count(Math.round(rung.perSecond))}`).join(', ')}.`,
    `Refused with 503 under overload: ${percent(share)} of ${count(all)} answers${quick}; connections closed: ${closedConnections}.`,
  ];
}

/** @returns a warning if the generator may have limited the measurement */
export function generatorLines({ workloads }: HttpResults): string[] {
  const busy = workloads.flatMap(({ name, loaded }) =>
    loaded
      .filter(({ generatorCpuShare = 0, cpuShare = 1 }) => generatorCpuShare > 0.9 && generatorCpuShare > cpuShare)
      .map(({ contestant }) => `${name} of ${NAMES[contestant]}`),
  );
  if (busy.length === 0) return [];
  return [`The generator was busier than the server, and may have held it back: ${busy.join('; ')}.`];
}

/** @returns how much the generator's own stalls took, at half load; empty if that was not measured */
export const stallLines = ({ halfLoads }: HttpResults): string[] =>
  halfLoads.flatMap(({ workload, half, bare, busy }) =>
    [half, bare, busy?.loaded].flatMap((loaded) => {
      if (loaded?.undisturbed === undefined) return [];
      const { contestant, undisturbed } = loaded;
      const { share, slowShare, latenessP99Us, latenessMaximumUs } = undisturbed;
      const late = `was late by ${duration(latenessP99Us)} (p99), ${duration(latenessMaximumUs)} at most`;
      const slow = slowShare === undefined ? '' : `${(slowShare * 100).toFixed(2)} % took more than 10 ms; `;
      return [
        `At half of the highest load, ${workload}, ${NAMES[contestant]}${loaded === busy?.loaded ? ', made to work' : ''}: ${slow}the generator ${late}; ${((1 - share) * 100).toFixed(1)} % of the answers waited while it was held up, and the verdict leaves them out.`,
      ];
    }),
  );

/** @returns a line about a finished workload, to show progress */
export function workloadLine(workload: WorkloadResult): string {
  const parts = workload.loaded.map(
    ({ contestant, perSecond }) => `${NAMES[contestant]} ${count(Math.round(perSecond))}/s`,
  );
  return `${workload.name}: ${parts.join(', ')}`;
}

const INTRODUCTION = `Five servers are compared, each in a process of its own:

- **bare node:http** sends the same number of prepared bytes. It shows the limit of Node.js.
- **bare Koa and @koa/router** does the same with the libraries that stele uses. It shows the limit of these libraries.
- **stele** is \`stele serve\`.
- **bare node:http, stele’s answers from a map** sends the headers and bytes of stele from memory. It shows the limit of
  any server that sends them.
- **Koa over SQLite** is a server written by hand that gives the same documents.

A *generator*, another process on the same machine, sends requests to them in turns. Every answer was checked. *CPU* and
*generator* are the shares of one core that server and generator used. *÷ bare* is the rate divided by that of bare
node:http.
`;

const NOTHING = 'No results over HTTP have been recorded yet. `npm run bench:http` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function httpSections(all: readonly HttpResults[]): string[] {
  const largest = all.at(-1);
  if (largest === undefined) return ['## Over HTTP\n', NOTHING];
  return [
    `## Over HTTP

The targets were measured at ${count(largest.items)} items. [The tables](results/http.md) show every server under every load.
*Bare node:http* is a server that sends prepared bytes. *Stele’s answers from a map* are sent by a bare server that has
every answer in memory. The *peak* is the number of connections with the most answers a second; *there* means at 5 × this
number.

${verdictSection(httpVerdicts(largest))}`,
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const httpTables = (all: readonly HttpResults[]): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
];

function sizeSection(results: HttpResults): string {
  const { environment, items, seed, seconds, connections } = results;
  const lines = [
    ...stallLines(results),
    ...overloadLines(results),
    ...keysLines(results),
    ...generatorLines(results),
  ].map((line) => `\n${line}\n`);
  return `## HTTP, ${count(items)} items

${environmentLine(environment, 'loopback')}; seed ${seed}, ${connections} connections, ${seconds} s a workload and contestant.

${markdownTable(workloadTable(results.workloads))}
${markdownTable(strainTable(results))}${lines.join('')}`;
}
