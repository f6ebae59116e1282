/**
 * Inverse relationships in a model: the relationships that they give to the types, and each mistake with its message.
 */
import { describe, expect, it } from 'vitest';
import {
  breakingChanges,
  type ContentModel,
  contentModelToJson,
  readContentModel,
} from '../../../src/content/model/index.js';
import { compareModels } from '../../../src/ship/diff/index.js';
import { modelOf } from '../../../testing/samples/model.js';

const author = (inverse: unknown, options: object = {}) => ({
  type: 'relationship',
  to: ['author', 'house'],
  many: true,
  inverse,
  ...options,
});

const shop = (inverse: unknown, own: Readonly<Record<string, unknown>> = {}) =>
  modelOf({
    book: {
      title: 'text',
      published: 'date',
      note: { type: 'markdown', sort: false },
      tags: { type: 'text', many: true },
      cover: 'image',
      author: author(inverse, own),
    },
    author: { name: 'text' },
    house: { name: 'text' },
  });

function readModel(json: unknown): ContentModel {
  const read = readContentModel(json);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

function problemsOf(json: unknown): readonly string[] {
  const read = readContentModel(json);
  return 'problems' in read ? read.problems.map(({ path, reason }) => `${path}: ${reason}`) : [];
}

describe('an inverse relationship', () => {
  it('of a relationship to two types › each type has it behind its own fields', () => {
    const model = readModel(shop({ name: 'books', sort: '-published, title' }));
    const books = {
      name: 'books',
      type: 'relationship',
      to: ['book'],
      many: true,
      inverseOf: {
        type: 'book',
        field: 'author',
        sort: [
          { field: 'published', isDescending: true },
          { field: 'title', isDescending: false },
        ],
      },
    };
    for (const name of ['author', 'house']) {
      expect(model.contentTypes.get(name)?.fields).toEqual([{ name: 'name', type: 'text' }, books]);
      expect(model.contentTypes.get(name)?.relationships).toEqual([books]);
    }
    expect(model.contentTypes.get('book')?.relationships.map(({ name }) => name)).toEqual(['author']);
  });

  it('written and read again › is the same model, and is an option of its relationship alone', () => {
    const model = readModel(shop({ name: 'books', sort: '-published,title' }));
    const json = contentModelToJson(model);
    expect(readModel(json)).toEqual(model);
    expect(json.contentTypes[1]?.fields).toEqual([{ name: 'name', type: 'text' }]);
    expect(json.contentTypes[0]?.fields.at(-1)).toMatchObject({ inverse: { name: 'books', sort: '-published,title' } });
  });

  it('with images as resources › is kept', () => {
    const model = readModel({ ...shop({ name: 'books' }), images: 'resources' });
    expect(model.contentTypes.get('author')?.fieldByName.has('books')).toBe(true);
  });

  it('removed › breaks clients of the type that had it', () => {
    const before = readModel(shop({ name: 'books' }));
    const after = readModel(shop(undefined));
    expect(breakingChanges({ model: before }, { model: after })).toEqual([
      'the field author.books, relationship, is gone',
      'the field house.books, relationship, is gone',
    ]);
    expect(breakingChanges({ model: after }, { model: before })).toEqual([]);
  });

  it('with another sort › is a change of the type that has it, and of no other', () => {
    const before = readModel(shop({ name: 'books' }));
    const after = readModel(shop({ name: 'books', sort: 'title' }));
    expect(breakingChanges({ model: before }, { model: after })).toEqual([]);
    expect(compareModels(before, after)).toEqual([
      { what: 'field', change: 'changed', type: 'author', field: 'books' },
      { what: 'field', change: 'changed', type: 'house', field: 'books' },
    ]);
  });
});

describe('a mistake in an inverse', () => {
  const place = 'contentTypes[0].fields[5].inverse';
  const sortable = 'items of book are sorted by id, title, published';
  const mistakes: readonly (readonly [title: string, model: unknown, problem: string])[] = [
    [
      'no object',
      shop('books'),
      `${place}: "books" is not an object; write an object such as {"name": "books", "sort": "-published"}`,
    ],
    ['no name', shop({}), `${place}.name: the name is missing; a name has`],
    ['a reserved name', shop({ name: 'links' }), `${place}.name: "links" is not a valid name; a name has`],
    ['an unknown key', shop({ name: 'books', order: 'title' }), `${place}.order: the key "order" is unknown here`],
    [
      'a name that a target type has',
      shop({ name: 'name' }),
      `${place}.name: author has a field "name" of its own; give the inverse of book.author another name, or remove the field`,
    ],
    [
      'a localized relationship',
      { ...shop({ name: 'books' }, { localized: true }), locales: [{ code: 'en' }] },
      `${place}: a localized relationship has other links in each locale, so it has no inverse; remove "inverse" or "localized"`,
    ],
    ['an empty sort', shop({ name: 'books', sort: '' }), `${place}.sort: "" is not a sort; write fields`],
    ['a sort that is no text', shop({ name: 'books', sort: ['title'] }), `${place}.sort: an array is not a sort`],
    [
      'an unknown field to sort by',
      shop({ name: 'books', sort: 'titel' }),
      `${place}.sort: book has no field "titel"; ${sortable}. Did you mean "title"?`,
    ],
    [
      'a to-many relationship to sort by',
      shop({ name: 'books', sort: 'author' }),
      `${place}.sort: book.author has the type relationship with "many", which has no order; ${sortable}`,
    ],
    [
      'a path to sort by',
      shop({ name: 'books', sort: 'author.name' }),
      `${place}.sort: "author.name" leads to other items; ${sortable}, without a path`,
    ],
    [
      'a list to sort by',
      shop({ name: 'books', sort: 'tags' }),
      `${place}.sort: book.tags has the type text with "many", which has no order; ${sortable}`,
    ],
    [
      'an image to sort by',
      shop({ name: 'books', sort: 'cover' }),
      `${place}.sort: book.cover has the type image, which has no order; ${sortable}`,
    ],
    [
      'a field that is not sorted',
      shop({ name: 'books', sort: 'note' }),
      `${place}.sort: "sort" of book.note is off; turn it on, or sort by another field: ${sortable}`,
    ],
    [
      'a field twice',
      shop({ name: 'books', sort: 'title,-title' }),
      `${place}.sort: "title" is there twice; remove one of the two`,
    ],
  ];
  it.each(mistakes)('%s › says what to do', (_, model, problem) => {
    expect(problemsOf(model).map((reason) => reason.slice(0, problem.length))).toContain(problem);
  });

  it('two relationships with one inverse › both are named, once for each type that they share', () => {
    const model = modelOf({
      book: {
        author: { type: 'relationship', to: ['author'], many: false, inverse: { name: 'books' } },
        editor: { type: 'relationship', to: ['author', 'house'], many: false, inverse: { name: 'books' } },
      },
      author: { name: 'text' },
      house: { name: 'text' },
    });
    expect(problemsOf(model)).toEqual([
      'contentTypes[0].fields[1].inverse.name: "books" of author is the inverse of book.author already; give the inverse of book.editor another name',
    ]);
  });

  it('two relationships to other types with one inverse › is no mistake', () => {
    const model = modelOf({
      book: {
        author: { type: 'relationship', to: ['author'], many: false, inverse: { name: 'books' } },
        house: { type: 'relationship', to: ['house'], many: false, inverse: { name: 'books' } },
      },
      author: { name: 'text' },
      house: { name: 'text' },
    });
    expect(problemsOf(model)).toEqual([]);
  });

  it('an inverse of something else than a relationship › the field takes none', () => {
    const model = modelOf({ book: { title: { type: 'text', inverse: { name: 'books' } } } });
    expect(problemsOf(model)[0]).toMatch(/inverse: a field of type text takes no "inverse"/);
  });
});
