import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AccessKey, KeyRing, opens } from '../../src/access/index.js';
import { digestOf, makeSecret } from '../../src/access/secret.js';

const keyOf = (name: string, secret: string, more: Partial<AccessKey> = {}): AccessKey => ({
  name,
  sha256: digestOf(secret),
  spaces: ['*'],
  ...more,
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('KeyRing › find', () => {
  it('of many › the key of the secret, and no other', () => {
    const secrets = Array.from({ length: 200 }, makeSecret);
    const ring = new KeyRing(secrets.map((secret, index) => keyOf(`k${index}`, secret)));
    for (const [index, secret] of secrets.entries()) {
      expect(ring.find(secret, 0)).toMatchObject({ kind: 'known', key: { name: `k${index}` } });
      expect(ring.find(`${secret}x`, 0).kind).toBe('unknown');
      expect(ring.find(secret.slice(0, -1), 0).kind).toBe('unknown');
    }
    expect(ring.find('', 0).kind).toBe('unknown');
  });

  it('hashes that begin the same › are compared whole, in constant time', () => {
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

  it('an expiry › counts from its instant on', () => {
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('guest', secret, { expires: '2027-01-31T00:00:00Z' })]);
    const instant = Date.UTC(2027, 0, 31);
    expect(ring.find(secret, instant - 1).kind).toBe('known');
    expect(ring.find(secret, instant)).toMatchObject({ kind: 'expired', key: { name: 'guest' } });
  });
});

describe('KeyRing › rates', () => {
  const take = (ring: KeyRing, secret: string): number => {
    const found = ring.find(secret, 0);
    return found.kind === 'known' ? (found.bucket?.take() ?? 0) : Number.NaN;
  };

  it('a rate › lets through what a second brings at once, then as it comes', () => {
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

  it('less than one a second › one, and then a wait of seconds', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('slow', secret, { rate: 0.1 })]);
    expect([take(ring, secret), take(ring, secret)]).toEqual([0, 10_000]);
  });

  it('no rate › as many as there are', () => {
    const secret = makeSecret();
    const ring = new KeyRing([keyOf('free', secret)]);
    for (let i = 0; i < 1000; i += 1) expect(take(ring, secret)).toBe(0);
  });

  it('keys read again › have used what they had used, unless the rate is another', () => {
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
  it('names, or every space › those and no others', () => {
    const key = keyOf('k', 'secret');
    expect(opens({ ...key, spaces: ['shop', 'blog'] }, 'blog')).toBe(true);
    expect(opens({ ...key, spaces: ['shop'] }, 'blog')).toBe(false);
    expect(opens(key, 'anything')).toBe(true);
  });
});
