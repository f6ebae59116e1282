import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { type AccessKey, addKey, KeyRing, parseKeys, readKeys, revokeKey } from '../../../src/server/keys/index.js';
import { printKeys } from '../../../src/server/keys/keys-json.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const sha256 = 'a'.repeat(64);
const good = { name: 'website', sha256, spaces: ['shop'] };

describe('parseKeys', () => {
  it('printed keys › are parsed unchanged', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    const key = fc.record(
      {
        name,
        sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
        spaces: fc.oneof(fc.constant(['*']), fc.array(name, { minLength: 1, maxLength: 3 })),
        expires: fc.constantFrom('2027-01-31T00:00:00Z', '2027-01-31T18:30:00.5Z'),
        rate: fc.constantFrom(0.5, 1, 1000),
        preview: fc.constant(true as const),
      },
      { requiredKeys: ['name', 'sha256', 'spaces'] },
    );
    const keys = fc.uniqueArray(key, { selector: (one) => one.name });
    fc.assert(
      fc.property(keys, (some: readonly AccessKey[]) => {
        expect(parseKeys(printKeys(some), 'keys.json')).toEqual(some);
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'is not JSON, or was cut short'],
    ['a list', [good], 'has no list "keys"'],
    ['keys that are no list', { keys: {} }, 'has no list "keys"'],
    ['a key that is none', { keys: ['website'] }, 'key 1 is not an object'],
    ['no name', { keys: [good, { ...good, name: '' }] }, 'key 2 has no valid "name"'],
    ['a secret instead of its hash', { keys: [{ ...good, sha256: 'stele_abc' }] }, '"website" has no "sha256" of 64'],
    ['no spaces', { keys: [{ ...good, spaces: [] }] }, 'has no "spaces": give a list'],
    ['a star among names', { keys: [{ ...good, spaces: ['shop', '*'] }] }, 'has no "spaces": give a list'],
    ['a day that is none', { keys: [{ ...good, expires: '2027-13-31T00:00:00Z' }] }, 'is not an instant such as'],
    ['a rate of nothing', { keys: [{ ...good, rate: 0 }] }, 'above 0, and at most'],
    ['a preview that is a word', { keys: [{ ...good, preview: 'yes' }] }, 'neither true nor false'],
    ['a member that is mistyped', { keys: [{ ...good, expiry: '2027' }] }, 'has "expiry", which is unknown'],
    ['a name twice', { keys: [good, { ...good, sha256: 'b'.repeat(64) }] }, 'two keys are called "website"'],
    ['a secret twice', { keys: [good, { ...good, name: 'app' }] }, '"app" has the same secret as another key'],
  ])('%s › is refused, and no hash is shown', (_, content, words) => {
    const text = JSON.stringify(content) ?? '';
    let message = '';
    try {
      parseKeys(text, 'keys.json');
    } catch (error) {
      expect(error).toBeInstanceOf(OperationError);
      message = String(error);
    }
    expect(message).toContain(`keys.json is not a file of keys: `);
    expect(message).toContain(words);
    expect(message).not.toContain(sha256);
  });
});

describe('the file of keys', () => {
  it('keys added and revoked › the file has their hashes, is readable only by its owner, and has no secret', async () => {
    const file = join(newFolder(), 'access.json');
    const website = await addKey(file, { name: 'website', spaces: ['*'] });
    const app = await addKey(file, { name: 'app', spaces: ['shop'], rate: 5, preview: true });
    expect(readFileSync(file, 'utf8')).not.toMatch(/stele_/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const ring = new KeyRing(await readKeys(file));
    expect(ring.find(website, 0)).toMatchObject({ kind: 'known', key: { name: 'website' } });
    expect(ring.find(app, 0)).toMatchObject({ key: { name: 'app', spaces: ['shop'], rate: 5, preview: true } });
    await revokeKey(file, 'website');
    expect((await readKeys(file)).map(({ name }) => name)).toEqual(['app']);
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  it('a changed file mode › stays', async () => {
    const file = join(newFolder(), 'access.json');
    await addKey(file, { name: 'one', spaces: ['*'] });
    chmodSync(file, 0o640);
    await addKey(file, { name: 'two', spaces: ['*'] });
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('a taken name, an unknown name, a change in progress › errors with advice, and no change', async () => {
    const file = join(newFolder(), 'access.json');
    await addKey(file, { name: 'one', spaces: ['*'] });
    const before = readFileSync(file, 'utf8');
    await expect(addKey(file, { name: 'one', spaces: ['*'] })).rejects.toThrow(/Give another name, or revoke it first/);
    await expect(revokeKey(file, 'two')).rejects.toThrow(/no key called "two"\. Its keys are: one\./);
    writeFileSync(`${file}.new`, '');
    await expect(addKey(file, { name: 'two', spaces: ['*'] })).rejects.toThrow(/If none is running, remove that file/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('many added at once › each is added, or its command fails', async () => {
    const file = join(newFolder(), 'access.json');
    const names = Array.from({ length: 10 }, (_, index) => `k${index}`);
    const done = await Promise.allSettled(names.map((name) => addKey(file, { name, spaces: ['*'] })));
    const added = names.filter((_, index) => done[index]?.status === 'fulfilled');
    expect(added.length).toBeGreaterThan(0);
    expect((await readKeys(file)).map(({ name }) => name).sort()).toEqual(added);
  });

  it('a missing file › the error says how to make one', async () => {
    await expect(readKeys(join(newFolder(), 'none.json'))).rejects.toThrow(/Make one: stele keys add/);
  });
});
