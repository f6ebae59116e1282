import { describe, expect, it } from 'vitest';
import { OperationError, RequestError } from '../../../src/content/errors/index.js';
import { checkIgnoredParameter, ignoring, parseRequest } from '../../../src/jsonapi/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';

const { model } = await openBookshop();
const ignores = ignoring(['fbclid', 'utm_*']);

describe('ignored parameters', () => {
  it('names and prefixes › are ignored, also repeated or badly encoded, and absent from the canonical form', () => {
    const search = '?utm_source=a&page[limit]=3&utm_source=b&fbclid=100%&utm_x[y]=1&sort=title';
    const { search: canonical } = parseRequest(model, '/book', search, undefined, ignores);
    expect(canonical).toBe('?page%5Blimit%5D=3&sort=title');
  });

  it('other parameters, and all if none is ignored › are refused', () => {
    for (const search of ['?fbclid2=1', '?fbcli=1', '?utm=1', '?ut=1', '?u=1', '?Utm_x=1'])
      expect(() => parseRequest(model, '/book', search, undefined, ignores)).toThrow(RequestError);
    expect(() => parseRequest(model, '/book', '?fbclid=1')).toThrow(RequestError);
    expect(ignoring([])).toBeUndefined();
  });

  it('a prefix › ignores names that begin with it, and no others', () => {
    const passes = ignoring(['utm_*']);
    expect(['utm_', 'utm_source', 'utm_x[y]', 'utm', 'u', 'sort'].map((name) => passes?.(name))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('problems › name the accepted parameters', () => {
    expect(() => checkIgnoredParameter('a b')).toThrow(
      '"a b" cannot name a parameter to ignore; give a name such as fbclid, or the beginning of names such as utm_*.',
    );
    expect(() => checkIgnoredParameter('fil*')).toThrow('"fil*" would ignore "filter", which has a meaning');
  });

  it('a malformed pattern, or one that matches a parameter of the interface › is refused', () => {
    for (const text of ['', '*', 'a*b', 'utm[x]', 'a b', 'sort', 'fil*', 'page*'])
      expect(() => checkIgnoredParameter(text)).toThrow(OperationError);
    for (const text of ['fbclid', 'utm_*', 'ga.x']) expect(checkIgnoredParameter(text)).toBe(text);
  });
});

describe('the canonical form of a number', () => {
  it('zeros within a page number, or before a filter value › are kept', () => {
    expect(parseRequest(model, '/book', '?page[skip]=1005').search).toBe('?page%5Bskip%5D=1005');
    expect(parseRequest(model, '/book', '?filter[title][_eq]=007').search).toBe('?filter%5Btitle%5D%5B_eq%5D=007');
  });

  it('leading zeros of a page number › are removed', () => {
    expect(parseRequest(model, '/book', '?page[limit]=06&page[skip]=000').search).toBe(
      '?page%5Blimit%5D=6&page%5Bskip%5D=0',
    );
  });
});
