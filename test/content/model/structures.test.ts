/**
 * Structures that a model turns off: reading, writing and mistakes.
 */
import { describe, expect, it } from 'vitest';
import {
  type ContentModel,
  contentModelToJson,
  type Field,
  type FieldJson,
  isFolded,
  isIndexed,
  isOn,
  isSortable,
  operatorsOf,
  readContentModel,
} from '../../../src/content/model/index.js';

const modelOf = (...fields: object[]) => ({ space: 's', contentTypes: [{ name: 'a', fields }] });

function read(...fields: object[]): ContentModel {
  const result = readContentModel(modelOf(...fields));
  if ('model' in result) return result.model;
  throw new Error(result.problems.map(({ path, reason }) => `${path}: ${reason}`).join());
}

const fieldOf = (json: object): Field => read({ name: 'f', ...json }).contentTypes.get('a')!.fields[0]!;

const problemsOf = (json: object): string[] => {
  const result = readContentModel(modelOf({ name: 'f', ...json }));
  return 'problems' in result ? result.problems.map(({ path, reason }) => `${path}: ${reason}`) : [];
};

describe('structures that a model turns off', () => {
  it('no structure turned off › writes no key', () => {
    const said = { type: 'text', filter: true, sort: true, contains: true, endsWith: true };
    expect(JSON.stringify(contentModelToJson(read({ name: 'f', ...said })))).toBe(
      JSON.stringify(contentModelToJson(read({ name: 'f', type: 'text' }))),
    );
  });

  it('one structure turned off › removes its operators or the sort, and is written and read again', () => {
    const all = operatorsOf(fieldOf({ type: 'text', fold: true }));
    const without = (...gone: string[]) => all.filter((operator) => !gone.includes(operator));
    const field = (json: object) => fieldOf({ type: 'text', fold: true, ...json });
    expect(operatorsOf(field({ contains: false }))).toEqual(without('_contains', '_icontains'));
    expect(operatorsOf(field({ endsWith: false }))).toEqual(without('_endsWith', '_iendsWith'));
    expect(operatorsOf(field({ filter: false }))).toEqual([]);
    expect([operatorsOf(field({ sort: false })), isSortable(field({ sort: false }))]).toEqual([all, false]);
    for (const json of [{ contains: false, endsWith: false }, { filter: false }, { sort: false }]) {
      const model = read({ name: 'f', type: 'text', fold: true, ...json });
      expect(readContentModel(contentModelToJson(model))).toEqual({ model: read({ ...ownOf(model) }) });
      expect(ownOf(model)).toMatchObject(json);
    }
  });

  it('the filter turned off › turns off parts of texts and folding; with the sort, the field has no index', () => {
    const unfiltered = fieldOf({ type: 'text', fold: true, filter: false, contains: false });
    expect([isFolded(unfiltered), isOn(unfiltered, 'contains'), isIndexed(unfiltered)]).toEqual([false, false, true]);
    expect(ownOf(read({ name: 'f', type: 'text', fold: true, filter: false, contains: false }))).toEqual({
      name: 'f',
      type: 'text',
      filter: false,
    });
    expect(isIndexed(fieldOf({ type: 'integer', filter: false, sort: false }))).toBe(false);
    expect(isIndexed(fieldOf({ type: 'text', many: true, filter: false }))).toBe(false);
  });

  it('a natural order without a sort › is dropped', () => {
    expect(ownOf(read({ name: 'f', type: 'text', order: 'natural', sort: false }))).toEqual({
      name: 'f',
      type: 'text',
      sort: false,
    });
  });

  it.each([
    [
      { type: 'text', contains: 'no' },
      'contentTypes[0].fields[0].contains: "no" is neither true nor false; write one of them',
    ],
    [
      { type: 'integer', filter: null },
      'contentTypes[0].fields[0].filter: null is neither true nor false; write one of them',
    ],
    [
      { type: 'integer', contains: false },
      'contentTypes[0].fields[0].contains: a field of type integer takes no "contains", which is for markdown, select, text, textMultiline; keys are name, type, unique, filter, sort, localized, label, description.',
    ],
    [
      { type: 'text', many: true, sort: false },
      'contentTypes[0].fields[0].sort: a field with "many" is filtered by equal values alone; remove "sort"',
    ],
    [
      { type: 'text', filter: false, endsWith: true },
      'contentTypes[0].fields[0].endsWith: "filter" is false, and "endsWith" goes with it; remove one of the two',
    ],
    [
      { type: 'image', filter: false },
      'contentTypes[0].fields[0].filter: a field of type image takes no "filter", which is for boolean, dateTime, decimal, integer, location, markdown, relationship, select, text, textMultiline; keys are name, type, many, localized, label, description.',
    ],
  ])('%j › is reported', (json, problem) => {
    expect(problemsOf(json)).toEqual([problem]);
  });
});

const ownOf = (model: ContentModel): FieldJson => contentModelToJson(model).contentTypes[0]!.fields[0]!;
