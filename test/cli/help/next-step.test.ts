/**
 * The line with the next command: ready for a shell.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../src/cli/next-step.js';
import { shellWord } from '../../../src/content/errors/index.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

describe('shellWord', () => {
  it.each(['snapshots', './a b', "it's", '$HOME', 'a;b', 'ü'])('%s › is one word of a shell', (path) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(path)}`], { encoding: 'utf8' })).toBe(path);
  });
});

describe('stele build of a file that is no export', () => {
  it('a name with an apostrophe › the command is one that a shell reads', async () => {
    const folder = writeFiles(newFolder(), { "editor's books.csv": 'id,title\nb1,Salt\n' });
    const { stderr } = await stele(['build', join(folder, "editor's books.csv"), '--out', newFolder()]);
    const [, word = ''] = /stele build (.*) --from csv/.exec(stderr) ?? [];
    expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toMatch(/\/editor's books\.csv$/);
  });
});

describe('a command in a message', () => {
  it.each([
    [['list', 'no such'], "--out 'no such'"],
    [['diff', 'no such'], "--out 'no such'"],
    [['serve', 'no such'], "--out 'no such'"],
    [['serve', '{folder}/exp ort'], "stele build '{folder}/exp ort' --out snapshots"],
    [['serve', '--dev', '{folder}/snap shots'], "stele serve '{folder}/snap shots'"],
    [['build', '{folder}/tables', '--out', 'new snapshots'], "--out 'new snapshots'"],
    [['keys', 'list', 'no such.json'], "stele keys add 'no such.json' <name>"],
    [['rollback', '{folder}/snap shots', '--sign', '{folder}/no key'], "stele keys new '{folder}/no key.new'"],
  ])('%j › has its paths in quotes', async (args, command) => {
    const folder = writeFiles(newFolder(), { 'no key': 'none' });
    writeFiles(join(folder, 'snap shots'), { CURRENT: '' });
    writeFiles(join(folder, 'tables'), { 'book.csv': 'id,title\n' });
    writeFiles(join(folder, 'exp ort'), shelf);
    const { stderr } = await stele(args.map((arg) => arg.replace('{folder}', folder)));
    expect(stderr).toContain(command.replace('{folder}', folder));
  });

  it('content that shrank › the command that publishes it has its path in quotes', async () => {
    const out = join(newFolder(), 'snap shots');
    await stele(['build', writeFiles(newFolder(), shelf), '--out', out]);
    const smaller = writeFiles(newFolder(), { ...shelf, 'book.ndjson': shelf['book.ndjson'].slice(0, 1) });
    const { stderr } = await stele(['build', smaller, '--out', out]);
    expect(stderr).toContain(`stele rollback '${out}' `);
  });
});

describe('nextStep', () => {
  it('a command › a line that names it', () => {
    expect(nextStep(['serve', 'my snapshots'], {})).toBe("Next: stele serve 'my snapshots'\n");
  });

  it('a program that npx found › the line begins with npx', async () => {
    const project = newFolder();
    const bin = writeFiles(join(project, 'node_modules/.bin'), {
      stele: '#!/bin/sh\nprintf %s "$npm_lifecycle_event;$npm_lifecycle_script"\n',
    });
    chmodSync(join(bin, 'stele'), 0o755);
    writeFiles(project, { 'package.json': '{}' });
    const output = execFileSync('npx', ['stele', 'build', 'a b'], { cwd: project, encoding: 'utf8' });
    const [event, script] = output.split(';');
    const environment = { npm_lifecycle_event: event, npm_lifecycle_script: script };
    expect(nextStep(['serve', 'snapshots'], environment)).toBe('Next: npx stele serve snapshots\n');
  });

  it.each([
    ['another program that npx found', { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'vitest' }],
    ['a script of a package', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'stele serve snapshots' }],
  ])('%s › the line begins without npx', (_, environment) => {
    expect(nextStep(['serve', 'snapshots'], environment)).toBe('Next: stele serve snapshots\n');
  });
});

describe('stele build --report -', () => {
  it('JSON on stdout › no line with the next command', async () => {
    const { stdout } = await stele(['build', writeFiles(newFolder(), shelf), '--out', newFolder(), '--report', '-']);
    expect(JSON.parse(stdout)).toMatchObject({ published: true });
  });
});

describe.runIf(hasAddOns('import'))('stele import', () => {
  it('tables › ends with counts and the command that builds; with --report -, with neither', async () => {
    const tables = writeFiles(newFolder(), { 'book.csv': 'id,title\nb1,Salt\n' });
    const out = join(newFolder(), 'export');
    const args = ['import', 'csv', tables, '--out', out];
    const { stdout } = await stele(args);
    expect(stdout.split('\n').slice(-3)).toEqual([
      'Imported: 1 item. Left out by rule: 0. Lost: 0. Kept out as not public: 0.',
      `Next: stele build ${out} --out snapshots`,
      '',
    ]);
    expect(JSON.parse((await stele([...args, '--report', '-'])).stdout)).toMatchObject({ items: 1 });
  });
});
