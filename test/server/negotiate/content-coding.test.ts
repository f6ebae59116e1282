import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encode, negotiateCoding } from '../../../src/server/negotiate/content-coding.js';
import { bothOf } from './spelled.js';

const large = 1024;
const small = 1023;

describe('negotiateCoding', () => {
  it.each([
    ['no header', undefined, 'identity'],
    ['an empty header', '', 'identity'],
    ['gzip alone', 'gzip', 'gzip'],
    ['its old name', 'x-gzip', 'gzip'],
    ['in capitals', 'GZIP', 'gzip'],
    ['what browsers send', 'gzip, deflate, br, zstd', 'br'],
    ['anything', '*', 'br'],
    ['br refused, anything else', 'br;q=0, *', 'gzip'],
    ['gzip weighed above br', 'br;q=0.5, gzip;q=0.8', 'gzip'],
    ['equal weights', 'gzip;q=0.5, br;q=0.5', 'br'],
    ['identity weighed above all', 'identity, gzip;q=0.5', 'identity'],
    ['identity by the wildcard, above gzip', 'gzip;q=0.1, br;q=0.1, *;q=0.2', 'identity'],
    ['identity named last', 'identity;q=0.1, gzip;q=0.2', 'gzip'],
    ['gzip refused', 'gzip;q=0', 'identity'],
    ['codings unknown here', 'zstd, deflate', 'identity'],
    ['spaces and tabs', ' gzip ;\tq=1.0 ,br ; q=0', 'gzip'],
    ['identity refused', 'identity;q=0, gzip', 'gzip'],
    ['all refused but br', 'br, *;q=0', 'br'],
    ['identity allowed, all else refused', 'identity, *;q=0', 'identity'],
    ['elements that are none', 'gzip;q, ;;;, br=1', 'identity'],
    ['a weight that is none', 'gzip;q=5', 'gzip'],
  ])('%s › picks one coding', (_, header, coding) => {
    for (const sent of bothOf(header)) expect(negotiateCoding(sent, large)).toBe(coding);
  });

  it.each([
    ['identity alone refused', 'identity;q=0'],
    ['all refused', '*;q=0'],
    ['each refused', 'gzip;q=0, br;q=0, identity;q=0'],
  ])('%s › picks none', (_, header) => {
    for (const sent of bothOf(header)) {
      expect(negotiateCoding(sent, large)).toBeUndefined();
      expect(negotiateCoding(sent, small)).toBeUndefined();
    }
  });

  it('a document below the threshold › identity, unless it is refused', () => {
    expect(negotiateCoding('br, gzip', small)).toBe('identity');
    expect(negotiateCoding('br, gzip, identity;q=0', small)).toBe('br');
  });
});

describe('encode', () => {
  const document = Buffer.from('{"data":[]}'.repeat(500));

  it('each coding › decodes to the document', async () => {
    expect(await encode(document, 'identity')).toBe(document);
    expect(gunzipSync(await encode(document, 'gzip'))).toEqual(document);
    expect(brotliDecompressSync(await encode(document, 'br'))).toEqual(document);
  });

  it('twice › gives the same bytes, as a strong tag promises', async () => {
    expect(await encode(document, 'gzip')).toEqual(await encode(document, 'gzip'));
    expect(await encode(document, 'br')).toEqual(await encode(document, 'br'));
  });
});
