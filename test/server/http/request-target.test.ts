import { describe, expect, it } from 'vitest';
import { splitTarget } from '../../../src/jsonapi/index.js';
import { originForm } from '../../../src/server/http/request-target.js';

describe('originForm', () => {
  it.each([
    ['a path', '/a/b?c=d', '/a/b?c=d'],
    ['an absolute form', 'http://host.example:80/a?b=c', '/a?b=c'],
    ['an absolute form in capitals', 'HTTPS://HOST/a', '/a'],
    ['an absolute form without a path', 'http://host.example', '/'],
    ['an absolute form with a query only', 'http://host.example?a=b', '/?a=b'],
    ['a URL inside a query', '/a?u=http://host/b', '/a?u=http://host/b'],
    ['two slashes at the start', '//host/a', '//host/a'],
    ['the asterisk', '*', '*'],
    ['percent-encodings, broken ones too', '/%2F%zz%', '/%2F%zz%'],
  ])('%s › %s', (_, raw, wanted) => {
    expect(originForm(raw)).toBe(wanted);
  });
});

describe('splitTarget', () => {
  it.each([
    ['/a', { path: '/a', search: '' }],
    ['/a?', { path: '/a', search: '?' }],
    ['/a?b=c?d', { path: '/a', search: '?b=c?d' }],
    ['/a%3Fb', { path: '/a%3Fb', search: '' }],
  ])('%s › is split at the first question mark', (target, parts) => {
    expect(splitTarget(target)).toEqual(parts);
  });
});
