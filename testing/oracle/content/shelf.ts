/**
 * A shelf of five books, so that every answer in the oracle's own tests can be worked out by hand.
 *
 * Each text field has a difficulty: order beyond the BMP (`\uFF21` before `😀` by code point), an empty text, equal or
 * missing values.
 */
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { itemsOf, type OracleIdentifier, type OracleItem, type OracleSpace, type OracleValue } from './dataset.js';

const model = contentModel('shelf', [
  contentType('book', [
    { name: 'title', type: 'text' },
    { name: 'blurb', type: 'markdown' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'pages', type: 'integer' },
    { name: 'sold', type: 'boolean' },
    { name: 'printed', type: 'dateTime', format: 'date' },
    { name: 'stocked', type: 'dateTime', format: 'dateTime' },
    { name: 'genre', type: 'select', options: ['Fiction', 'Science'] },
    { name: 'cover', type: 'image' },
    { name: 'author', type: 'relationship', to: ['author'], many: false },
    { name: 'sequels', type: 'relationship', to: ['book'], many: true },
    { name: 'about', type: 'relationship', to: ['author', 'book'], many: true },
  ]),
  contentType('author', [
    { name: 'name', type: 'text' },
    { name: 'books', type: 'relationship', to: ['book'], many: true },
  ]),
  contentType('leaflet', [{ name: 'of', type: 'relationship', to: ['book'], many: false }]),
]);

const item = (type: string, id: string, values: Record<string, OracleValue>): OracleItem => ({
  type,
  id,
  values: new Map(Object.entries(values)),
});
const books = (...ids: string[]): OracleIdentifier[] => ids.map((id) => ({ type: 'book', id }));
const author = (id: string): OracleIdentifier[] => [{ type: 'author', id }];

/** Books `a` to `e`, authors `ann` and `bo` and one whose id is `a` too, and one leaflet. */
export const shelf: OracleSpace = {
  model,
  items: new Map([
    [
      'book',
      [
        item('book', 'a', {
          title: '😀 end',
          price: '12.5',
          pages: 100,
          sold: true,
          printed: '1969-12-31',
          stocked: '2024-03-01T10:00:00+0200',
          genre: 'Fiction',
          author: author('ann'),
          sequels: books('b', 'c', 'd'),
        }),
        item('book', 'b', {
          title: '\uFF21bc',
          blurb: '',
          price: '9007199254740993.01',
          pages: -5,
          sold: false,
          printed: '2024-02-29',
          stocked: '2024-03-01T08:00:00.001Z',
          genre: 'Fiction',
          cover: { fileSize: 7, url: '/b.png', maker: 'unknown' },
          author: author('bo'),
          sequels: books('c'),
        }),
        item('book', 'c', { title: 'abc', blurb: '# Abc\n', price: 12.5, pages: 100, genre: 'Science' }),
        item('book', 'd', { title: '', price: '-0', about: [...books('a'), ...author('a'), ...author('ann')] }),
        item('book', 'e/f *', { title: 'abc', price: '12.49' }),
      ],
    ],
    [
      'author',
      [
        item('author', 'ann', { name: 'Ann', books: books('a', 'b', 'c', 'd', 'e/f *') }),
        item('author', 'bo', { name: 'Bo' }),
        item('author', 'a', {}),
      ],
    ],
    ['leaflet', [item('leaflet', 'l', { of: books('c') })]],
  ]),
};

/** The shelf with an author of 45 books `n0` to `n44`, each a sequel of the one before. */
export function longShelf(): OracleSpace {
  const names = Array.from({ length: 45 }, (_, index) => `n${index}`);
  const many = names.map((id, index) =>
    item('book', id, { title: id, sequels: books(...names.slice(index + 1, index + 2)) }),
  );
  return {
    model,
    items: new Map([
      ...shelf.items,
      ['book', [...itemsOf(shelf, 'book'), ...many]],
      ['author', [...itemsOf(shelf, 'author'), item('author', 'cy', { name: 'Cy', books: books(...names) })]],
    ]),
  };
}
