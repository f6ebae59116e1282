/**
 * The pages for operators, against the code: every command, option, default, timeout and limit is on them.
 */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watchMetrics } from '../../addons/import/commands/watch/metrics.js';
import { WARNING_KINDS } from '../../build/read/index.js';
import { DEBUG_VARIABLE } from '../../src/cli/failure.js';
import { createProgram } from '../../src/cli/program.js';
import { FIELD_NAME_RULE, FIELD_TYPES, LIMITS } from '../../src/content/model/index.js';
import {
  DEFAULT_OVERLOAD,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  SURROGATE_HEADERS,
  type Timeouts,
} from '../../src/server/index.js';
import { createServerMetrics } from '../../src/server/metrics/registry.js';
import { COMPRESSION_BACKLOG } from '../../src/server/negotiate/compression-queue.js';
import { RESERVED_CONNECTIONS } from '../../src/server/wire/connection-limit.js';
import { codesOfColumn, readPage, tableAt, tablesOf } from '../../testing/pages/markdown.js';

const names = ['build', 'live', 'serve', 'replicate', 'ship', 'purge', 'secure', 'watch', 'tune', 'cli'].map(
  (name) => `docs/run/${name}.md`,
);
const page = [...names, 'docs/scale.md', 'docs/content.md', 'docs/import/README.md'].map(readPage).join('\n');
const tables = tablesOf(page);

