/**
 * `_highlight`: the accepted fields, its complexity, and problems of other fields.
 */
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';

const search = { weight: 1 };
const model = contentModel('shop', [
  contentType('book', [
    { name: 'title', type: 'text', search },
    { name: 'blurb', type: 'markdown', search },
    { name: 'isbn', type: 'text' },
    { name: 'parts', type: 'relationship', to: ['book', 'film'], many: true },
  ]),
  contentType('film', [
    { name: 'title', type: 'text', search },
    { name: 'blurb', type: 'text' },
  ]),
]);

const searchParameter = 'filter[_search]=red';

describe('_highlight', () => {
  it('searched fields › in the requested order; complexity 10 for each item and field', () => {
    const request = parseRequest(model, '/book', `${searchParameter}&_highlight=blurb,title`);
    expect(request).toMatchObject({ highlight: ['blurb', 'title'], complexity: 50 + 20 * (10 + 20) });
    expect(request.search).toBe('?filter%5B_search%5D=red&_highlight=blurb%2Ctitle');
    expect(parseRequest(model, '/book/1/parts', `${searchParameter}&_highlight=title`)).toMatchObject({
      highlight: ['title'],
    });
  });

  it.each(['_highlight[]=blurb&_highlight[]=title', '_highlight[7]=title&_highlight[2]=blurb'])(
    '%s › is the same list, with the same links',
    (search) => {
      expect(parseRequest(model, '/book', `${searchParameter}&${search}`)).toEqual(
        parseRequest(model, '/book', `${searchParameter}&_highlight=blurb,title`),
      );
    },
  );

  it('too complex › suggests a limit that fits', () => {
    expect(() =>
      parseRequest(model, '/book', `${searchParameter}&_highlight=title&page[limit]=100&include=parts`),
    ).toThrow(expect.objectContaining({ complexity: expect.any(Number) }));
    expect(problemOf('/book', `${searchParameter}&_highlight=title&page[limit]=100&include=parts`)).toMatchObject({
      code: 'QueryTooComplex',
      detail: expect.stringMatching(/It fits with page\[limit\]=21 or less \(now 100\), or /),
    });
    const fitting = parseRequest(model, '/book', `${searchParameter}&_highlight=title&page[limit]=21&include=parts`);
    expect(fitting.complexity).toBeLessThanOrEqual(5000);
  });

  it.each([
    ['no search', '/book', '_highlight=title', 'InvalidParameter', /needs a search: add filter\[_search\]=<words>/],
    [
      'no field',
      '/book',
      `${searchParameter}&_highlight=`,
      'InvalidParameter',
      /has an empty entry: .* _highlight=<field>,<field>/,
    ],
    [
      'one twice',
      '/book',
      `${searchParameter}&_highlight=title,title`,
      'InvalidParameter',
      /names "title" more than once/,
    ],
    [
      'a field that is not searched',
      '/book',
      `${searchParameter}&_highlight=isbn`,
      'InvalidParameter',
      /Searched fields: title, blurb/,
    ],
    [
      'no such field',
      '/book',
      `${searchParameter}&_highlight=titel`,
      'UnknownField',
      /Did you mean .*title.*\? Searched fields/,
    ],
    [
      'a field that only some types search',
      '/book/1/parts',
      `${searchParameter}&_highlight=blurb`,
      'InvalidParameter',
      /Searched fields: title\./,
    ],
    ['brackets', '/book', `${searchParameter}&_highlight[title]=1`, 'InvalidParameter', /takes no name in brackets/],
    ['a single item', '/book/1', '_highlight=title', 'InvalidParameter', /takes no "_highlight"/],
  ])('%s › the problem says what to do', (_, path, query, code, detail) => {
    const problem = problemOf(path, query);
    expect(problem.detail).toMatch(detail);
    expect(problem.code).toBe(code);
  });
});

function problemOf(path: string, query: string): { code: string; detail: string } {
  try {
    parseRequest(model, path, query);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(error.problems).toHaveLength(1);
    const [{ code, detail }] = error.problems as [{ code: string; detail: string }];
    return { code, detail };
  }
  throw new RangeError(`${path}?${query} has no mistake`);
}
