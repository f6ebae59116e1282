/**
 * The promised names, one on each line: parameters, options, metrics and exports that must never be removed.
 *
 *     test/system/golden/promises.txt   all names that a release had; lines are only added
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { watchMetrics } from '../../addons/import/commands/watch/metrics.js';
import { DONE, FAILED, WRONG_USAGE } from '../../src/cli/failure.js';
import { createProgram } from '../../src/cli/program.js';
import * as client from '../../src/client/http/index.js';
import * as library from '../../src/client/library/index.js';
import { REQUEST_ERRORS } from '../../src/content/errors/index.js';
import { FIELD_TYPES, operatorsOfType } from '../../src/content/model/index.js';
import { FORMAT_VERSION } from '../../src/format/index.js';
import { FORMS } from '../../src/jsonapi/request/heads.js';
import { COMPLEXITY_HEADER, SNAPSHOT_HEADER } from '../../src/server/http/headers.js';
import { createServerMetrics } from '../../src/server/metrics/registry.js';
import { GOLDEN } from './golden.js';

const file = join(GOLDEN, 'promises.txt');

export const promised = (): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

/** Adds new names. */
export async function recordPromises(): Promise<void> {
  const all = new Set([...promised(), ...(await kept())]);
  writeFileSync(file, `${[...all].sort().join('\n')}\n`);
}

/** @returns the names that this version has */
export async function kept(): Promise<readonly string[]> {
  return [
    `format ${FORMAT_VERSION}`,
    `exit ${DONE} done`,
    `exit ${FAILED} failed`,
    `exit ${WRONG_USAGE} wrong usage`,
    `header ${COMPLEXITY_HEADER}`,
    `header ${SNAPSHOT_HEADER}`,
    ...Object.values(FORMS).map((form) => `parameter ${form}`),
    ...Object.entries(REQUEST_ERRORS).map(([code, status]) => `error ${code} ${status}`),
    ...FIELD_TYPES.map((type) => `type ${type}`),
    ...FIELD_TYPES.flatMap((type) => operatorsOfType(type).map((operator) => `operator ${type} ${operator}`)),
    ...Object.keys(library).map((name) => `import stele ${name}`),
    ...Object.keys(client).map((name) => `import stele/client ${name}`),
    ...metricNames(),
    ...(await commandNames()),
  ];
}

/** With its labels, by which alerts choose. */
function metricNames(): readonly string[] {
  const server = createServerMetrics(() => {
    throw new Error('nothing is scraped here');
  });
  const state = { runs: 0, failures: 0, runningSinceMs: null, failingSinceMs: null, lastRunSeconds: 0 };
  const status = { snapshot: null, publishedMs: null, hooks: 0, refusedHooks: 0, heldBack: [], nextChange: null };
  const watch = watchMetrics({ state: () => state }, () => status);
  return [...server.getMetricsAsArray(), ...watch.getMetricsAsArray()].map((metric) => {
    const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
    return `metric ${metric.name}${labels.length === 0 ? '' : ` ${labels.join(' ')}`}`;
  });
}

async function commandNames(): Promise<readonly string[]> {
  const program = await createProgram({
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    untilStopped: () => Promise.resolve(),
  });
  const commands = program.commands.flatMap((command) => [
    { name: command.name(), command },
    ...command.commands.map((below) => ({ name: `${command.name()} ${below.name()}`, command: below })),
  ]);
  return commands.flatMap(({ name, command }) => [
    `command ${[name, ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))].join(' ')}`,
    ...command.options.map(({ flags, mandatory }) => `${mandatory ? 'required' : 'option'} ${name} ${flags}`),
    ...[...command.registeredArguments, ...command.options].flatMap((one) =>
      (one.argChoices ?? []).map((choice) => `choice ${name} ${one.name()} ${choice}`),
    ),
  ]);
}
