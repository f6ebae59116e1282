/**
 * The number of related items in generated types.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../../src/content/model/index.js';
import { writeContentTypes } from '../../types/write-types.js';

const text = writeContentTypes(
  contentModel('s', [
    contentType('post', [
      { name: 'reviews', type: 'relationship', to: ['review'], many: true },
      { name: 'author', type: 'relationship', to: ['author'], many: false },
    ]),
    contentType('review', [{ name: 'text', type: 'text' }]),
    contentType('author', [{ name: 'name', type: 'text' }]),
  ]),
);

describe('the number of related items', () => {
  it('a to-many relationship › can be filtered, sorted and counted by it', () => {
    expect(text).toContain("reviews?: Related<'review'> & Counted | undefined;");
    expect(text).toContain('_count?: IntegerOperators | undefined;');
    expect(text).toContain('export type IntegerOperators = Operators<{ _exists: boolean; _eq: ');
    expect(text).toMatch(/export type PostSort = .*'-reviews\._count'/);
    expect(text).toMatch(/readonly facet: .*'reviews\._count'/);
    expect(text).toMatch(/readonly statistic: .*'reviews\._count'/);
  });

  it('a to-one relationship › cannot', () => {
    expect(text).toContain("author?: Related<'author'> | undefined;");
    expect(text).not.toContain("'author._count'");
  });
});
