/**
 * `_highlight`: which fields it takes, what it costs, and what is said of others.
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

const found = 'filter[_search]=red';

describe('_highlight', () => {
  it('searched fields › in the order asked for; 10 for each item and field', () => {
    const request = parseRequest(model, '/book', `${found}&_highlight=blurb,title`);
    expect(request).toMatchObject({ highlight: ['blurb', 'title'], complexity: 50 + 20 * (10 + 20) });
    expect(request.search).toBe('?filter%5B_search%5D=red&_highlight=blurb%2Ctitle');
    expect(parseRequest(model, '/book/1/parts', `${found}&_highlight=title`)).toMatchObject({ highlight: ['title'] });
  });

  it.each(['_highlight[]=blurb&_highlight[]=title', '_highlight[7]=title&_highlight[2]=blurb'])(
    '%s › is the same list, with the same links',
    (search) => {
      expect(parseRequest(model, '/book', `${found}&${search}`)).toEqual(
        parseRequest(model, '/book', `${found}&_highlight=blurb,title`),
      );
    },
  );

  it('too much › a limit that fits', () => {
    expect(() => parseRequest(model, '/book', `${found}&_highlight=title&page[limit]=100&include=parts`)).toThrow(
      expect.objectContaining({ complexity: expect.any(Number) }),
    );
    expect(problemOf('/book', `${found}&_highlight=title&page[limit]=100&include=parts`)).toMatchObject({
      code: 'QueryTooComplex',
      detail: expect.stringMatching(/It fits with page\[limit\]=21 or less\./),
    });
    const fitting = parseRequest(model, '/book', `${found}&_highlight=title&page[limit]=21&include=parts`);
    expect(fitting.complexity).toBeLessThanOrEqual(5000);
  });

  it.each([
    ['no search', '/book', '_highlight=title', 'InvalidParameter', /needs a search: add filter\[_search\]=<words>/],
    [
      'no field',
      '/book',
      `${found}&_highlight=`,
      'InvalidParameter',
      /has an empty entry: .* _highlight=<field>,<field>/,
    ],
    ['one twice', '/book', `${found}&_highlight=title,title`, 'InvalidParameter', /names "title" more than once/],
    [
      'a field that is not searched',
      '/book',
      `${found}&_highlight=isbn`,
      'InvalidParameter',
      /Searched fields: title, blurb/,
    ],
    ['no such field', '/book', `${found}&_highlight=titel`, 'UnknownField', /Did you mean .*title.*\? Searched fields/],
    [
      'one that only some types search',
      '/book/1/parts',
      `${found}&_highlight=blurb`,
      'InvalidParameter',
      /Searched fields: title\./,
    ],
    ['brackets', '/book', `${found}&_highlight[title]=1`, 'InvalidParameter', /takes no name in brackets/],
    ['a single item', '/book/1', '_highlight=title', 'InvalidParameter', /takes no "_highlight"/],
  ])('%s › is told what to do', (_, path, query, code, detail) => {
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
