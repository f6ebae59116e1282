/**
 * Pulling with keys that are trusted: whatever an origin that was taken over may do, nothing but what the builder signed
 * is published, and nothing older than what is here.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCurrent, writeCurrent } from '../../../src/index/snapshot/index.js';
import { openTarget, parseAddress, pushCurrent } from '../../../src/ship/replicate/index.js';
import {
  makeKeys,
  makeSignature,
  readSignature,
  readSigningKey,
  type SigningKey,
  signSnapshot,
  UntrustedError,
} from '../../../src/ship/trust/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { SNAPSHOTS } from '../../../testing/origin/trial.js';
import { type Pulling, pulling, REPLICA } from './pulling.js';

const newFolder = temporaryFolders();
const begin = pulling();
let key: SigningKey;
let other: SigningKey;
beforeAll(async () => {
  const newKey = async (): Promise<SigningKey> => {
    const path = join(newFolder(), 'key');
    await makeKeys(path);
    return readSigningKey(path);
  };
  [key, other] = [await newKey(), await newKey()];
});

const FOR = { space: 'nights', channel: 'published' } as const;
const startMs = Date.parse('2026-03-01T02:30:00.000Z');

/** An origin whose builder signed each night a day after the one before. */
function beginSigned(): Pulling & {
  readonly sign: (night: number, day: number, keys?: readonly SigningKey[]) => void;
} {
  const pulled = begin();
  const sign = (night: number, day: number, keys: readonly SigningKey[] = [key]): void => {
    const id = pulled.nights.ids[night]!;
    pulled.origin.instead.set(`${id}/signature.json`, makeSignature(id, FOR, startMs + day * 86_400_000, keys));
  };
  for (const night of [0, 1, 2]) sign(night, night);
  return { ...pulled, sign };
}

const trusting = () => ({ trusted: [key.publicKey] });

