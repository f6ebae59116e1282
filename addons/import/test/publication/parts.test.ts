/**
 * What is left out together with an item that is not public: its parts in other tables, and tables of drafts.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

describe('parts of an item that is left out', () => {
  const posts = [
    { id: 'a', title: 'Shown' },
    { id: 'b', title: 'Secret', draft: true },
    { id: 'c', title: '?', draft: 'ture' },
  ];
  const rowsOf = (field: string): readonly object[] =>
    ['a', 'b', 'c'].map((post) => ({ id: `of-${post}`, [field]: post, text: `of ${post}` }));
  const importedWith = (files: Readonly<Record<string, readonly object[]>>, options: object = {}) => {
    const texts = Object.entries({ posts, ...files }).map(([name, rows]) => [`${name}.json`, JSON.stringify(rows)]);
    return imported('json', folderOf(Object.fromEntries(texts)), options);
  };

  it.each([
    ['post_translations', 'post_id'],
    ['postI18n', 'post'],
    ['posts-images', 'postId'],
    ['post_meta', 'parent_id'],
    ['comments', 'post_id'],
  ])('%s by %s › are left out with it, whether it is a draft or in doubt', async (type, field) => {
    const result = await importedWith({ [type]: rowsOf(field) });
    expect(result.items(type).map(({ id }) => id)).toEqual(['of-a']);
    if (field !== 'parent_id') expect(result.field(type, field)).toMatchObject({ type: 'relationship', to: 'posts' });
    expect(result.leftOut(`${type}: items`, /^of items of posts that are left out; --with \S+ keeps them$/)).toBe(2);
    expect((await importedWith({ [type]: rowsOf(field) }, { with: [type] })).items(type)).toHaveLength(3);
  });

  it('parts of parts › are left out with them', async () => {
    const images = [
      { id: 'i', post_text_id: 'of-b' },
      { id: 'j', post_text_id: 'of-a' },
    ];
    const result = await importedWith({ post_text_images: images, post_texts: rowsOf('post_id') });
    expect(result.items('post_text_images').map(({ id }) => id)).toEqual(['j']);
  });

  it('other items with a link to it, and parts of several items of which one is shown › stay', async () => {
    const files = {
      authors: rowsOf('post_id'),
      post_images: [
        { id: 'i', post_ids: ['a', 'b'] },
        { id: 'j', post_ids: ['b', 'c'] },
      ],
    };
    const result = await importedWith(files);
    expect(result.items('authors')).toHaveLength(3);
    // The id of a draft is not shown: its links are links to a missing item.
    expect(result.field('authors', 'post_id')).toMatchObject({ type: 'relationship', to: 'posts' });
    expect(JSON.stringify(result.items('authors'))).not.toContain('"post_id":"b"');
    expect(result.items('post_images').map(({ id }) => id)).toEqual(['i']);
  });

  it('rows of CSV › are left out, too', async () => {
    const result = await imported(
      'csv',
      folderOf({
        'posts.csv': 'id,status\na,published\nb,draft\n',
        'post_translations.csv': 'id,post_id,title\n1,a,A\n2,b,B\n',
      }),
    );
    expect(result.items('post_translations').map(({ id }) => id)).toEqual(['1']);
  });
});

it('a table of drafts or revisions › is left out, as private', async () => {
  const row = '[{"id":"1","title":"T"}]';
  const names = ['posts', 'posts_drafts', 'drafts', 'post_revisions', 'deleted_pages'];
  const result = await imported('json', folderOf(Object.fromEntries(names.map((name) => [`${name}.json`, row]))));
  expect(Object.keys(result.counts)).toEqual(['posts']);
});
