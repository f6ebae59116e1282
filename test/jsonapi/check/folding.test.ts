/**
 * Case-insensitive operators in requests: the fields that accept them, problems of other fields, and suggestions for similar
 * names.
 */
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';

/** `title` is folded in two of three types, `note` in none; `body` is a long text. */
const model = contentModel('shop', [
  contentType('book', [
    { name: 'title', type: 'text', fold: true },
    { name: 'note', type: 'text' },
    { name: 'body', type: 'markdown', fold: true },
  ]),
  contentType('disc', [{ name: 'title', type: 'text', fold: true }]),
  contentType('game', [{ name: 'title', type: 'text', fold: false }]),
  contentType('shelf', [
    { name: 'both', type: 'relationship', to: ['book', 'disc'], many: true },
    { name: 'all', type: 'relationship', to: ['disc', 'game', 'book'], many: true },
  ]),
]);

function detail(path: string, search: string): string {
  try {
    parseRequest(model, path, search);
  } catch (error) {
    if (error instanceof RequestError) return error.problems.map(({ code, detail }) => `${code} ${detail}`).join('\n');
    throw error;
  }
  return 'accepted';
}

const plain = '_exists, _eq, _neq, _gt, _gte, _lt, _lte, _contains, _startsWith, _endsWith, _in, _nin';
const folding = '_ieq, _icontains, _istartsWith, _iendsWith';

describe('an operator that pays no regard to case', () => {
  it.each(['_ieq', '_icontains', '_istartsWith', '_iendsWith'])('%s › the operand is the text as sent', (operator) => {
    const request = parseRequest(model, '/book', `filter[title][${operator}]=Stra%C3%9Fe`);
    expect(request).toMatchObject({
      filter: { field: 'title', operator, operand: { kind: 'text', bytes: new TextEncoder().encode('Straße') } },
      search: `?filter%5Btitle%5D%5B${operator}%5D=Stra%C3%9Fe`,
    });
  });

  it('on a field that is not folded › the problem names the option to set', () => {
    expect(detail('/book', 'filter[note][_icontains]=x')).toBe(
      `UnsupportedOperator The operator "_icontains" is unsupported on "note", whose values are not case-folded: set "fold": true on the field of book in model.json and build again. "note" (text) takes ${plain}.`,
    );
  });

  it('on a type without such operators › no option is named', () => {
    expect(detail('/book', 'filter[body][_ieq]=x')).toBe(
      'UnsupportedOperator The operator "_ieq" is unsupported on "body". "body" (markdown) takes _exists, _contains, _startsWith, _endsWith, _icontains, _istartsWith, _iendsWith.',
    );
  });

  it('on items of several types › accepted if all types fold the field', () => {
    expect(detail('/shelf/s/both', 'filter[title][_ieq]=x')).toBe('accepted');
    expect(detail('/shelf/s/all', 'filter[title][_eq]=x')).toBe('accepted');
    expect(detail('/shelf/s/all', 'filter[title][_ieq]=x')).toBe(
      `UnsupportedOperator The operator "_ieq" is unsupported on "title", whose values are not case-folded: set "fold": true on the field of game in model.json and build again. "title" (text) takes ${plain}.`,
    );
  });

  it.each([
    ['_ilike', 'title', '_icontains'],
    ['$ilike', 'title', '_icontains'],
    ['iequals', 'title', '_ieq'],
    ['_IEQ', 'title', '_ieq'],
    ['icontains', 'title', '_icontains'],
    ['_istartswith', 'title', '_istartsWith'],
    ['_iendwith', 'title', '_iendsWith'],
    ['_icontain', 'title', '_icontains'],
    ['_istartsWit', 'title', '_istartsWith'],
    // If the field does not accept it, an accepted operator is suggested.
    ['_ilike', 'note', '_contains'],
    ['icontains', 'note', '_contains'],
    ['iequals', 'note', '_eq'],
  ])('%s on %s › suggests %s', (given, field, meant) => {
    const takes = field === 'note' ? plain : `${plain}, ${folding}`;
    expect(detail('/book', `filter[${field}][${given}]=x`)).toBe(
      `UnsupportedOperator There is no operator "${given}". Did you mean "${meant}"? "${field}" (text) takes ${takes}.`,
    );
  });
});