describe('pull with trust', () => {
  it('signed snapshots › are published with their signatures', async () => {
    const { name, pull, disk, nights } = beginSigned();
    for (const night of [0, 1, 2]) {
      name(night);
      expect(await pull(trusting())).toMatchObject({ published: true });
      expect(await readCurrent(disk, REPLICA)).toBe(nights.ids[night]);
      expect(await readSignature(disk, REPLICA, nights.ids[night]!)).toBeDefined();
    }
    expect(await pull(trusting())).toMatchObject({ published: false });
  });

  it.each<[string, (pulled: ReturnType<typeof beginSigned>) => void, RegExp]>([
    [
      'unsigned',
      ({ origin, nights }) => void origin.instead.set(`${nights.ids[2]}/signature.json`, Buffer.from('')),
      /cannot be read/,
    ],
    [
      'no signature',
      ({ origin }) =>
        void Object.assign(origin, {
          fault: ({ path }: { path: string }) => (path.endsWith('signature.json') ? 'not found' : undefined),
        }),
      /is not signed/,
    ],
    ['signed by somebody else', ({ sign }) => sign(2, 2, [other]), /which is not trusted/],
    ['an old one, named again', ({ name }) => name(0), /it is older/],
    ['signed at the same time as what is here', ({ sign }) => sign(2, 1), /it is older/],
    [
      "with another night's signature",
      ({ origin, nights }) =>
        void origin.instead.set(`${nights.ids[2]}/signature.json`, makeSignature(nights.ids[1]!, FOR, startMs, [key])),
      /another snapshot's signature/,
    ],
    [
      'with a manifest that was changed',
      ({ origin, nights }) =>
        void origin.instead.set(
          `${nights.ids[2]}/manifest.json`,
          Buffer.from(`${Buffer.from(nights.disk.get(join(SNAPSHOTS, nights.ids[2]!, 'manifest.json'))!).toString()} `),
        ),
      /expected SHA-256/,
    ],
  ])(
    '%s › is refused before a segment is fetched, and the local snapshot does not change',
    async (_, forge, message) => {
      const pulled = beginSigned();
      pulled.name(1);
      await pulled.pull(trusting());
      pulled.name(2);
      forge(pulled);
      pulled.origin.requests.splice(0);
      await expect(pulled.pull(trusting())).rejects.toThrow(message);
      expect(pulled.origin.requests.filter(({ path }) => path.endsWith('.segment'))).toEqual([]);
      expect(await readCurrent(pulled.disk, REPLICA)).toBe(pulled.nights.ids[1]);
    },
  );

  it('a lost CURRENT or signature › an older snapshot is still refused', async () => {
    for (const lost of ['CURRENT', 'signature.json']) {
      const { name, pull, disk, nights } = beginSigned();
      name(1);
      await pull(trusting());
      await disk.remove(join(REPLICA, ...(lost === 'CURRENT' ? [] : [nights.ids[1]!]), lost));
      name(0);
      await expect(pull(trusting())).rejects.toThrow(/it is older/);
    }
  });

  it('a signed rollback › publishes the old snapshot with its new signature', async () => {
    const { name, pull, sign, disk, nights } = beginSigned();
    for (const night of [1, 2]) {
      name(night);
      await pull(trusting());
    }
    name(1);
    await expect(pull(trusting())).rejects.toBeInstanceOf(UntrustedError);
    sign(1, 5);
    expect(await pull(trusting())).toMatchObject({ published: true, fetched: 0 });
    expect(await readCurrent(disk, REPLICA)).toBe(nights.ids[1]);
    name(2);
    await expect(pull(trusting())).rejects.toThrow(/it is older/);
  });

  it('trust that begins with an unsigned local snapshot › its signature is fetched', async () => {
    const { pull, name, disk, nights, origin } = beginSigned();
    name(2);
    const signature = origin.instead.get(`${nights.ids[2]}/signature.json`)!;
    origin.instead.delete(`${nights.ids[2]}/signature.json`);
    await pull();
    expect(await readSignature(disk, REPLICA, nights.ids[2]!)).toBeUndefined();
    await expect(pull(trusting())).rejects.toThrow(/is not signed/);
    origin.instead.set(`${nights.ids[2]}/signature.json`, signature);
    await pull(trusting());
    expect(Buffer.from((await readSignature(disk, REPLICA, nights.ids[2]!))!)).toEqual(Buffer.from(signature));
  });

  it('two keys during a rotation › replicas that trust either follow', async () => {
    const { pull, name, sign } = beginSigned();
    name(1);
    await pull(trusting());
    sign(2, 2, [other, key]);
    name(2);
    await pull(trusting());
    sign(0, 9, [other]);
    name(0);
    await expect(pull(trusting())).rejects.toThrow(/which is not trusted/);
    expect(await pull({ trusted: [key.publicKey, other.publicKey] })).toMatchObject({ published: true });
  });
});

describe('push of signed snapshots', () => {
  it('a first push › sends the signature; a later push a new signature of the same snapshot', async () => {
    const { nights, disk } = begin();
    for (const path of nights.disk.paths(SNAPSHOTS)) disk.put(path, nights.disk.get(path));
    const id = nights.ids[2]!;
    await writeCurrent(disk, SNAPSHOTS, id);
    const target = openTarget(parseAddress('file:///www'), { files: disk, env: {} });
    const push = () => pushCurrent({ ...begin().options({ files: disk }), folder: SNAPSHOTS, target });
    await push();
    expect(disk.get(`/www/${id}/signature.json`)).toBeUndefined();
    for (const keys of [[key], [key, other]]) {
      await signSnapshot(disk, SNAPSHOTS, id, keys);
      expect(await push()).toMatchObject({ published: false, signed: true });
      expect(disk.get(`/www/${id}/signature.json`)).toEqual(disk.get(`${SNAPSHOTS}/${id}/signature.json`));
    }
    expect(await push()).toMatchObject({ published: false, signed: false });
  });
});
