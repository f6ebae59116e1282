/**
 * The operator matrix, written out a second time: as the contract's table has it, not as the model computes it.
 */
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType, OPERATORS, type Operator } from '../../../src/model/index.js';
import { filterOf, problems } from './model.js';

/** A field of each type in `book`, a value that it takes, and the value as the tree shows it. */
const SUBJECTS: Readonly<Record<FieldType, readonly [field: string, value: string, shown: string]>> = {
  boolean: ['inPrint', 'true', 'true'],
  dateTime: ['published', '1970-01-01T00:00:00.001Z', '1ms'],
  decimal: ['price', '1.50', '150e-2'],
  image: ['cover', 'x', 'x'],
  integer: ['pages', '-7', '-7e-0'],
  markdown: ['body', 'x', 'x'],
  relationship: ['author][id', 'x', '@x'],
  select: ['genre', 'Fiction', 'Fiction'],
  text: ['title', 'x', 'x'],
  textMultiline: ['blurb', 'x', 'x'],
};

const ordered = '_exists _eq _neq _gt _gte _lt _lte';
const patterns = '_contains _startsWith _endsWith';
const TAKEN: Readonly<Record<FieldType, string>> = {
  boolean: '_exists _eq _in',
  dateTime: `${ordered} _in`,
  decimal: `${ordered} _in`,
  image: '',
  integer: `${ordered} _in`,
  markdown: `_exists ${patterns}`,
  relationship: '_eq _in',
  select: `${ordered} ${patterns} _in`,
  text: `${ordered} ${patterns} _in`,
  textMultiline: `_exists ${patterns}`,
};

const cells = FIELD_TYPES.flatMap((type) => OPERATORS.map((operator): [FieldType, Operator] => [type, operator]));

describe('operator matrix', () => {
  it('has ten field types and eleven operators', () => {
    expect(cells).toHaveLength(110);
  });

  it.each(cells)('%s › %s', (type, operator) => {
    const [field, ofType, shownOfType] = SUBJECTS[type];
    const [value, shown] = operator === '_exists' ? ['false', 'false'] : [ofType, shownOfType];
    const name = `filter[${field}][${operator}]`;
    const taken = TAKEN[type] === '' ? [] : TAKEN[type].split(' ');
    if (taken.includes(operator)) {
      expect(filterOf(`${name}=${value}`)).toBe(`${field.split(']')[0]} ${operator} ${shown}`);
      return;
    }
    const detail =
      type === 'image'
        ? 'Filtering is unsupported on "cover": no operator compares a field of type image.'
        : `The operator "${operator}" is unsupported on "${field.split(']')[0]}". "${field.split(']')[0]}" (${type}) takes ${taken.join(', ')}.`;
    expect(problems('/book', `${name}=${value}`)).toEqual([{ code: 'UnsupportedOperator', parameter: name, detail }]);
  });

  it.each([...OPERATORS])('id › %s', (operator) => {
    const value = operator === '_exists' ? 'true' : 'x';
    expect(filterOf(`filter[id][${operator}]=${value}`)).toBe(`id ${operator} ${value}`);
  });
});
