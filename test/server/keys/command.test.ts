import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('stele keys', () => {
  it('add, list, revoke › the secret is printed once, never again', async () => {
    const file = join(newFolder(), 'access.json');
    const options = ['--space', 'shop', '--space', 'blog', '--expires', '2020-01-31', '--rate', '50', '--preview'];
    const added = await stele(['keys', 'add', file, 'website', ...options]);
    expect(added.code).toBe(0);
    expect(added.stdout).toMatch(/^stele_[A-Za-z0-9_-]{43}\n$/);
    expect(added.stderr).toContain('Key "website" opens shop, blog.');
    expect((await stele(['keys', 'add', file, 'app'])).stderr).toContain('Key "app" opens every space.');

    const listed = await stele(['keys', 'list', file]);
    expect(listed.stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['name', 'opens', 'expires', 'requests/s', 'preview'],
      ['website', 'shop, blog', '2020-01-31T00:00:00Z (expired)', '50', 'yes'],
      ['app', 'every space', 'never', 'any', 'no'],
      [''],
    ]);
    const secret = added.stdout.trim();
    expect(readFileSync(file, 'utf8') + listed.stdout + added.stderr).not.toContain(secret.slice(6));

    expect(await stele(['keys', 'revoke', file, 'website'])).toMatchObject({ code: 0, stdout: '' });
    expect((await stele(['keys', 'list', file])).stdout).not.toContain('website');
    expect(await stele(['keys', 'revoke', file, 'website'])).toMatchObject({ code: 1 });
  });

  it.each([
    ['a day that is none', ['--expires', 'tomorrow'], 'Give a day such as 2027-01-31'],
    ['a rate that is none', ['--rate', '0'], 'requests a second above 0'],
    ['a space that is none', ['--space', 'a/b'], '"a/b" cannot name a space'],
  ])('%s › wrong usage', async (_, options, words) => {
    const { code, stderr } = await stele(['keys', 'add', join(newFolder(), 'access.json'), 'k', ...options]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it('help › distinguishes both kinds of keys', async () => {
    const { stdout } = await stele(['keys', '--help']);
    expect(stdout).toContain('Access keys decide which clients may read.');
    expect(stdout).toContain('Signing keys prove who has built a snapshot.');
  });

  it('serve with a malformed file of keys › does not start', async () => {
    const file = join(newFolder(), 'access.json');
    writeFileSync(file, '{"keys": [');
    const { code, stderr } = await stele(['serve', newFolder(), '--wait', '--port', '0', '--keys', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('is not a file of keys: it is not JSON, or was cut short');
  });
});
