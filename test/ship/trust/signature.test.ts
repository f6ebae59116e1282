/**
 * Signatures, forged each way; keys, and what is said of those that are none.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { writeCurrent } from '../../../src/index/snapshot/index.js';
import {
  acceptSignature,
  checkNewer,
  checkSignature,
  checkSigned,
  makeKeys,
  makeSignature,
  parsePublicKey,
  readNewest,
  readPublicKeys,
  readSigningKey,
  rememberNewest,
  signSnapshot,
  UntrustedError,
} from '../../../src/ship/trust/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const idOf = (digit: string): SnapshotId => snapshotId(digit.repeat(64))!;
const [today, yesterday] = [idOf('a'), idOf('b')];
const nowMs = Date.parse('2026-03-01T02:30:00.000Z');

async function newKey() {
  const path = join(newFolder(), 'signing.key');
  const made = await makeKeys(path);
  return { path, made, key: readSigningKey(path) };
}

const { key } = await newKey();
const { key: other } = await newKey();
const trusted = [key.publicKey];
const shop = { space: 'shop', channel: 'published' } as const;

describe('a signature', () => {
  it('by a trusted key › returns the time and the key', () => {
    const bytes = makeSignature(today, shop, nowMs, [key]);
    expect(checkSignature(bytes, today, trusted)).toMatchObject({ signedMs: nowMs, key: { name: key.publicKey.name } });
  });

  it('two keys during a rotation › replicas with either key accept, before and after', () => {
    const both = makeSignature(today, shop, nowMs, [other, key]);
    for (const keys of [trusted, [other.publicKey], [key.publicKey, other.publicKey]]) {
      expect(checkSignature(both, today, keys).signedMs).toBe(nowMs);
    }
    const onlyNew = makeSignature(today, shop, nowMs, [other]);
    expect(checkSignature(onlyNew, today, [key.publicKey, other.publicKey]).key.name).toBe(other.publicKey.name);
    expect(() => checkSignature(onlyNew, today, trusted)).toThrow(/which is not trusted/);
  });

  const genuine = makeSignature(today, shop, nowMs, [key]).toString();
  const edited = (
    change: (value: { snapshot: string; signed: string; signatures: { key: string; signature: string }[] }) => void,
  ) => {
    const value = JSON.parse(Buffer.from(makeSignature(today, shop, nowMs, [key])).toString());
    change(value);
    return Buffer.from(JSON.stringify(value));
  };

  it.each<[string, Uint8Array | undefined, RegExp]>([
    ['none', undefined, /is not signed; build it with --sign/],
    ['nonsense', Buffer.from('{'), /cannot be read/],
    ['another form', Buffer.from('{"snapshot":1}'), /cannot be read/],
    [
      'a key that nobody trusts',
      makeSignature(today, shop, nowMs, [other]),
      /is signed by ".{16}", which is not trusted\. Trusted: /,
    ],
    ['nobody', edited((value) => void value.signatures.splice(0)), /is signed by nobody, which is not trusted/],
    ["another snapshot's", makeSignature(yesterday, shop, nowMs, [key]), /has another snapshot's signature/],
    [
      "another snapshot's, renamed",
      edited(
        (value) =>
          void Object.assign(value, {
            snapshot: today,
            ...{
              signatures: JSON.parse(Buffer.from(makeSignature(yesterday, shop, nowMs, [key])).toString()).signatures,
            },
          }),
      ),
      /that does not match this snapshot, its space and this time/,
    ],
    [
      'another time',
      edited((value) => void Object.assign(value, { signed: '2026-04-01T02:30:00.000Z' })),
      /does not match this snapshot, its space and this time/,
    ],
    [
      'a time in another form',
      edited((value) => void Object.assign(value, { signed: '2026-03-01T02:30:00Z' })),
      /cannot be read/,
    ],
    [
      "another's under a trusted name",
      edited(
        (value) =>
          void Object.assign(value, {
            signatures: [
              {
                key: key.publicKey.name,
                signature: JSON.parse(Buffer.from(makeSignature(today, shop, nowMs, [other])).toString()).signatures[0]
                  .signature,
              },
            ],
          }),
      ),
      /does not match this snapshot, its space and this time/,
    ],
    [
      'one bit turned',
      edited(({ signatures }) => {
        const bytes = Buffer.from(signatures[0]!.signature, 'base64');
        bytes[7]! ^= 1;
        signatures[0]!.signature = bytes.toString('base64');
      }),
      /does not match this snapshot, its space and this time/,
    ],
    [
      'an empty one',
      edited(({ signatures }) => void Object.assign(signatures[0]!, { signature: '' })),
      /does not match this snapshot, its space and this time/,
    ],
    [
      'another space',
      edited((value) => void Object.assign(value, { space: 'museum' })),
      /does not match this snapshot/,
    ],
    ['another channel', edited((value) => void Object.assign(value, { channel: 'preview' })), /does not match this/],
    ['a channel that is none', edited((value) => void Object.assign(value, { channel: 'all' })), /cannot be read/],
    [
      'the form that names no space',
      edited((value) => {
        Reflect.deleteProperty(value, 'space');
        Reflect.deleteProperty(value, 'channel');
      }),
      /of an older stele.*sign it again.*stele rollback <snapshots> aaaaaaaa --sign/,
    ],
    [
      'a time more than a day ahead of the clock',
      makeSignature(today, shop, Date.now() + 25 * 3_600_000, [key]),
      /more than a day ahead of this machine's clock/,
    ],
  ])('%s › is refused with the reason', (_, bytes, message) => {
    expect(genuine).toBeDefined();
    expect(() => checkSignature(bytes, today, trusted)).toThrow(UntrustedError);
    expect(() => checkSignature(bytes, today, trusted)).toThrow(message);
  });
});

describe('signatures for another space or channel', () => {
  const bytes = makeSignature(today, shop, nowMs, [key]);

  it('another space or channel › is refused; the same, or no expectation › is accepted', () => {
    for (const expected of [{}, shop, { space: 'shop' }, { channel: 'published' } as const]) {
      expect(checkSignature(bytes, today, trusted, expected)).toMatchObject(shop);
    }
    expect(() => checkSignature(bytes, today, trusted, { space: 'museum' })).toThrow(
      /is signed for the space "shop", but this folder is for the space "museum"/,
    );
    expect(() => checkSignature(bytes, today, trusted, { channel: 'preview' })).toThrow(
      /sign it with --channel preview/,
    );
  });

  it('a wrong entry of a key next to a right one › is ignored', () => {
    const value = JSON.parse(Buffer.from(bytes).toString());
    const wrong = { ...value.signatures[0], signature: '' };
    for (const signatures of [
      [wrong, ...value.signatures],
      [...value.signatures, wrong],
    ]) {
      const both = Buffer.from(JSON.stringify({ ...value, signatures }));
      expect(checkSignature(both, today, trusted).signedMs).toBe(nowMs);
    }
  });
});

describe('a key that expires', () => {
  const bytes = makeSignature(today, shop, nowMs, [key]);

  it('an expiring key › is accepted until its expiry, and named in the refusal after it', () => {
    const path = join(newFolder(), 'trusted.pub');
    writeFileSync(path, `# the builder's\n${key.publicKey.text} expires 2026-03-02\n`);
    const [expiring] = readPublicKeys(path);
    expect(expiring?.expires).toBe('2026-03-02T00:00:00.000Z');
    const endMs = Date.parse('2026-03-02');
    expect(checkSignature(bytes, today, [expiring!], {}, endMs - 1).signedMs).toBe(nowMs);
    expect(() => checkSignature(bytes, today, [expiring!], {}, endMs)).toThrow(
      `is signed by ${key.publicKey.name}, which expired at 2026-03-02T00:00:00.000Z`,
    );
  });

  it.each(['expires', 'expires 2026-02-31', 'expires tomorrow', 'until 2027-01-01'])(
    '"%s" › is not a valid line',
    (end) => {
      const path = join(newFolder(), 'trusted.pub');
      writeFileSync(path, `${key.publicKey.text} ${end}\n`);
      expect(() => readPublicKeys(path)).toThrow(/expires 2027-01-31/);
    },
  );
});

describe('the last accepted signature', () => {
  const signedAt = (snapshot: SnapshotId, signedMs: number) => ({ snapshot, ...shop, signedMs });
  const policy = { trusted, expected: {}, ageMaximumMs: 1000 };
  const signed = (id: SnapshotId, ms: number) => makeSignature(id, shop, ms, [key]);

  it('stored in the folder › the newest stays, whatever follows; a future one is ignored', async () => {
    const disk = new MemoryDisk();
    await disk.makeFolder('/snapshots');
    expect(await readNewest(disk, '/snapshots')).toBeUndefined();
    await rememberNewest(disk, '/snapshots', signedAt(today, nowMs));
    await rememberNewest(disk, '/snapshots', signedAt(yesterday, nowMs - 1));
    expect(await readNewest(disk, '/snapshots')).toEqual(signedAt(today, nowMs));
    expect(await readNewest(disk, '/snapshots', nowMs - 25 * 3_600_000)).toBeUndefined();
  });

  it('an older signature › is refused, whatever its age, also for another space', () => {
    const known = signedAt(today, nowMs);
    expect(() => acceptSignature(signed(yesterday, nowMs - 1), yesterday, policy, known, nowMs)).toThrow(/it is older/);
    expect(acceptSignature(signed(yesterday, nowMs + 1), yesterday, policy, known, nowMs + 5000)).toMatchObject(shop);
    const museum = { ...known, space: 'museum' };
    expect(() => acceptSignature(signed(yesterday, nowMs + 1), yesterday, policy, museum, nowMs)).toThrow(
      /for the space "shop"/,
    );
  });

  it('no stored signature › the age decides', () => {
    expect(acceptSignature(signed(today, nowMs), today, policy, undefined, nowMs + 1000)).toEqual(
      signedAt(today, nowMs),
    );
    expect(() => acceptSignature(signed(today, nowMs), today, policy, undefined, nowMs + 1001)).toThrow(
      /--max-signature-age/,
    );
  });
});

describe('an older snapshot', () => {
  it('signed before the served snapshot, or at the same time › is refused; later, or the same snapshot › is accepted', () => {
    const served = { snapshot: today, signedMs: nowMs };
    expect(() => checkNewer(yesterday, nowMs - 1, served)).toThrow(/it is older\. To go back to it, sign it again/);
    expect(() => checkNewer(yesterday, nowMs, served)).toThrow(UntrustedError);
    checkNewer(yesterday, nowMs + 1, served);
    checkNewer(today, nowMs - 1, served);
    checkNewer(yesterday, 0, undefined);
  });
});

describe('signing a snapshot in a folder', () => {
  const folder = '/snapshots';
  const at = async (disk: MemoryDisk, id: SnapshotId) => (await checkSigned(disk, folder, id, trusted)).signedMs;

  async function folderOf(): Promise<MemoryDisk> {
    const disk = new MemoryDisk();
    for (const id of [today, yesterday]) disk.put(`${folder}/${id}/manifest.json`, Buffer.from('{}'));
    return disk;
  }

  it('the next signature › has a later time, also if the clock was set back', async () => {
    const disk = await folderOf();
    await signSnapshot(disk, folder, yesterday, [key], { space: 'shop', nowMs });
    await writeCurrent(disk, folder, yesterday);
    await signSnapshot(disk, folder, today, [key], { space: 'shop', nowMs: nowMs - 1_000_000 });
    expect(await at(disk, today)).toBe(nowMs + 1);
    await writeCurrent(disk, folder, today);
    await signSnapshot(disk, folder, yesterday, [key], { space: 'shop', nowMs: nowMs + 5_000 });
    expect(await at(disk, yesterday)).toBe(nowMs + 5_000);
    expect((await disk.list(folder)).filter((name) => name.startsWith('building-'))).toEqual([]);
  });

  it('rolled back without a signature › is signed again, though all keys have signed it', async () => {
    const disk = await folderOf();
    for (const [id, signedMs] of [
      [yesterday, nowMs],
      [today, nowMs + 1_000],
    ] as const) {
      await signSnapshot(disk, folder, id, [key], { space: 'shop', nowMs: signedMs });
      await writeCurrent(disk, folder, id);
    }
    await writeCurrent(disk, folder, yesterday);
    await signSnapshot(disk, folder, yesterday, [key], { space: 'shop', nowMs });
    expect(await at(disk, yesterday)).toBe(nowMs + 1_001);
  });

  it('the current snapshot again › keeps its signature, unless a key is new', async () => {
    const disk = await folderOf();
    await signSnapshot(disk, folder, today, [key], { space: 'shop', nowMs });
    await writeCurrent(disk, folder, today);
    await signSnapshot(disk, folder, today, [key], { space: 'shop', nowMs: nowMs + 1_000 });
    expect(await at(disk, today)).toBe(nowMs);
    await signSnapshot(disk, folder, today, [key, other], { space: 'shop', nowMs: nowMs + 1_000 });
    expect(await at(disk, today)).toBe(nowMs + 1_000);
    expect((await checkSigned(disk, folder, today, [other.publicKey])).signedMs).toBe(nowMs + 1_000);
    await signSnapshot(disk, folder, today, [key], { space: 'shop', nowMs: nowMs + 2_000, force: true });
    expect(await at(disk, today)).toBe(nowMs + 2_000);
  });
});

describe('keys', () => {
  it('new keys › the private key is readable by its owner only, the public key is text; existing files stay', async () => {
    const { path, made, key: read } = await newKey();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(readFileSync(`${path}.pub`, 'utf8')).toBe(`${made.text}\n`);
    expect(read.publicKey.text).toBe(made.text);
    await expect(makeKeys(path)).rejects.toThrow(/already exists and was not replaced/);
    expect(readSigningKey(path).publicKey.name).toBe(made.name);
  });

  it('public keys › are texts, or lines of a file', async () => {
    const path = join(newFolder(), 'trusted');
    writeFileSync(path, `# the builder\n${key.publicKey.text}\n\n# the next one\n${other.publicKey.text}\n`);
    expect(readPublicKeys(path).map(({ name }) => name)).toEqual([key.publicKey.name, other.publicKey.name]);
    expect(readPublicKeys(key.publicKey.text)[0]?.name).toBe(key.publicKey.name);
    expect(parsePublicKey(`${key.publicKey.text}=`)).toBeUndefined();
  });

  it.each([
    ['stele-ed25519:short', /is not a public key\. Give the whole line .* which begins with stele-ed25519:/],
    ['/nowhere/at/all', /The file of public keys \/nowhere\/at\/all cannot be read/],
  ])('%s › the message describes a key', (text, message) => {
    expect(() => readPublicKeys(text)).toThrow(message);
  });

  it('a file without a private key › the message has the command to create one, and nothing of the file', () => {
    const path = join(newFolder(), 'key');
    writeFileSync(path, 'sesame');
    expect(() => readSigningKey(path)).toThrow(/has no private key for signing\. Create one: stele keys new/);
    expect(() => readSigningKey(path)).not.toThrow(/sesame/);
    expect(existsSync(path)).toBe(true);
  });
});
