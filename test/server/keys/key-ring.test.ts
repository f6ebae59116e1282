import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Random } from '../../../data/generate/random.js';
import { type AccessKey, KeyRing, opens } from '../../../src/server/keys/index.js';
import { hashSecret, makeSecret } from '../../../src/server/keys/secret.js';

const keyOf = (name: string, secret: string, more: Partial<AccessKey> = {}): AccessKey => ({
  name,
  sha256: hashSecret(secret),
  spaces: ['*'],
  ...more,
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('KeyRing › find', () => {
  it('many keys › the key of the secret, no other', () => {
    const secrets = Array.from({ length: 200 }, makeSecret);
    const ring = new KeyRing(secrets.map((secret, index) => keyOf(`k${index}`, secret)));
    for (const [index, secret] of secrets.entries()) {
      expect(ring.find(secret, 0)).toMatchObject({ kind: 'known', key: { name: `k${index}` } });
      expect(ring.find(`${secret}x`, 0).kind).toBe('unknown');
      expect(ring.find(secret.slice(0, -1), 0).kind).toBe('unknown');
    }
    expect(ring.find('', 0).kind).toBe('unknown');
  });

  it('hashes with the same prefix › are compared completely, in constant time', () => {
    const secret = makeSecret();
    const right = keyOf('right', secret);
    const twin = {
      ...right,
      name: 'twin',
      sha256: `${right.sha256.slice(0, 63)}${right.sha256.endsWith('0') ? '1' : '0'}`,
    };
    const comparing = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    expect(new KeyRing([twin, right]).find(secret, 0)).toMatchObject({ kind: 'known', key: { name: 'right' } });
    expect(new KeyRing([twin]).find(secret, 0).kind).toBe('unknown');
    expect(comparing.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength])).toEqual([
      [64, 64],
      [64, 64],
      [64, 64],
    ]);
  });

  it('an expiry › applies from its instant on', () => {
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('guest', secret, { expires: '2027-01-31T00:00:00Z' })]);
    const instant = Date.UTC(2027, 0, 31);
    expect(ring.find(secret, instant - 1).kind).toBe('known');
    expect(ring.find(secret, instant)).toMatchObject({ kind: 'expired', key: { name: 'guest' } });
  });
});

