import { describe, expect, it } from 'vitest';
import { findClientAddress, type TrustedProxy } from '../../../src/server/wire/client-address.js';

const forwardedFor = (hops: number): TrustedProxy => ({ header: 'x-forwarded-for', hops });
const forwarded = (hops: number): TrustedProxy => ({ header: 'forwarded', hops });

describe('clientAddress', () => {
  it('no trusted proxy › the other end of the connection, for any headers', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    expect(findClientAddress('10.0.0.1', { headers }, undefined)).toBe('10.0.0.1');
  });

  it('one proxy › the address that it appended, not those of the client', () => {
    expect(
      findClientAddress('10.0.0.1', { headers: { 'x-forwarded-for': '1.2.3.4, 203.0.113.7' } }, forwardedFor(1)),
    ).toBe('203.0.113.7');
    const headers = { forwarded: 'for=1.2.3.4, for="[2001:db8::17]:4711";proto=http;by="a,b"' };
    expect(findClientAddress('10.0.0.1', { headers }, forwarded(1))).toBe('[2001:db8::17]:4711');
  });

  it('two proxies › the address that the outer one appended', () => {
    const headers = {
      'x-forwarded-for': '1.2.3.4, 203.0.113.7, 10.0.0.2',
      forwarded: 'proto=http;for=203.0.113.7,for=b',
    };
    expect(findClientAddress('10.0.0.1', { headers }, forwardedFor(2))).toBe('203.0.113.7');
    expect(findClientAddress('10.0.0.1', { headers }, forwarded(2))).toBe('203.0.113.7');
  });

  it('a header that is missing, too short or garbage › the other end of the connection', () => {
    for (const headers of [{}, { 'x-forwarded-for': '' }, { forwarded: 'by=x' }, { forwarded: '"' }]) {
      expect(findClientAddress('10.0.0.1', { headers }, forwardedFor(1))).toBe('10.0.0.1');
      expect(findClientAddress('10.0.0.1', { headers }, forwarded(1))).toBe('10.0.0.1');
    }
    expect(findClientAddress('10.0.0.1', { headers: { 'x-forwarded-for': 'a' } }, forwardedFor(2))).toBe('10.0.0.1');
  });
});
