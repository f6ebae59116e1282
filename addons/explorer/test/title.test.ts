import { describe, expect, it } from 'vitest';
import { type DescribedField, type DescribedType, findShortTitleField, findTitleField } from '../app/model/space.js';
import { readTitle, titleOf } from '../app/model/title.js';

const describeField = (name: string, type: 'text' | 'markdown' | 'textMultiline'): DescribedField => ({
  name,
  type,
  operators: [],
  sortable: false,
  facet: false,
});
const describeType = (...fields: readonly DescribedField[]): DescribedType => ({
  name: 'hero',
  items: 1,
  search: false,
  similar: false,
  fields,
  counts: [],
});

describe('the title of an item', () => {
  it('a Markdown title and a short text with another name › the Markdown title; items are sorted by the text', () => {
    const type = describeType(describeField('tag', 'text'), describeField('title', 'markdown'));
    expect([findTitleField(type), findShortTitleField(type)]).toEqual(['title', 'tag']);
  });

  it('a Markdown name and a short title › the short title', () => {
    const type = describeType(describeField('name', 'markdown'), describeField('title', 'text'));
    expect([findTitleField(type), findShortTitleField(type)]).toEqual(['title', 'title']);
  });

  it.each([
    ['## **Lessons _Baked-in_**', 'Lessons Baked-in'],
    ['\n\n> [A link](https://example.org) and `code`', 'A link and code'],
    ['snake_case and 2 * 3', 'snake_case and 2 * 3'],
    ['', ''],
  ])('Markdown %j › the first line without marks', (text, title) => {
    expect(titleOf(describeType(describeField('title', 'markdown')), { title: text })).toBe(title);
  });

  it('a text › is the title with all its characters; a long text › its first line', () => {
    const type = describeType(describeField('title', 'text'), describeField('about', 'textMultiline'));
    expect(readTitle(type, { title: '**A** title' }, 'title')).toBe('**A** title');
    expect(readTitle(type, { about: '\n one \ntwo' }, 'about')).toBe('one');
  });
});
