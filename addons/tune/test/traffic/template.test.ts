/**
 * Tests of splitting request targets into templates and values.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeName } from '../../traffic/shape.js';
import { fillTemplate, readTarget } from '../../traffic/template.js';

const read = (target: string): NonNullable<ReturnType<typeof readTarget>> => {
  const [path = '', search = ''] = target.split('?');
  const found = readTarget(path, search);
  if (found === undefined) throw new Error(`${target} cannot be read`);
  return found;
};

describe('a target', () => {
  it.each([
    ['', '', []],
    ['/book', '/book', []],
    ['/book/b%201', '/book/?', ['b 1']],
    ['/book/b1/author?fields[author]=name', '/book/?/author?fields[author]=name', ['b1']],
    ['/book?sort=title&page[limit]=5&page[skip]=40', '/book?page[limit]=5&page[skip]=?&sort=title', ['40']],
    ['/book?filter[title][_eq]=a+b', '/book?filter[title][_eq]=?', ['a b']],
    ['/book?filter[genre][_in][]=x&filter[genre][_in][]=y', '/book?filter[genre][_in][]=? ×2', ['x', 'y']],
    ['/book?filter[genre][_in][0]=x&filter[genre][_in][1]=y', '/book?filter[genre][_in][]=? ×2', ['x', 'y']],
    [
      '/book?filter[_OR][a][title][_eq]=1&filter[_OR][b][title][_eq]=2',
      '/book?filter[_OR][1][title][_eq]=?&filter[_OR][2][title][_eq]=?',
      ['1', '2'],
    ],
    ['/book?filter[title][_exists]=true', '/book?filter[title][_exists]=?', ['true']],
    ['/book?filter[reviews][_count][_gte]=3', '/book?filter[reviews][_count][_gte]=?', ['3']],
    ['/book?filter[_search]=two+words', '/book?filter[_search]=?', ['two words']],
    [
      '/_search?filter[_search]=two+words&filter[type][_in]=book,author',
      '/_search?filter[_search]=?&filter[type][_in]=book,author',
      ['two words'],
    ],
    ['/_suggest?q=two+w&type=book', '/_suggest?q=?&type=book', ['two w']],
    ['/book?_facet[genre]=5&_facet[genre][prefix]=F', '/book?_facet[genre]=5&_facet[genre][prefix]=?', ['F']],
  ])('%s › has the shape %s', (target, shape, values) => {
    const found = read(target);
    expect([shapeName(found.template), found.values]).toEqual([shape, values]);
  });

  it('› with unknown parameters › left out with their values', () => {
    const { template, values, leftOut } = read('/book?access_token=secret&sort=title&utm_source=x&filter[title=bad');
    expect(leftOut).toEqual(['access_token', 'utm_source', 'filter[title']);
    expect(fillTemplate(template, values)).toBe('/book?sort=title');
  });

  it.each(['/book/%C3%28', '/book?sort=%ZZ', '/book?%80=1'])('%s › undefined', (target) => {
    const [path = '', search = ''] = target.split('?');
    expect(readTarget(path, search)).toBeUndefined();
  });

  it('any id and value › the same after writing and reading', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, fc.nat(), (id, value, skip) => {
        const item = `/book/${encodeURIComponent(id)}`;
        const list = `/book?filter%5Btitle%5D%5B_eq%5D=${encodeURIComponent(value)}&page%5Bskip%5D=${skip}`;
        for (const target of [item, list]) {
          const found = read(target);
          const again = read(fillTemplate(found.template, found.values));
          expect(again).toEqual(found);
        }
        expect(read(item).values).toEqual([id]);
        expect(read(list).values).toEqual([value, String(skip)]);
      }),
      { numRuns: 200 },
    );
  });
});
