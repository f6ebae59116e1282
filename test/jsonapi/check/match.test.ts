/**
 * `_match`: the accepted value, and problems of other values.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';

const model = contentModel('shop', [
  contentType('book', [{ name: 'title', type: 'text', search: { weight: 1 } }]),
  contentType('film', [{ name: 'title', type: 'text' }]),
]);

describe('_match', () => {
  it('all › requires every word, adds no complexity, and is in links', () => {
    const request = parseRequest(model, '/book', 'filter[_search]=red&_match=all');
    expect(request).toMatchObject({
      words: { demandsAll: true },
      complexity: 250,
      search: '?filter%5B_search%5D=red&_match=all',
    });
    expect(parseRequest(model, '/book', 'filter[_search]=red')).toMatchObject({ words: { demandsAll: false } });
  });

  it.each([
    ['/book', 'filter[_search]=red&_match=any', 'InvalidValue', /"any" is not a value for "_match": write _match=all/],
    ['/book', '_match=all', 'InvalidParameter', /needs a search: add filter\[_search\]=<words>/],
    ['/book', 'filter[_search]=red&_match[x]=all', 'InvalidParameter', /"_match" takes no brackets/],
    ['/book/1', '_match=all', 'InvalidParameter', /takes no "_match"; "_match" is for the list/],
  ])('%s?%s › %s', (path, search, code, detail) => {
    expect(() => parseRequest(model, path, search)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ code, detail: expect.stringMatching(detail) })] }),
    );
  });
});
