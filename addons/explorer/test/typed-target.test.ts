/**
 * The request that is read from a typed or pasted text.
 */
import { describe, expect, it } from 'vitest';
import { readTypedTarget } from '../app/address/typed-target.js';

const ROOT = 'delivery/jsonapi';
const URL_OF_BOOKS = 'http://127.0.0.1:8931/delivery/jsonapi/book?page[limit]=3';

describe('a typed request', () => {
  it.each([
    ['a path', '/book?page[limit]=3', '/book?page[limit]=3'],
    ['a URL', URL_OF_BOOKS, '/book?page[limit]=3'],
    ['a URL after its method', `GET ${URL_OF_BOOKS}`, '/book?page[limit]=3'],
    ['a URL in single quotation marks', `'${URL_OF_BOOKS}'`, '/book?page[limit]=3'],
    ['a URL in double quotation marks', ` "${URL_OF_BOOKS}" `, '/book?page[limit]=3'],
    ['a command', `curl -g '${URL_OF_BOOKS}'`, '/book?page[limit]=3'],
    ['a command in double quotation marks', `$ curl -g "${URL_OF_BOOKS}" | jq`, '/book?page[limit]=3'],
    ['a command without quotation marks', `curl -sg ${URL_OF_BOOKS}`, '/book?page[limit]=3'],
    ['a command with a header', `curl -H 'accept: */*' \\ -g '${URL_OF_BOOKS}'`, '/book?page[limit]=3'],
    [
      'a command with an apostrophe in a value',
      `curl -g 'http://127.0.0.1/delivery/jsonapi/book?filter[title][_eq]=Emma'\\''s'`,
      "/book?filter[title][_eq]=Emma's",
    ],
    [
      'a path with quotation marks in a value',
      '/book?filter[_search]="salt road"',
      '/book?filter[_search]="salt road"',
    ],
    ['the root with a query', `/${ROOT}?x=1`, '?x=1'],
    ['a root in a value', `/book?filter[title][_eq]=/${ROOT}/x`, `/book?filter[title][_eq]=/${ROOT}/x`],
  ])('%s', (_, text, target) => {
    expect(readTypedTarget(text, ROOT)).toBe(target);
  });
});
