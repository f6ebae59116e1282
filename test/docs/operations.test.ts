/**
 * docs/operations.md against the code: every command, option, default, timeout and limit an operator can meet.
 */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WARNING_KINDS } from '../../build/read/index.js';
import { DEBUG_VARIABLE } from '../../src/cli/failure.js';
import { createProgram } from '../../src/cli/program.js';
import { FIELD_NAME_RULE, FIELD_TYPES, LIMITS } from '../../src/model/index.js';
import {
  DEFAULT_OVERLOAD,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  SURROGATE_HEADERS,
  type Timeouts,
} from '../../src/server/index.js';
import { serverMetrics } from '../../src/server/metrics/registry.js';
import { COMPRESSION_BACKLOG } from '../../src/server/negotiate/compression.js';
import { RESERVED_CONNECTIONS } from '../../src/server/wire/connection-limit.js';
import { codesIn, codesOfColumn, entriesOf, readPage, tableAt, tablesOf } from './markdown.js';

const page = readPage('docs/operations.md');
const tables = tablesOf(page);

const sorted = (names: Iterable<string>): string[] => [...names].sort();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('docs/operations.md', async () => {
  const program = await createProgram({
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    untilStopped: () => Promise.resolve(),
  });

  const nested = program.commands.flatMap((parent) =>
    parent.commands.map((command) => [`${parent.name()} ${command.name()}`, command] as const),
  );
  const named = [program, ...program.commands].map((command) => [command.name(), command] as const);

  it.each([...named, ...nested])('%s › every option with its default', (name, command) => {
    const section = command === program ? 'stele' : `stele ${name}`;
    const rows = tables
      .filter((table) => table.section === section && table.head[0] === 'option')
      .flatMap(({ rows }) => rows);
    expect(page).toContain(`### ${section}\n`);
    for (const { flags, mandatory, defaultValue } of command.options) {
      const row = rows.find(([option = '']) => codesIn(option).includes(flags));
      expect(row, flags).toBeDefined();
      if (mandatory) expect(row?.[1]).toBe('required');
      else if (defaultValue !== undefined) expect(row?.[1]).toBe(String(defaultValue));
    }
    const flags: readonly string[] = [...command.options.map((option) => option.flags), '-h, --help'];
    for (const [option = ''] of rows) for (const code of codesIn(option)) expect(flags).toContain(code);
  });

  it('arguments › stand in the usage line of each command', () => {
    for (const command of program.commands) {
      const names = command.registeredArguments.map((argument) =>
        argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      );
      expect(page).toMatch(new RegExp(`^ {4}stele ${command.name()} ${names.map(escaped).join(' ')}`, 'm'));
    }
  });

  it('log levels › each is named', () => {
    const levels = program.commands.flatMap(({ options }) => options.flatMap(({ argChoices }) => argChoices ?? []));
    expect(levels.length).toBeGreaterThan(5);
    for (const level of levels) expect(page).toContain(`\`${level}\``);
  });

  it('timeouts and limits › each with its value', () => {
    const expected: Readonly<Record<keyof Timeouts, string>> = {
      headersMs: "a request's line and headers arrive within",
      requestMs: 'a whole request, its body included, arrives within',
      keepAliveMs: 'an idle connection stays open for',
      stallMs: 'a client that takes nothing of its answer is cut after',
      checkMs: 'both of the first two are looked at every',
      drainMs: 'requests in flight finish within, once the server stops',
    };
    const rows = entriesOf(tableAt(tables, 'Limits and overload', 'what'));
    const labels: ReadonlyMap<string, string> = new Map(Object.entries(expected));
    for (const [name, ms] of Object.entries(DEFAULT_TIMEOUTS)) {
      expect(rows.get(labels.get(name) ?? ''), name).toMatch(new RegExp(`^${ms / 1000} s(,|$)`));
    }
    expect(rows.get('requests in flight at most')).toMatch(new RegExp(`^${DEFAULT_OVERLOAD.inFlightMaximum},`));
    expect(rows.get('open connections at most')).toMatch(new RegExp(`^${DEFAULT_OVERLOAD.connectionsMaximum},`));
    const turn = rows.get('a turn of the event loop answers for at most');
    expect(turn).toMatch(new RegExp(`^${DEFAULT_OVERLOAD.turnMsMaximum} ms,`));
    expect(page).toContain(`Where more than ${COMPRESSION_BACKLOG} documents wait to be compressed`);
    expect(page).toContain(`on ${RESERVED_CONNECTIONS} connections beyond the limit`);
    const heldMiB = DEFAULT_OVERLOAD.heldBytesMaximum / 2 ** 20;
    expect(rows.get('answers that wait for their clients at most')).toMatch(new RegExp(`^${heldMiB} MiB,`));
    expect(rows.get('request line and headers at most')).toMatch(new RegExp(`^${HEADER_BYTES_MAXIMUM} bytes`));
    expect(rows.get('path and query at most')).toMatch(new RegExp(`^${LIMITS.targetBytes} bytes`));
  });

  it('metrics › each of ours is in the table, and nothing else', async () => {
    const registry = serverMetrics(() => {
      throw new Error('nothing is scraped here');
    });
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(sorted(codesOfColumn(tableAt(tables, 'Metrics', 'metric'), 0))).toEqual(sorted(names));
  });

  it('surrogate headers › each is named', () => {
    for (const name of SURROGATE_HEADERS) expect(page).toContain(`\`${name}\``);
  });

  it('environment, field types, warnings and reserved names › each is named', () => {
    expect(codesOfColumn(tableAt(tables, 'Exit codes and environment', 'variable'), 0)).toContain(DEBUG_VARIABLE);
    expect(sorted(codesOfColumn(tableAt(tables, 'The export', 'field type'), 0))).toEqual(sorted(FIELD_TYPES));
    expect(tableAt(tables, 'The export', 'reported').rows).toHaveLength(WARNING_KINDS.length);
    const reserved = /must not be (.*)$/.exec(FIELD_NAME_RULE)?.[1]?.split(', ') ?? [];
    expect(reserved.length).toBeGreaterThan(3);
    for (const name of reserved) expect(page).toContain(`\`${name}\``);
  });
});
