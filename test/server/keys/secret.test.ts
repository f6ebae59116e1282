import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialsOf, withoutSecrets } from '../../../src/server/keys/index.js';
import { hashSecret, makeSecret } from '../../../src/server/keys/secret.js';

describe('makeSecret', () => {
  it('each › a new one of 256 bits, valid in a header', () => {
    const made = Array.from({ length: 100 }, makeSecret);
    expect(new Set(made).size).toBe(100);
    for (const secret of made) {
      expect(secret).toMatch(/^stele_[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(secret.slice(6), 'base64url').byteLength).toBe(32);
      expect(credentialsOf(`Bearer ${secret}`)).toEqual({ kind: 'secret', secret });
    }
  });

  it('digestOf › is its SHA-256', () => {
    const secret = makeSecret();
    expect(hashSecret(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
  });
});

describe('credentialsOf', () => {
  it('no header, another scheme, a malformed token › the matching kind', () => {
    expect(credentialsOf(undefined).kind).toBe('none');
    for (const other of ['Basic c2VzYW1l', 'Digest a=b', 'Bearerx y', '', 'token']) {
      expect(credentialsOf(other).kind, other).toBe('other scheme');
    }
    for (const bad of [
      'Bearer',
      'Bearer ',
      'bearer a b',
      'Bearer a, Bearer b',
      'Bearer a\u00e9',
      `Bearer ${'a'.repeat(600)}`,
    ]) {
      expect(credentialsOf(bad).kind, bad).toBe('malformed');
    }
  });

  it('the scheme in any case, and spaces around › the secret', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER   abc  ']) {
      expect(credentialsOf(header)).toEqual({ kind: 'secret', secret: 'abc' });
    }
  });
});

describe('withoutSecrets', () => {
  it('a secret that is encoded several times › is cut', () => {
    const secret = `stele_${'k'.repeat(43)}`;
    const encode = (text: string): string => text.replace(/[^=&?/]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
    const doubled = encode(secret).replaceAll('%', '%25');
    const spellings = [doubled, doubled.replaceAll('%25', '%252525'), encode(doubled), encode(encode(secret))];
    for (const spelling of spellings) {
      const logged = withoutSecrets(`/book?key=${spelling}`);
      expect(logged, spelling).toBe('/book?key=stele_…');
    }
    expect(withoutSecrets('/book?title=100%2525')).toBe('/book?title=100%2525');
    // Encoded more often than is decoded: nothing of it is shown.
    expect(withoutSecrets(`/book?key=${[1, 2, 3, 4].reduce((text) => encode(text), secret)}`)).not.toContain('%');
  });

  it('a secret anywhere, raw or partly percent-encoded › is redacted; the rest stays', () => {
    const secret = makeSecret();
    expect(withoutSecrets(`/book?access_token=${secret}&sort=title`)).toBe('/book?access_token=stele_…&sort=title');
    expect(withoutSecrets(secret.slice(0, 20))).toBe('stele_…');
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 49, maxLength: 49 }), fc.string(), (encoded, rest) => {
        const spelled = [...secret].map((one, i) => (encoded[i] ? `%${one.charCodeAt(0).toString(16)}` : one)).join('');
        expect(decodeURIComponent(spelled)).toBe(secret);
        expect(withoutSecrets(`${rest}?key=${spelled}`)).not.toContain(secret.slice(6, 20));
      }),
    );
  });

  it('a target without a secret › is unchanged', () => {
    for (const target of ['/book?filter%5Btitle%5D%5B_eq%5D=a', '/stele', '/%73tele']) {
      expect(withoutSecrets(target)).toBe(target);
    }
  });
});
