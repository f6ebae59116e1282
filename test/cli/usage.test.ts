import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasAddOns } from '../../testing/add-ons.js';
import { stele } from '../../testing/cli/stele.js';

const commands = ['build', 'serve', 'query', 'inspect', 'verify', 'rollback'];

describe('stele --help', () => {
  it('the program › every command, the exit codes, the debug variable, on stdout', async () => {
    const { code, stdout, stderr } = await stele(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(stdout).toContain('Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.');
    expect(stdout).toContain('STELE_DEBUG');
  });

  it.each(commands)('%s › how it is used, with examples, both ways of asking', async (command) => {
    const asked = await stele([command, '--help']);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage: stele ${command} `);
    expect(asked.stdout).toContain('Examples:');
    expect(asked.stdout).toContain(`$ stele ${command} `);
    expect(await stele(['help', command])).toEqual(asked);
  });

  it.runIf(hasAddOns('sql'))('serve › every option', async () => {
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

  it('serve › its options in groups, few enough to be read, and none outside', async () => {
    const { stdout } = await stele(['serve', '--help']);
    const groups = stdout.split(/\n\n(?=\S.*:\n)/).flatMap((part) => {
      const flags = part.match(/^ {2}--[\w-]+/gm) ?? [];
      return flags.length === 0 ? [] : [{ title: part.split('\n')[0], count: flags.length }];
    });
    expect(groups.length).toBeGreaterThan(8);
    for (const { title, count } of groups) {
      expect(title).not.toBe('Options:');
      expect(count, title).toBeLessThanOrEqual(9);
    }
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(50);
  });
});

describe('stele --version', () => {
  it('the version › that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await stele(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

const ofDatabases: readonly [string, string[], string][] = hasAddOns('sql')
  ? [
      ['connections of a folder', ['serve', 'x', '--connections', '3'], '--connections needs --from'],
      ['a statement without time', ['serve', '--from', 'x', '--statement-timeout', '0'], 'above 0 and at most 3600'],
    ]
  : [];

describe('wrong usage', () => {
  it.each([
    ['no command', [], 'Usage: stele'],
    ['an unknown command', ['bild'], 'Did you mean build?'],
    ['an unknown command unlike any other', ['fleet', 'http://content-1:8080'], "error: unknown command 'fleet'"],
    ['an unknown option', ['serve', 'x', '--prot', '1'], 'Did you mean --port?'],
    ['build without --out', ['build', 'x'], '--out'],
    ['build without an export', ['build', '--out', 'x'], 'export'],
    [
      'threads that are none',
      ['build', 'x', '--out', 'y', '--threads', '0'],
      'a number of threads from 1 to 256, or auto',
    ],
    ['memory without a unit', ['build', 'x', '--out', 'y', '--memory', '1000'], 'such as 800m or 1.5g'],
    ['too little memory', ['build', 'x', '--out', 'y', '--memory', '63m'], 'at least 64m'],
    ['query without a path', ['query', 'x'], 'path'],
    ['a metrics port without metrics', ['serve', 'x', '--no-metrics', '--metrics-port', '1'], 'cannot be used'],
    ['ignoring a parameter of ours', ['serve', 'x', '--ignore-parameter', 'sor*'], 'would ignore "sort"'],
    ['a limit that is none', ['diff', 'x', '--limit', 'few'], 'Give a whole number of at least 0.'],
    ['a form of purging that is none', ['diff', 'x', '--purge=all'], 'keys, urls, json'],
    ['purging as other JSON', ['diff', 'x', '--json', '--purge'], 'cannot be used'],
    ['a reach beyond', ['diff', 'x', '--reach', '7'], 'from 0 to 6'],
    ['a delivery root that is none', ['diff', 'x', '--base', 'cdn.example'], 'https://cdn.example/content'],
    ['one argument too many', ['verify', 'a', 'b', 'c'], 'too many arguments'],
    ['serve without a folder', ['serve'], 'give a folder of snapshots'],
    ['a port that is none', ['serve', 'x', '--port', 'http'], 'A port is a number from 0 to 65535.'],
    ['a port beyond', ['serve', 'x', '--port', '65536'], 'A port is a number from 0 to 65535.'],
    ['a public URL that is none', ['serve', 'x', '--public-url', 'cdn.example'], 'https://cdn.example/content'],
    ['a public URL with a query', ['serve', 'x', '--public-url', 'https://a.example/?b'], 'more than an origin'],
    ['an origin that is none', ['serve', 'x', '--cors-origin', 'shop.example'], 'https://shop.example'],
    ['a cache control that is none', ['serve', 'x', '--cache-control', 'a\nb'], 'no header may have'],
    ['threads that are none', ['serve', 'x', '--threads', '0'], 'a number of threads from 1 to 256, or auto'],
    ['threads beyond', ['serve', 'x', '--threads', '257'], 'a number of threads from 1 to 256, or auto'],
    ['a poll that is none', ['serve', 'x', '--poll', 'often'], 'Give seconds from 0 to 86400'],
    ['a size that is none', ['serve', 'x', '--cache-bytes', '1G'], 'Give a whole number of at least 0.'],
    ['no connection at all', ['serve', 'x', '--max-connections', '0'], 'Give a whole number of at least 1.'],
    ['a time that is none', ['serve', 'x', '--idle-timeout', '0'], 'Give seconds, such as 10 or 0.5, above 0.'],
    ['an age beside a Cache-Control', ['serve', 'x', '--max-age', '1', '--cache-control', 'private'], 'cannot be used'],
    ['a surrogate header that is none', ['serve', 'x', '--surrogate-keys', 'keys'], 'surrogate-key, cache-tag'],
    ['a log level that is none', ['serve', 'x', '--log-level', 'loud'], 'Allowed choices'],
    ['a space without a name', ['serve', '--space', './snapshots'], '<name>=<snapshots>'],
    ['a space without a folder', ['serve', '--space', 'shop='], '<name>=<snapshots>'],
    ['a space with a bad name', ['serve', '--space', 'a/b=x'], '"a/b"'],
    ['a host of no space', ['serve', '--space', 'a=x', '--host-of', 'b=b.example'], 'is for the space "b"'],
    ['a host that is none', ['serve', '--space', 'a=x', '--host-of', 'a=b/c'], 'give one such as shop.example'],
    ['a host without a space', ['serve', '--space', 'a=x', '--host-of', 'a.example'], 'given as <space>=<host>'],
    [
      'memory for what is read of files, where nothing is',
      ['serve', 'x', '--resident', 'all', '--resident-cache-bytes', '2000000'],
      'remove one of the two options',
    ],
    [
      'a mode that is no more',
      ['serve', 'x', '--resident', 'hot'],
      'Use indexes instead, and turn off unused indexes in the model',
    ],
    ['a mode that is none', ['serve', 'x', '--resident', 'some'], 'Give all or indexes.'],
    ['a preview without keys', ['serve', 'x', '--preview', 'y'], '--preview needs --keys'],
    [
      'a preview of a space, where the folder has no name',
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
    ...ofDatabases,
    ['a space named twice', ['serve', '--space', 'a=x', '--space', 'a=y'], 'the same name twice'],
  ])('%s › 2, and what is wrong on stderr', async (_, args, words) => {
    const { code, stdout, stderr } = await stele(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });
});
