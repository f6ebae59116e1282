import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { checkCorsOrigin, checkPublicUrl, checkSpaces } from '../../../src/server/options/addresses.js';
import { checkCacheControl } from '../../../src/server/options/cache-control.js';
import { checkRequestSizes } from '../../../src/server/options/sizes.js';
import { checkTimeouts, DEFAULT_TIMEOUTS } from '../../../src/server/options/timeouts.js';

describe('checkPublicUrl', () => {
  it.each([
    ['https://cdn.example', 'https://cdn.example'],
    ['https://cdn.example/', 'https://cdn.example'],
    ['http://cdn.example:8080/content//', 'http://cdn.example:8080/content'],
    ['HTTPS://CDN.example/Über', 'https://cdn.example/%C3%9Cber'],
    ['https://cdn.example:443/a"b', 'https://cdn.example/a%22b'],
  ])('%s › %s', (text, url) => {
    expect(checkPublicUrl(text)).toBe(url);
  });

  it.each([
    '',
    'cdn.example',
    '/content',
    'ftp://cdn.example',
    'javascript:alert(1)',
    'https://',
    'https://cdn.example/?',
    'https://cdn.example/?a=b',
    'https://cdn.example/#',
    'https://user@cdn.example/',
    'https://:secret@cdn.example/',
  ])('"%s" › is refused with a valid example', (text) => {
    expect(() => checkPublicUrl(text)).toThrow(OperationError);
    expect(() => checkPublicUrl(text)).toThrow('https://cdn.example/content');
  });
});

describe('checkCorsOrigin', () => {
  it.each(['*', 'https://shop.example', 'http://localhost:3000'])('%s › is accepted', (text) => {
    expect(checkCorsOrigin(text)).toBe(text);
  });

  it.each(['', 'shop.example', 'https://shop.example/', 'https://shop.example:443', 'https://*.example', 'null'])(
    '"%s" › is refused, because no browser sends it',
    (text) => {
      expect(() => checkCorsOrigin(text)).toThrow(OperationError);
      expect(() => checkCorsOrigin(text)).toThrow(`"${text}" is not an origin; give "*" or scheme, host and port`);
    },
  );
});

describe('checkCacheControl', () => {
  it('a directive › is accepted; a line break › is refused', () => {
    expect(checkCacheControl('public, max-age=60')).toBe('public, max-age=60');
    const injected = () => checkCacheControl('public\r\nX-Injected: 1');
    expect(injected).toThrow(OperationError);
    expect(injected).toThrow('"public\\r\\nX-Injected: 1" has characters that no header may have');
  });
});

describe('checkTimeouts', () => {
  const within = (headersMs: number, requestMs: number) => () =>
    checkTimeouts({ ...DEFAULT_TIMEOUTS, headersMs, requestMs });

  it('headers as long as the request, or shorter › are accepted', () => {
    expect(within(5_000, 5_000)).not.toThrow();
    expect(within(1_000, 5_000)).not.toThrow();
  });

  it('headers longer than the request › are refused with advice', () => {
    expect(within(7_500, 5_000)).toThrow(OperationError);
    expect(within(7_500, 5_000)).toThrow(
      "A request's headers may take 7.5 s, but the whole request only 5 s; lower the first or raise the second.",
    );
  });
});

describe('checkRequestSizes', () => {
  it('room for the headers beside a target of full length › is accepted; a byte less is refused with advice', () => {
    expect(() => checkRequestSizes(8_704, 8_192)).not.toThrow();
    expect(() => checkRequestSizes(8_703, 8_192)).toThrow(OperationError);
    expect(() => checkRequestSizes(8_703, 8_192)).toThrow(
      /^The request line and headers may have 8703 bytes in all, and a path and query 8192, .*raise the first or lower the second\.$/,
    );
  });
});

describe('checkSpaces', () => {
  const named = (...names: string[]) => names.map((name) => ({ name, space: undefined }));

  it('unique names › are accepted', () => {
    expect(() => checkSpaces(named('shop', 'blog-2'))).not.toThrow();
  });

  it.each([
    ['none', [], 'no space'],
    ['a name with a slash', ['a/b'], '"a/b"'],
    ['a name with a wildcard', ['*rest'], '"*rest"'],
    ['the same name twice', ['shop', 'shop'], 'called "shop"'],
  ])('%s › is refused', (_, names, words) => {
    expect(() => checkSpaces(named(...names))).toThrow(OperationError);
    expect(() => checkSpaces(named(...names))).toThrow(words);
  });
});