const sorted = (names: Iterable<string>): string[] => [...names].sort();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('docs/run, docs/content.md, docs/import', async () => {
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

  /** Options in a section of a page: `flags`, and after them the default. */
  const optionsOf = (section: string): readonly (readonly [flags: string, value: string])[] =>
    tables
      .filter((table) => table.section === section && table.head[0] === 'option: default')
      .flatMap(({ rows }) => rows.map(([cell = '']) => /^`([^`]+)`(?:: (.*))?$/.exec(cell)))
      .map((found) => [found?.[1] ?? 'a cell that is no option', found?.[2] ?? '']);

  /** Sections that have the options which a section leaves to them, each of which it names or says to be there. */
  const alsoIn: Readonly<Record<string, readonly string[]>> = {
    build: ['stele import', 'stele gate'],
    watch: ['stele build', 'stele import', 'stele gate'],
    load: ['stele build'],
    advise: ['stele build'],
    pull: ['stele serve'],
    rollback: ['stele build'],
  };

  it.each([...named, ...nested])('%s › lists every option with its default', (name, command) => {
    const section = command === program ? 'stele' : `stele ${name}`;
    const own = optionsOf(section);
    expect(page).toMatch(new RegExp(`^##+ ${section}\\n`, 'm'));
    const flags: readonly string[] = [...command.options.map((option) => option.flags), '-h, --help'];
    for (const [flag] of own) expect(flags).toContain(flag);
    const shown = new Map([...(alsoIn[name] ?? []).flatMap(optionsOf), ...own]);
    const [text = ''] = page.slice(page.search(new RegExp(`^##+ ${section}\\n`, 'm')) + 3).split(/\n##+ /);
    for (const { flags, long, mandatory, negate, defaultValue } of command.options) {
      expect([...shown.keys()], flags).toContain(flags);
      // Options of another section are named here one by one, or all together.
      const isNamed = own.some(([flag]) => flag === flags) || text.includes(`\`${long}\``);
      expect(isNamed || /takes the options of|`--gate` those of/.test(text), flags).toBe(true);
      if (mandatory) expect(shown.get(flags), flags).toBe('required');
      else if (negate || defaultValue === false) expect(shown.get(flags), flags).toBe('');
      else if (defaultValue !== undefined) expect(shown.get(flags), flags).toBe(String(defaultValue));
    }
  });

  it('serve › lists its options in the groups and order of --help', () => {
    const serve = program.commands.find((command) => command.name() === 'serve');
    const groups = new Map<string, string[]>();
    for (const { helpGroupHeading = '', flags } of serve?.options ?? []) {
      groups.set(helpGroupHeading, [...(groups.get(helpGroupHeading) ?? []), flags]);
    }
    expect(groups.size).toBeGreaterThan(8);
    for (const [heading, flags] of groups) {
      const part = page.slice(page.indexOf(`\n${heading}\n`)).split('\n\n')[1] ?? '';
      expect(
        [...part.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]),
        heading,
      ).toEqual(flags);
    }
  });

  it('arguments › are in the usage line of each command', () => {
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
    const expected: Readonly<Record<Exclude<keyof Timeouts, 'checkMs' | 'drainDelayMs'>, string>> = {
      headersMs: '--headers-timeout <seconds>',
      requestMs: '--request-timeout <seconds>',
      keepAliveMs: '--idle-timeout <seconds>',
      stallMs: '--stall-timeout <seconds>',
      drainMs: '--drain-timeout <seconds>',
    };
    const shown = new Map(optionsOf('stele serve'));
    const labels: ReadonlyMap<string, string> = new Map(Object.entries(expected));
    const { checkMs, drainDelayMs, ...timeouts } = DEFAULT_TIMEOUTS;
    for (const [name, ms] of Object.entries(timeouts)) {
      expect(shown.get(labels.get(name) ?? ''), name).toBe(String(ms / 1000));
    }
    const words = page.replace(/\s+/g, ' ');
    expect(words).toContain(`The server checks the times of requests every ${checkMs / 1000} s.`);
    expect(words).toContain(`A server in your own program has a \`--drain-delay\` of ${drainDelayMs / 1000} s.`);
    expect(words).toContain(`If more than ${COMPRESSION_BACKLOG} documents wait to be compressed`);
    expect(words).toContain(`on ${RESERVED_CONNECTIONS} connections beyond the limit`);
    expect(shown.get('--max-in-flight <number>')).toBe(String(DEFAULT_OVERLOAD.inFlightMaximum));
    expect(shown.get('--max-connections <number>')).toBe(String(DEFAULT_OVERLOAD.connectionsMaximum));
    expect(shown.get('--max-turn <ms>')).toBe(String(DEFAULT_OVERLOAD.turnMsMaximum));
    expect(shown.get('--max-waiting-bytes <bytes>')).toContain(`at most ${DEFAULT_OVERLOAD.heldBytesMaximum}`);
    expect(shown.get('--max-header-bytes <bytes>')).toBe(String(HEADER_BYTES_MAXIMUM));
    expect(shown.get('--max-target-bytes <bytes>')).toBe(String(LIMITS.targetBytes));
  });

  it('metrics › each metric of stele is in the table, and no others', async () => {
    const registry = createServerMetrics(() => {
      throw new Error('nothing is scraped here');
    });
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    const metricTables = tables.filter(({ section, head }) => section === 'Metrics' && head[0] === 'metric');
    expect(sorted(metricTables.flatMap((table) => codesOfColumn(table, 0)))).toEqual(sorted(names));
  });

  it('metrics of stele watch › each is in its table, and nothing else', () => {
    const state = { runs: 0, failures: 0, runningSinceMs: null, failingSinceMs: null, lastRunSeconds: 0 };
    const told = { snapshot: null, publishedMs: null, hooks: 0, refusedHooks: 0, heldBack: [], nextChange: null };
    const names = watchMetrics({ state: () => state }, () => told)
      .getMetricsAsArray()
      .map(({ name }) => name);
    expect(sorted(codesOfColumn(tableAt(tables, 'Health and metrics', 'metric of the builder'), 0))).toEqual(
      sorted(names),
    );
  });

  it('surrogate headers › each is named', () => {
    for (const name of SURROGATE_HEADERS) expect(page).toContain(`\`${name}\``);
  });

  it('environment, field types, warnings and reserved names › each is named', () => {
    expect(codesOfColumn(tableAt(tables, 'Exit codes and environment', 'variable'), 0)).toContain(DEBUG_VARIABLE);
    expect(sorted(codesOfColumn(tableAt(tables, 'The export', 'field type'), 0))).toEqual(sorted(FIELD_TYPES));
    expect(tableAt(tables, 'Refused and repaired mistakes', 'reported').rows).toHaveLength(WARNING_KINDS.length);
    const reserved = /must not be (.*)$/.exec(FIELD_NAME_RULE)?.[1]?.split(', ') ?? [];
    expect(reserved.length).toBeGreaterThan(3);
    for (const name of reserved) expect(page).toContain(`\`${name}\``);
  });
});
