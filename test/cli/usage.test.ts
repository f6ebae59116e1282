import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AddOnName } from '../../src/addons/index.js';
import { createProgram } from '../../src/cli/program.js';
import { hasAddOns } from '../../testing/add-ons.js';
import { stele } from '../../testing/cli/stele.js';
import { BOOKSHOP_EXPORT } from '../../testing/samples/bookshop.js';

const { commands: createdCommands } = await createProgram({
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  env: {},
  untilStopped: () => Promise.resolve(),
});
/** Commands whose options are in groups, as far as their add-ons are installed. */
const commandsWithManyOptions = createdCommands
  .map((command) => command.name())
  .filter((name) => ['build', 'watch', 'import', 'serve', 'load', 'replay', 'advise'].includes(name));

const commands = ['build', 'serve', 'query', 'inspect', 'verify', 'rollback'];

describe('stele --help', () => {
  it('the program › prints every command, the exit codes and the debug variable', async () => {
    const { code, stdout, stderr } = await stele(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain('Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.');
    expect(stdout).toContain('STELE_DEBUG');
  });

  it.each(commands)('%s › prints usage and examples, with --help and with help', async (command) => {
    const asked = await stele([command, '--help']);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage: stele ${command} `);
    expect(asked.stdout).toContain('Examples:');
    expect(asked.stdout).toContain(`$ stele ${command} `);
    expect(await stele(['help', command])).toEqual(asked);
  });

  it('an option without which the command does not run › is marked, also in the short form', async () => {
    for (const flag of ['--help', '-h']) {
      const { stdout } = await stele(['purge', flag]);
      expect(stdout).toContain('required: cache to purge');
      expect(stdout).toContain('required: file that stores the progress');
      expect(stdout).not.toMatch(/--url <url> +required/);
    }
  });

  it.each([['keys add'], ['keys list'], ['keys revoke'], ['keys new'], ...(hasAddOns('tune') ? [['log show']] : [])])(
    '%s › prints an example',
    async (words) => {
      expect((await stele([...words.split(' '), '--help'])).stdout).toContain(`\nExamples:\n  $ stele ${words} `);
    },
  );

  it.runIf(hasAddOns('sql'))('serve › prints every option', async () => {
    const { stdout } = await stele(['serve', '--help']);
    const options = ['--port', '--host', '--public-url', '--space', '--cors-origin', '--log-level', '--access-log'];
    options.push('--threads', '--poll', '--wait', '--resident', '--resident-cache-bytes');
    options.push('--cache-bytes', '--cache-control', '--max-age', '--s-maxage', '--stale-while-revalidate');
    options.push('--stale-if-error', '--surrogate-keys', '--max-connections', '--max-in-flight', '--max-waiting-bytes');
    options.push('--max-turn', '--max-header-bytes', '--max-target-bytes', '--headers-timeout', '--request-timeout');
    options.push(
      '--idle-timeout',
      '--stall-timeout',
      '--drain-timeout',
      '--no-explorer',
      '--no-metrics',
      '--metrics-port',
    );
    options.push('--ignore-parameter', '--trust-proxy', '--proxies');
    options.push('--keys', '--host-of', '--preview');
    options.push('--from', '--schema', '--connections', '--statement-timeout', '--pool-timeout');
    for (const option of options) expect(stdout).toContain(option);
  });

  it.each(commandsWithManyOptions)('%s › prints all options in groups of at most nine', async (command) => {
    const { stdout } = await stele([command, '--help']);
    const groups = stdout.split(/\n\n(?=\S.*:\n)/).flatMap((part) => {
      const flags = part.match(/^ {2}--[\w-]+/gm) ?? [];
      return flags.length === 0 ? [] : [{ title: part.split('\n')[0], count: flags.length }];
    });
    expect(groups.length).toBeGreaterThan(2);
    for (const { title, count } of groups) {
      expect(title).not.toBe('Options:');
      expect(count, title).toBeLessThanOrEqual(9);
    }
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(9);
  });

  it('every command that is not in groups › has at most nine options', () => {
    for (const command of createdCommands) {
      if (commandsWithManyOptions.includes(command.name())) continue;
      expect(command.options.length, command.name()).toBeLessThanOrEqual(9);
    }
  });
});

describe('stele --version', () => {
  it('the version › is the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await stele(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

const importCases: readonly [string, string[], string][] = hasAddOns('import')
  ? [
      [
        'an unknown source of a build',
        ['build', 'x', '--out', 'y', '--from', 'cvs'],
        'the value "cvs" of --from is invalid. Allowed choices are contentful,',
      ],
      ['an option like several', ['build', 'x', '--nope'], 'Did you mean "--now" or "--zone"?'],
      ['an unknown source of an import', ['import', 'cvs', 'x', '--out', 'y'], 'jsonapi. Did you mean "csv"?'],
      ['an unknown source of a watch', ['watch', 'x', '--out', 'y', '--from', 'markdwon'], 'Did you mean "markdown"?'],
    ]
  : [];

const ofDatabases: readonly [string, string[], string][] = hasAddOns('sql')
  ? [
      ['connections of a folder', ['serve', 'x', '--connections', '3'], '--connections needs --from'],
      ['a statement without time', ['serve', '--from', 'x', '--statement-timeout', '0'], 'above 0 and at most 3600'],
    ]
  : [];

describe('wrong usage', () => {
  it.each([
    ['no command', [], 'Usage: stele'],
    ['an unknown command', ['bild'], 'stele: there is no command "bild". Did you mean "build"?'],
    ['the name of an option', ['version'], 'stele: there is no command "version". Did you mean --version?'],
    ['an unknown command that asks for help', ['bild', '--help'], 'stele: there is no command "bild".'],
    ['help for an unknown command', ['help', 'bild'], 'stele: there is no command "bild". Did you mean "build"?'],
    ['help for two commands', ['help', 'build', 'serve'], '"stele build" has no command "serve".'],
    ['help for an unknown part of a command', ['help', 'keys', 'ad'], 'Did you mean "add"?'],
    ['an unknown command unlike any other', ['fleet', 'http://content-1:8080'], 'stele: there is no command "fleet"'],
    ['an unknown option', ['serve', 'x', '--prot', '1'], 'stele: there is no option "--prot". Did you mean "--port"?'],
    ['an unknown option, and missing ones', ['build', 'x', '--ot', 'y'], 'stele: there is no option "--ot".'],
    ['an unknown option, and missing arguments', ['query', '--prety'], 'stele: there is no option "--prety".'],
    ['keys without a command', ['keys'], '"stele keys" needs one of its commands:\n  add     create a key'],
    ['an option without a value', ['build', 'x', '--out'], 'stele: the option --out <snapshots> has no value.'],
    ['an option as the value of another', ['build', 'x', '--out', '--strict'], '"--strict" is an option'],
    ['build without --out', ['build', 'x'], '--out'],
    ['build without an export', ['build', '--out', 'x'], 'export'],
    [
      'threads that are none',
      ['build', 'x', '--out', 'y', '--threads', '0'],
      'a number of threads from 1 to 256, or auto',
    ],
    ['memory without a unit', ['build', 'x', '--out', 'y', '--memory', '1000'], 'such as 800m or 1.5g'],
    ['too little memory', ['build', 'x', '--out', 'y', '--memory', '63m'], 'at least 64m'],
    ['--explain before the path', ['query', 'x', '--explain', '/books'], 'put --explain last, after the path'],
    ['query without a path', ['query', 'x'], 'path'],
    ['a metrics port without metrics', ['serve', 'x', '--no-metrics', '--metrics-port', '1'], 'cannot be used'],
    ['ignoring a parameter of ours', ['serve', 'x', '--ignore-parameter', 'sor*'], 'would ignore "sort"'],
    ['an invalid limit', ['diff', 'x', '--limit', 'few'], 'Give a whole number of at least 0.'],
    ['an unknown purge format', ['diff', 'x', '--purge=all'], 'keys, urls, json'],
    ['purging as other JSON', ['diff', 'x', '--json', '--purge'], 'cannot be used'],
    ['a reach beyond', ['diff', 'x', '--reach', '7'], 'from 0 to 6'],
    ['an invalid delivery root', ['diff', 'x', '--base', 'cdn.example'], 'https://cdn.example/content'],
    [
      'one argument too many',
      ['verify', 'a', 'b', 'c'],
      'too many arguments: "stele verify" takes <snapshots> [id], so "c" is one too many. A path with spaces needs quotes.',
    ],
    ['a short option of a long name', ['build', 'x', '-o', 'y'], 'there is no option "-o". Did you mean "--out"?'],
    ['a short option of one of many names', ['serve', 'x', '-p', '1'], 'Did you mean "--port"?'],
    ['the version in lower case', ['-v'], 'Did you mean "--version"?'],
    [
      'a database as an option of another command',
      ['rollback', 'x', '--from', 'postgres://a@b/c'],
      'give its URL in place of the folder: stele rollback postgres://…',
    ],
    ['a missing option with choices', ['purge', 'x', '--state', 'y'], '(choices: varnish, varnish-ban, fastly, '],
    ['a path in place of a target', ['push', 'x', '/srv/content'], 'give it as file:///srv/content'],
    ['serve without a folder', ['serve'], 'give a folder of snapshots'],
    ['an invalid port', ['serve', 'x', '--port', 'http'], 'A port is a number from 0 to 65535.'],
    ['a port above the maximum', ['serve', 'x', '--port', '65536'], 'A port is a number from 0 to 65535.'],
    ['an invalid public URL', ['serve', 'x', '--public-url', 'cdn.example'], 'https://cdn.example/content'],
    ['a public URL with a query', ['serve', 'x', '--public-url', 'https://a.example/?b'], 'more than an origin'],
    ['an invalid origin', ['serve', 'x', '--cors-origin', 'shop.example'], 'https://shop.example'],
    ['an invalid cache control', ['serve', 'x', '--cache-control', 'a\nb'], 'no header may have'],
    ['threads that are none', ['serve', 'x', '--threads', '0'], 'a number of threads from 1 to 256, or auto'],
    ['threads beyond', ['serve', 'x', '--threads', '257'], 'a number of threads from 1 to 256, or auto'],
    ['an invalid poll interval', ['serve', 'x', '--poll', 'often'], 'Give seconds from 0 to 86400'],
    ['an invalid size', ['serve', 'x', '--cache-bytes', '1G'], 'Give a whole number of at least 0.'],
    ['no connection at all', ['serve', 'x', '--max-connections', '0'], 'Give a whole number of at least 1.'],
    ['an invalid time', ['serve', 'x', '--idle-timeout', '0'], 'Give seconds, such as 10 or 0.5, above 0.'],
    [
      'an age together with a Cache-Control',
      ['serve', 'x', '--max-age', '1', '--cache-control', 'private'],
      'cannot be used',
    ],
    ['an unknown surrogate header', ['serve', 'x', '--surrogate-keys', 'keys'], 'surrogate-key, cache-tag'],
    ['an unknown log level', ['serve', 'x', '--log-level', 'loud'], 'Allowed choices'],
    ['a space without a name', ['serve', '--space', './snapshots'], '<name>=<snapshots>'],
    ['a space without a folder', ['serve', '--space', 'shop='], '<name>=<snapshots>'],
    ['a space with a bad name', ['serve', '--space', 'a/b=x'], '"a/b"'],
    ['a host of no space', ['serve', '--space', 'a=x', '--host-of', 'b=b.example'], 'is for the space "b"'],
    ['an invalid host', ['serve', '--space', 'a=x', '--host-of', 'a=b/c'], 'give one such as shop.example'],
    ['a host without a space', ['serve', '--space', 'a=x', '--host-of', 'a.example'], 'given as <space>=<host>'],
    [
      'memory for blocks of files, with everything in memory',
      ['serve', 'x', '--resident', 'all', '--resident-cache-bytes', '2000000'],
      'remove one of the two options',
    ],
    [
      'a removed mode',
      ['serve', 'x', '--resident', 'hot'],
      'Use indexes instead, and turn off unused indexes in the model',
    ],
    ['an unknown mode', ['serve', 'x', '--resident', 'some'], 'Give all or indexes.'],
    ['a preview without keys', ['serve', 'x', '--preview', 'y'], '--preview needs --keys'],
    [
      'a preview of a space, with a folder without name',
      ['serve', 'x', '--keys', 'k', '--preview', 'a=y'],
      'give --preview <snapshots> alone, as the folder has no name here',
    ],
    [
      'a preview of no space',
      ['serve', '--space', 'b=x', '--keys', 'k', '--preview', 'a=y'],
      'give --preview <space>=<snapshots> with one of: b',
    ],
    ['a database as a folder', ['serve', 'postgres://db/x'], 'stele serve --from postgres://'],
    ['a folder and a database', ['serve', 'x', '--from', 'postgres://db/x'], 'not both'],
    [
      'a database, partly in memory',
      ['serve', '--from', 'postgres://db/x', '--resident', 'indexes'],
      '--resident is an option for snapshots and cannot be used with --from',
    ],
    [
      'a database that follows',
      ['serve', '--from', 'postgres://db/x', '--follow', 'https://x'],
      '--follow is an option for snapshots',
    ],
    ['a database in threads', ['serve', '--from', 'postgres://db/x', '--threads', '2'], 'Start several servers'],
    ...importCases,
    ...ofDatabases,
    ['a space named twice', ['serve', '--space', 'a=x', '--space', 'a=y'], 'the same name twice'],
  ])('%s › exits with 2 and prints the reason', async (_, args, words) => {
    const { code, stdout, stderr } = await stele(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
    if (args.length > 0) expect(stderr).toMatch(/^stele: /);
    expect(stderr).not.toMatch(/error:|\(Did you/);
  });

  it('a command unlike any other › suggests none', async () => {
    const { code, stderr } = await stele(['foo']);
    expect([code, stderr]).toEqual([
      2,
      'stele: there is no command "foo".\nRun "stele --help" to list the commands.\n',
    ]);
  });

  it('missing arguments and options › are listed together with their meaning', async () => {
    const { code, stderr } = await stele(['build']);
    expect(code).toBe(2);
    expect(stderr).toBe(`stele: "stele build" needs <export> and --out <snapshots>:
  <export>           folder of the content export; with --from, the input of the import
  --out <snapshots>  folder for the snapshots; created if it is missing
Run "stele build --help" to see the arguments, options and examples.
`);
  });

  it('a command of a command › the hint names both', async () => {
    const { stderr } = await stele(['keys', 'add', 'x']);
    expect(stderr).toContain('stele: "stele keys add" needs <name>:');
    expect(stderr).toContain('Run "stele keys add --help"');
    expect((await stele(['help', 'keys', 'add'])).stdout).toContain('Usage: stele keys add ');
  });
});

describe('a file of keys', () => {
  it.each([
    ['serve', '--trust'],
    ['pull', '--trust'],
    ['build', '--sign'],
    ['serve', '--keys'],
  ])('%s %s, missing as before a mount › exit code 1, so that a unit tries again', async (command, option) => {
    const input = {
      serve: ['missing'],
      pull: ['file:///missing', '--out', 'missing'],
      build: ['x', '--out', 'missing'],
    };
    const { code, stderr } = await stele([
      command,
      ...(input[command as keyof typeof input] ?? []),
      option,
      '/missing/keys',
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\/missing\/keys|missing does not exist/);
  });

  it('--trust with another text › wrong usage', async () => {
    expect((await stele(['serve', 'missing', '--trust', 'package.json'])).code).toBe(2);
  });
});

describe('a path in a folder that does not exist', () => {
  const missing = '/missing/folder/file';
  const needsAddOn: Readonly<Record<string, AddOnName>> = { types: 'describe', log: 'tune', import: 'import' };
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['types', ['types', BOOKSHOP_EXPORT, '--out', missing]],
    ['build --report', ['build', BOOKSHOP_EXPORT, '--out', 'x', '--report', missing]],
    ['build --metrics', ['build', BOOKSHOP_EXPORT, '--out', 'x', '--metrics', missing]],
    ['keys add', ['keys', 'add', missing, 'website']],
    ['keys new', ['keys', 'new', missing]],
    ['log show', ['log', 'show', missing]],
    ['import --model', ['import', 'json', 'package.json', '--out', 'x', '--model', missing]],
    ['import --report', ['import', 'json', 'package.json', '--out', 'x', '--report', missing]],
    ['import --overrides', ['import', 'json', 'package.json', '--out', 'x', '--overrides', missing]],
  ];
  const installedCases = cases.filter(([, [command = '']]) => {
    const addOn = needsAddOn[command];
    return addOn === undefined || hasAddOns(addOn);
  });
  it.each(installedCases)('%s › the message names the folder, without the code of the system', async (_, args) => {
    const { code, stderr } = await stele(args);
    expect(code).toBe(1);
    expect(stderr).toContain('the folder /missing/folder does not exist');
    expect(stderr).not.toMatch(/ENOENT|vanished|unexpected/);
  });
});
