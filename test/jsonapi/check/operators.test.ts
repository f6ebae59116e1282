/**
 * The operator matrix, copied from the contract's table instead of computed from the model.
 */
import { describe, expect, it } from 'vitest';
import {
  contentModel,
  contentType,
  FIELD_TYPES,
  type FieldType,
  OPERATORS,
  type Operator,
} from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { filterOf, problems, problemTexts } from '../parsing.js';

/** A field of each type in `book`, a value that it takes, and the value as the tree shows it. */
const SUBJECTS: Readonly<Record<FieldType, readonly [field: string, value: string, shown: string]>> = {
  boolean: ['inPrint', 'true', 'true'],
  dateTime: ['published', '1970-01-01T00:00:00.001Z', '1ms'],
  decimal: ['price', '1.50', '150e-2'],
  file: ['sample', 'x', 'x'],
  image: ['cover', 'x', 'x'],
  integer: ['pages', '-7', '-7e-0'],
  json: ['extra', 'x', 'x'],
  location: ['place', '1,2,3', '1,2,3'],
  markdown: ['body', 'x', 'x'],
  relationship: ['author][id', 'x', '@x'],
  select: ['genre', 'Fiction', 'Fiction'],
  text: ['title', 'x', 'x'],
  textMultiline: ['blurb', 'x', 'x'],
};

const ordered = '_exists _eq _neq _gt _gte _lt _lte';
const patterns = '_contains _startsWith _endsWith';
const TAKEN: Readonly<Record<FieldType, string>> = {
  boolean: '_exists _eq _in _nin',
  dateTime: `${ordered} _in _nin`,
  decimal: `${ordered} _in _nin`,
  file: '',
  image: '',
  integer: `${ordered} _in _nin`,
  json: '',
  location: '_exists _near _within',
  markdown: `_exists ${patterns}`,
  relationship: '_exists _eq _in _nin',
  select: `${ordered} ${patterns} _in _nin`,
  text: `${ordered} ${patterns} _in _nin`,
  textMultiline: `_exists ${patterns}`,
};

/** Additional operators of a case-folded field. */
const folding = '_icontains _istartsWith _iendsWith';
const FOLDED: Readonly<Record<FieldType, string>> = {
  boolean: '',
  dateTime: '',
  decimal: '',
  file: '',
  image: '',
  integer: '',
  json: '',
  location: '',
  markdown: folding,
  relationship: '',
  select: `_ieq ${folding}`,
  text: `_ieq ${folding}`,
  textMultiline: folding,
};

/** A field of each type, named like the type; case-folded if possible. */
const folded = contentModel('folded', [
  contentType('all', [
    { name: 'boolean', type: 'boolean' },
    { name: 'dateTime', type: 'dateTime', format: 'date' },
    { name: 'decimal', type: 'decimal', precision: 2 },
    { name: 'file', type: 'file' },
    { name: 'image', type: 'image' },
    { name: 'integer', type: 'integer' },
    { name: 'json', type: 'json' },
    { name: 'location', type: 'location' },
    { name: 'markdown', type: 'markdown', fold: true },
    { name: 'relationship', type: 'relationship', to: ['all'], many: true },
    { name: 'select', type: 'select', options: ['a'], fold: true },
    { name: 'text', type: 'text', fold: true },
    { name: 'textMultiline', type: 'textMultiline', fold: true },
  ]),
]);
const VALUES: Readonly<Record<FieldType, string>> = {
  boolean: 'true',
  dateTime: '1970-01-01',
  decimal: '1.5',
  file: 'x',
  image: 'x',
  integer: '7',
  json: 'x',
  location: '1,2,3',
  markdown: 'x',
  relationship: 'x',
  select: 'x',
  text: 'x',
  textMultiline: 'x',
};

const cells = FIELD_TYPES.flatMap((type) => OPERATORS.map((operator): [FieldType, Operator] => [type, operator]));

describe('operator matrix', () => {
  it('has thirteen field types and eighteen operators', () => {
    expect(cells).toHaveLength(234);
  });

  it.each(OPERATORS.filter((operator) => !TAKEN.relationship.split(' ').includes(operator)))(
    'relationship, behind it › %s',
    (operator) => {
      if (!TAKEN.text.split(' ').includes(operator))
        expect(() => filterOf(`filter[author][id][${operator}]=x`)).toThrow('UnsupportedOperator');
      else expect(filterOf(`filter[author][id][${operator}]=x`)).toBe(`author{id ${operator} x}`);
    },
  );

  it.each(cells.filter(([type, operator]) => type !== 'relationship' || TAKEN[type].split(' ').includes(operator)))(
    '%s › %s',
    (type, operator) => {
      const [field, ofType, shownOfType] = SUBJECTS[type];
      const box = '1,2,3,4';
      const [value, shown] =
        operator === '_exists' ? ['false', 'false'] : operator === '_within' ? [box, box] : [ofType, shownOfType];
      const name = `filter[${type === 'relationship' && operator === '_exists' ? 'author' : field}][${operator}]`;
      const allowedOperators = TAKEN[type] === '' ? [] : TAKEN[type].split(' ');
      const path = ['file', 'json', 'location'].includes(type) ? '/odd' : '/book';
      if (allowedOperators.includes(operator)) {
        expect(filterOf(`${name}=${value}`, path)).toBe(`${field.split(']')[0]} ${operator} ${shown}`);
        return;
      }
      const isOptional = FOLDED[type].split(' ').includes(operator);
      const why = isOptional
        ? ', whose values are not case-folded: set "fold": true on the field of book in model.json and build again'
        : '';
      const detail =
        TAKEN[type] === ''
          ? `Filtering is unsupported on "${field}": no operator compares a field of type ${type}.`
          : `The operator "${operator}" is unsupported on "${field.split(']')[0]}"${why}. "${field.split(']')[0]}" (${type}) takes ${allowedOperators.join(', ')}.`;
      expect(problems(path, `${name}=${value}`)).toEqual([{ code: 'UnsupportedOperator', parameter: name, detail }]);
    },
  );

  it.each(cells)('%s, case-folded › %s', (type, operator) => {
    const name = `filter[${type}][${operator}]`;
    const search = type === 'relationship' && operator !== '_exists' ? `filter[${type}][id][${operator}]` : name;
    // The id of a related item takes the operators of a text.
    const takenOf = type === 'relationship' ? TAKEN.text : TAKEN[type];
    const isAllowed = `${takenOf} ${FOLDED[type]}`.split(' ').includes(operator);
    const ask = (): unknown =>
      parseRequest(
        folded,
        '/all',
        `${search}=${operator === '_exists' ? 'true' : operator === '_within' ? '1,2,3,4' : VALUES[type]}`,
      );
    if (isAllowed) expect(ask).not.toThrow();
    else expect(ask).toThrow('UnsupportedOperator');
  });

  it.each(OPERATORS.filter((operator) => operator.startsWith('_i') && operator !== '_in'))(
    'id › %s is refused',
    (operator) => {
      const takes = `${ordered} ${patterns} _in _nin`.split(' ').join(', ');
      expect(problemTexts('/book', `filter[id][${operator}]=x`)).toEqual([
        `UnsupportedOperator [filter[id][${operator}]] The operator "${operator}" is unsupported on "id". "id" (text) takes ${takes}.`,
      ]);
    },
  );

  it.each(`${ordered} ${patterns} _in _nin`.split(' '))('id › %s', (operator) => {
    const value = operator === '_exists' ? 'true' : 'x';
    expect(filterOf(`filter[id][${operator}]=${value}`)).toBe(`id ${operator} ${value}`);
  });
});