describe('KeyRing › remembered secrets', () => {
  it('a correct secret › is later compared directly, in constant time, without a hash', () => {
    const [secret, other] = [makeSecret(), makeSecret()];
    const ring = new KeyRing([keyOf('one', secret), keyOf('other', other)]);
    expect(ring.find(secret, 0).kind).toBe('known');
    const hashing = vi.spyOn(crypto, 'hash');
    const comparing = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    for (let i = 0; i < 3; i += 1) expect(ring.find(secret, 0)).toMatchObject({ kind: 'known', key: { name: 'one' } });
    expect(hashing).not.toHaveBeenCalled();
    expect(comparing).toHaveBeenCalledTimes(3);
    expect(ring.find(other, 0)).toMatchObject({ kind: 'known', key: { name: 'other' } });
    expect(hashing).toHaveBeenCalledOnce();
  });

  it('any sequence of lookups › same verdicts as a ring without memory', () => {
    const random = new Random(1, 'test/server/keys/key-ring');
    const secrets = Array.from({ length: 8 }, makeSecret);
    const keys = secrets.map((secret, index) =>
      keyOf(`k${index}`, secret, index % 3 === 0 ? { expires: '2027-01-31T00:00:00Z' } : {}),
    );
    const ring = new KeyRing(keys);
    const instant = Date.UTC(2027, 0, 31);
    const found: string[] = [];
    for (let i = 0; i < 2000; i += 1) {
      const secret = secrets[random.below(secrets.length)] ?? '';
      const place = random.below(secret.length);
      const changed = [
        secret,
        secret,
        // The same beginning, another end; a character that differs above its lower byte alone; others of its length.
        `${secret.slice(0, place)}${secret[place] === 'A' ? 'B' : 'A'}${secret.slice(place + 1)}`,
        `${secret.slice(0, place)}${String.fromCharCode(secret.charCodeAt(place) + 256)}${secret.slice(place + 1)}`,
        secret.slice(0, place),
        `${secret}=`,
      ][random.below(6)]!;
      const nowMs = instant - 1 + random.below(2);
      expect(ring.find(changed, nowMs)).toEqual(new KeyRing(keys).find(changed, nowMs));
      found.push(ring.find(changed, nowMs).kind);
    }
    expect(new Set(found)).toEqual(new Set(['known', 'unknown', 'expired']));
  });

  it('two secrets with the same selector › each is found as itself', () => {
    const one = makeSecret();
    const twin = `${one.slice(0, -1)}${one.endsWith('A') ? 'E' : 'A'}`;
    const ring = new KeyRing([keyOf('one', one), keyOf('twin', twin)]);
    for (const secret of [one, twin, one, twin]) {
      expect(ring.find(secret, 0)).toMatchObject({ kind: 'known', key: { name: secret === one ? 'one' : 'twin' } });
    }
    const only = new KeyRing([keyOf('one', one)]);
    expect([one, twin, one].map((secret) => only.find(secret, 0).kind)).toEqual(['known', 'unknown', 'known']);
  });

  it('a revoked key › is unknown to the next ring, although the ring before remembered it', () => {
    const [kept, revoked] = [makeSecret(), makeSecret()];
    const ring = new KeyRing([keyOf('kept', kept), keyOf('revoked', revoked)]);
    for (const secret of [kept, revoked, revoked]) expect(ring.find(secret, 0).kind).toBe('known');
    const next = new KeyRing([keyOf('kept', kept)], ring);
    expect([kept, revoked].map((secret) => next.find(secret, 0).kind)).toEqual(['known', 'unknown']);
  });

  it('a remembered key › expires', () => {
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('guest', secret, { expires: '2027-01-31T00:00:00Z' })]);
    const instant = Date.UTC(2027, 0, 31);
    expect([instant - 2, instant - 1, instant].map((nowMs) => ring.find(secret, nowMs).kind)).toEqual([
      'known',
      'known',
      'expired',
    ]);
  });
});

describe('KeyRing › rates', () => {
  const take = (ring: KeyRing, secret: string): number => {
    const found = ring.find(secret, 0);
    return found.kind === 'known' ? (found.bucket?.take() ?? 0) : Number.NaN;
  };

  it("a rate › allows a second's requests at once, then evenly", () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('app', secret, { rate: 4 })]);
    expect([1, 2, 3, 4].map(() => take(ring, secret))).toEqual([0, 0, 0, 0]);
    expect(take(ring, secret)).toBe(250);
    vi.advanceTimersByTime(250);
    expect(take(ring, secret)).toBe(0);
    expect(take(ring, secret)).toBe(250);
    vi.advanceTimersByTime(60_000);
    expect([1, 2, 3, 4, 5].map(() => take(ring, secret) === 0)).toEqual([true, true, true, true, false]);
  });

  it('less than one per second › one, then a wait of seconds', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('slow', secret, { rate: 0.1 })]);
    expect([take(ring, secret), take(ring, secret)]).toEqual([0, 10_000]);
  });

  it('no rate › no limit', () => {
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('free', secret)]);
    for (let i = 0; i < 1000; i += 1) expect(take(ring, secret)).toBe(0);
  });

  it('keys read again › keep their used rate, unless the rate has changed', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const secret = makeSecret();
    const key = keyOf('app', secret, { rate: 1 });
    const ring = new KeyRing([key]);
    expect(take(ring, secret)).toBe(0);
    const again = new KeyRing([{ ...key, name: 'renamed' }], ring);
    expect(take(again, secret)).toBe(1000);
    expect(take(new KeyRing([{ ...key, rate: 2 }], again), secret)).toBe(0);
  });
});

describe('opens', () => {
  it('names, or every space › only those', () => {
    const key = keyOf('k', 'secret');
    expect(opens({ ...key, spaces: ['shop', 'blog'] }, 'blog')).toBe(true);
    expect(opens({ ...key, spaces: ['shop'] }, 'blog')).toBe(false);
    expect(opens(key, 'anything')).toBe(true);
  });
});
