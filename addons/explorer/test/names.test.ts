/**
 * Names of fields in the explorer: labels of the model and names for requests, also of related fields and counts.
 */
import { describe, expect, it } from 'vitest';
import { readContentModel } from '../../../src/content/model/index.js';
import { findSteps, writeName, writePath } from '../app/model/names.js';
import type { DescribedField, DescribedSpace, DescribedType } from '../app/model/space.js';
import { describe as describeMounts } from '../pages/description.js';

const describedField = (name: string, label?: string, more: object = {}): DescribedField =>
  ({
    name,
    type: 'text',
    operators: [],
    sortable: true,
    facet: true,
    ...(label && { label }),
    ...more,
  }) as DescribedField;

const describedType = (name: string, ...fields: readonly DescribedField[]): DescribedType => ({
  ...{ name, items: 1, search: false, similar: false, fields, counts: [] },
});

const country = describedType('country', describedField('name', 'Name'));
const author = describedType(
  'author',
  describedField('inPrint', 'In print'),
  describedField('country', 'Home', { type: 'relationship', to: ['country'], many: false }),
  describedField('books', 'Books', { type: 'relationship', to: ['book'], many: true }),
);
const counted = { ...author, counts: [describedField('books._count', 'Books: number')] };
const space = { types: [author, country] } as unknown as DescribedSpace;

describe('writeName', () => {
  it('a label that is another word › is followed by the name', () => {
    expect(writeName({ name: 'made', label: 'Year of creation' })).toBe('Year of creation (made)');
  });

  it('a label that differs only in spaces and capitals › is alone; no label › the name', () => {
    expect(writeName({ name: 'inPrint', label: 'In print' })).toBe('In print');
    expect(writeName({ name: 'inPrint' })).toBe('inPrint');
  });
});

describe('findSteps', () => {
  it('a path over a relationship › the labels of its steps', () => {
    expect(writePath(findSteps(space, author, 'country.name'))).toBe('Home › Name (country.name)');
  });

  it('a count › its label', () => {
    expect(writePath(findSteps(space, counted, 'books._count'))).toBe('Books: number (books._count)');
  });

  it('names that the model lacks › stay as they are', () => {
    expect(writePath(findSteps(space, author, 'none.name'))).toBe('none.name');
    expect(writePath(findSteps(undefined, undefined, 'id'))).toBe('id');
  });
});

describe('/explore/model.json', () => {
  it('has the labels and descriptions of types, fields, counts and locales', () => {
    const texts = { label: 'A label', description: 'Two\nlines' };
    const read = readContentModel({
      space: 'shop',
      locales: [{ code: 'en', label: 'English' }, { code: 'de' }],
      contentTypes: [
        { name: 'book', ...texts, fields: [{ name: 'more', type: 'relationship', to: 'book', many: true, ...texts }] },
      ],
    });
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    const mount = { path: '/', served: { name: 'shop', space: { model: read.model, id: 'x', types: new Map() } } };
    const described = describeMounts([mount] as unknown as Parameters<typeof describeMounts>[0]);
    expect(described.spaces[0]).toMatchObject({
      localeLabels: { en: 'English' },
      types: [{ ...texts, fields: [texts], counts: [{ label: 'A label: number' }] }],
    });
  });
});
