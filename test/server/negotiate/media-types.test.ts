import { describe, expect, it } from 'vitest';
import { acceptProblem, contentTypeProblem } from '../../../src/server/negotiate/media-types.js';
import { memoize } from '../../../src/server/negotiate/memoized.js';
import { bothOf } from './spelled.js';

const plain = 'application/vnd.api+json';

describe('contentTypeProblem', () => {
  it.each([
    ['no header', undefined],
    ['the JSON:API media type', plain],
    ['it in capitals', 'Application/Vnd.API+JSON'],
    ['the ext parameter, empty', `${plain}; ext=""`],
    ['the profile parameter', `${plain};profile="https://example.com/a https://example.com/b"`],
    ['plain JSON with a charset', 'application/json; charset=utf-8'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['no media type at all', 'nonsense'],
    ['an empty value', ''],
  ])('%s › is served', (_, header) => {
    for (const sent of bothOf(header)) expect(contentTypeProblem(sent)).toBeUndefined();
  });

  it.each([
    ['a charset', `${plain}; charset=utf-8`, 'charset'],
    ['a parameter of another name', `${plain};version=1`, 'version'],
    ['an extension', `${plain}; ext="https://jsonapi.org/ext/atomic"`, 'https://jsonapi.org/ext/atomic'],
    ['a profile beside a charset', `${plain}; profile="https://a.example"; charset=utf-8`, 'charset'],
    ['a parameter called __proto__', `${plain}; __proto__=1`, '__proto__'],
  ])('response-unsupported-media-type: %s › 415 that names it', (_, header, named) => {
    for (const sent of bothOf(header)) {
      expect(contentTypeProblem(sent)).toEqual({
        code: 'UnsupportedMediaType',
        header: 'Content-Type',
        detail: expect.stringContaining(named),
      });
    }
  });
});

describe('acceptProblem', () => {
  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['anything', '*/*'],
    ['any application type', 'application/*'],
    ['the JSON:API media type', plain],
    ['it in capitals', 'APPLICATION/VND.API+JSON'],
    ['with a weight', `${plain};q=0.5`],
    ['what axios sends', 'application/json, text/plain, */*'],
    ['what browsers send', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['another type alone', 'text/html'],
    ['plain JSON alone', 'application/json'],
    ['one plain instance among modified ones', `${plain};charset=utf-8, ${plain}`],
    ['a profile, with commas and semicolons quoted', `${plain};profile="https://a.example/x,y;z=1"`],
    ['an escaped quote in a profile', `${plain};profile="a\\",b"`],
    ['an unquoted comma in another type', 'text/html;level="1,2", */*'],
    ['empty elements', `, ,${plain},`],
    ['a weight that is none', `${plain};q=high`],
    ['another type refused', `text/html;q=0, ${plain}`],
    ['anything refused but JSON:API named', `*/*;q=0, ${plain}`],
    ['application types allowed, the rest refused', 'application/*, */*;q=0'],
  ])('%s › is served', (_, header) => {
    for (const sent of bothOf(header)) expect(acceptProblem(sent)).toBeUndefined();
  });

  it.each([
    ['a charset', `${plain}; charset=utf-8`],
    ['a charset, anything else being fine', `${plain}; charset=utf-8, */*`],
    ['two modified instances', `${plain};version=1, ${plain};charset=utf-8`],
    ['an extension', `${plain};ext="https://jsonapi.org/ext/atomic"`],
    ['an extension quoted with a comma', `${plain};ext="https://a.example/x,y"`],
    ['a parameter behind the weight', `${plain};q=0.5;version=1`],
    ['weight 0', `${plain};q=0`],
    ['weight 0, anything else being fine', `${plain};q=0.000, */*`],
    ['anything refused', '*/*;q=0'],
    ['application types refused', 'application/*;q=0, */*'],
    ['the plain instance refused and the other modified', `${plain};q=0, ${plain};version=1`],
  ])('response-not-acceptable: %s › 406', (_, header) => {
    for (const sent of bothOf(header)) {
      expect(acceptProblem(sent)).toEqual({
        code: 'NotAcceptable',
        header: 'Accept',
        detail: expect.stringContaining(plain),
      });
    }
  });
});

describe('memoized', () => {
  /** @returns how often each text was worked out, when all are asked for in turn */
  function worked(texts: readonly string[]): readonly string[] {
    const done: string[] = [];
    const ask = memoize((text) => {
      done.push(text);
      return text.length;
    });
    expect(texts.map(ask)).toEqual(texts.map(({ length }) => length));
    return done;
  }
  const different = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `text/${place}`);

  it('the same few texts repeatedly › are computed once', () => {
    expect(worked([...different(256), ...different(256)])).toEqual(different(256));
  });

  it('more texts than the table holds › the first is forgotten, so that no client fills the memory', () => {
    expect(worked([...different(257), 'text/0'])).toEqual([...different(257), 'text/0']);
    expect(worked([...different(257), 'text/256'])).toEqual(different(257));
  });

  it('a long text › is computed each time', () => {
    const [longest, longer] = ['a'.repeat(256), 'b'.repeat(257)];
    expect(worked([longest, longer, longest, longer])).toEqual([longest, longer, longer]);
  });

  it('an undefined result › is memoized too', () => {
    let times = 0;
    const ask = memoize(() => {
      times += 1;
    });
    ask('a');
    ask('a');
    expect(times).toBe(1);
  });
});
