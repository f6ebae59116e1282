/**
 * The generator's command: what it may overwrite, what it says, and its exit codes.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../data/generate/command.js';

const engineFiles = ['agency', 'article', 'author', 'document', 'model', 'tag'].map(
  (name) => `${name}.${name === 'model' ? 'json' : 'ndjson'}`,
);

let folder = '';
let out: string[] = [];
let err: string[] = [];
const command = (...args: string[]) =>
  run(args, { out: (text) => void out.push(text), err: (text) => void err.push(text) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stele-generate-'));
  out = [];
  err = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('generate › folder', () => {
  it('that does not exist › is created', async () => {
    const made = join(folder, 'some', 'where');
    expect(await command('--items', '20', '--out', made)).toBe(0);
    expect((await readdir(made)).sort()).toEqual(engineFiles);
    expect(out[0]).toMatch(/^article\.ndjson: 20 items, \d+\.\d MB$/);
    expect(out.at(-1)).toBe('model.json');
    expect(err).toEqual([]);
  });

  it('that holds a generated export › is replaced, whatever its profile', async () => {
    expect(await command('--items', '20', '--out', folder, '--profile', 'shop')).toBe(0);
    expect(await command('--items', '20', '--out', folder)).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(engineFiles);
  });

  it('that holds an interrupted run › is replaced', async () => {
    await command('--items', '20', '--out', folder);
    const whole = await readFile(join(folder, 'article.ndjson'), 'utf8');
    await rename(join(folder, 'model.json'), join(folder, 'model.json.partial'));
    await writeFile(join(folder, 'article.ndjson'), whole.slice(0, 500));
    expect(await command('--items', '20', '--out', folder)).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(engineFiles);
    expect(await readFile(join(folder, 'article.ndjson'), 'utf8')).toBe(whole);
  });

  it('that holds another file › is refused and left alone', async () => {
    await command('--items', '20', '--out', folder);
    await writeFile(join(folder, 'letters.txt'), 'Dear Sir');
    const before = await readFile(join(folder, 'article.ndjson'), 'utf8');
    expect(await command('--items', '30', '--out', folder)).toBe(1);
    expect(err.join('\n')).toContain('holds "letters.txt", which no generated export does. Choose an empty');
    expect(await readFile(join(folder, 'article.ndjson'), 'utf8')).toBe(before);
  });

  it.each([
    ['of another space', '{"space":"bookshop","contentTypes":[]}'],
    ['that is no JSON', 'space: generated-engine'],
    ['that is a list', '[]'],
  ])('that holds a model %s › is refused and left alone', async (_, model) => {
    await writeFile(join(folder, 'model.json'), model);
    await writeFile(join(folder, 'article.ndjson'), '{"id":"mine"}\n');
    expect(await command('--items', '20', '--out', folder)).toBe(1);
    expect(err.join('\n')).toContain('has an export that was not generated');
    expect(await readFile(join(folder, 'article.ndjson'), 'utf8')).toBe('{"id":"mine"}\n');
    expect(await readFile(join(folder, 'model.json'), 'utf8')).toBe(model);
  });

  it('that is a file › is refused', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await command('--items', '20', '--out', join(folder, 'file'))).toBe(1);
    expect(err.join('\n')).toContain('is a file. --out names a folder');
  });

  it('in which a file cannot be replaced › fails with the reason from the disk', async () => {
    await command('--items', '20', '--out', folder);
    await rm(join(folder, 'tag.ndjson'));
    await mkdir(join(folder, 'tag.ndjson'));
    expect(await command('--items', '20', '--out', folder)).toBe(1);
    expect(err.join('\n')).toContain('tag.ndjson');
    expect(await readdir(folder)).not.toContain('model.json');
  });
});

describe('generate › usage', () => {
  const wrong: readonly (readonly [name: string, args: readonly string[], says: string])[] = [
    ['no --items', ['--out', 'x'], "required option '--items <n>' not specified"],
    ['no --out', ['--items', '5'], "required option '--out <folder>' not specified"],
    ['--items 0', ['--items', '0', '--out', 'x'], 'It must be a whole number from 1 to 40000000.'],
    ['--items 1e3', ['--items', '1e3', '--out', 'x'], 'It must be a whole number from 1 to 40000000.'],
    ['--seed -1', ['--items', '5', '--out', 'x', '--seed', '-1'], 'It must be a whole number from 0 to 4294967295.'],
    ['an unknown profile', ['--items', '5', '--out', 'x', '--profile', 'zoo'], 'Allowed choices are engine, shop.'],
    ['an unknown option', ['--items', '5', '--out', 'x', '--sede', '2'], "unknown option '--sede'"],
    ['an argument', ['--items', '5', '--out', 'x', 'y'], 'too many arguments'],
  ];

  it.each(wrong)('%s › exit code 2 and the reason', async (_, args, says) => {
    expect(await command(...args)).toBe(2);
    expect(err.join('\n')).toContain(says);
    expect(out).toEqual([]);
  });

  it('--help › exit code 0 and every option', async () => {
    expect(await command('--help')).toBe(0);
    for (const option of ['--items', '--out', '--seed', '--profile']) expect(out.join('\n')).toContain(option);
  });
});
